package io.pfs.sim.history;

import io.pfs.sim.history.Verdict.Undecided;
import io.pfs.sim.history.Verdict.Violated;

/** Decides whether one order of the operations of a history explains all that its clients were told. */
public final class LinearizabilityChecker {
    private final NameSpace first;
    private final long stepsMax;

    /**
     * @param first what names mean before all
     * @param stepsMax a search is given up after so many
     */
    public LinearizabilityChecker(NameSpace first, long stepsMax) {
        this.first = first;
        this.stepsMax = stepsMax;
    }

    public Verdict check(History history) {
        Verdict verdict = search(history);
        return verdict instanceof Violated ? explained(history) : verdict;
    }

    private Verdict search(History history) {
        return new OrderSearch(first, history, stepsMax).run();
    }

    /** Looks for the shortest beginning that has no order, by halves: what has one loses it once, and for good. */
    private Verdict explained(History history) {
        int explainable = 0;
        int violated = history.events();
        while (violated - explainable > 1) {
            int middle = (explainable + violated) >>> 1;
            Verdict verdict = search(history.prefix(middle));
            if (verdict instanceof Undecided) {
                return verdict;
            } else if (verdict instanceof Violated) {
                violated = middle;
            } else {
                explainable = middle;
            }
        }
        Verdict before = search(history.prefix(explainable));
        return new Violated(new Explanation(history.prefix(violated), before).text());
    }
}
