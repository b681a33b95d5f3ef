package io.pfs.sim.history;

import io.pfs.sim.history.History.Call;
import java.util.List;

/** What a checker found. */
public sealed interface Verdict {
    /**
     * This order explains all answers.
     *
     * @param order without operations of unknown outcome that need not have been done
     * @param after what names mean at its end
     */
    record Linearizable(List<Call> order, NameSpace after) implements Verdict {}

    /** No order does. */
    record Violated(String explanation) implements Verdict {}

    /** The search was given up after so many steps. */
    record Undecided(long steps) implements Verdict {}
}
