package io.pfs.sim.history;

import static io.pfs.sim.history.HistoryScript.EMPTY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.sim.Prng;
import io.pfs.sim.history.Verdict.Linearizable;
import io.pfs.sim.history.Verdict.Violated;
import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Random histories: those that came about by an order are accepted, and no others. */
final class RandomHistoryTest {
    private static final long STEPS_MAX = 1_000_000;
    private static final int FEW = 6;
    private static final int MANY = 80;

    private static Verdict check(History history) {
        return new LinearizabilityChecker(EMPTY, STEPS_MAX).check(history);
    }

    @Test
    void whatCameAboutByAnOrderIsAccepted() {
        Seeds.each("RandomHistoryTest#whatCameAboutByAnOrderIsAccepted", 300, seed -> {
            Prng prng = new Prng(seed);
            History history = RandomHistory.draw(prng, 2 + prng.below(4), MANY);
            Linearizable found = assertInstanceOf(Linearizable.class, check(history));
            requireOrder(history, found);
        });
    }

    /** The order that was found is one: it respects who ended before whom, and explains each answer. */
    private static void requireOrder(History history, Linearizable found) {
        NameSpace names = EMPTY;
        int latestBegin = -1;
        for (History.Call call : found.order()) {
            assertTrue(call.end() > latestBegin, call + " ended before one that comes before it began");
            latestBegin = Math.max(latestBegin, call.begin());
            NameSpace.Applied applied = names.apply(call.operation());
            assertTrue(call.isUnknown() || applied.outcome().equals(call.outcome()), call.toString());
            names = applied.after();
        }
        assertEquals(found.after(), names);
        List<History.Call> missing = new ArrayList<>(history.calls());
        missing.removeAll(found.order());
        assertTrue(missing.stream().allMatch(History.Call::isUnknown), "left out: " + missing);
    }

    @Test
    void anAnswerThatNoOrderGivesIsRefused() {
        Seeds.each("RandomHistoryTest#anAnswerThatNoOrderGivesIsRefused", 300, seed -> {
            Prng prng = new Prng(seed);
            History history = RandomHistory.draw(prng, 2 + prng.below(4), MANY);
            List<History.Call> answered =
                    history.calls().stream().filter(call -> !call.isUnknown()).toList();
            int number = answered.get(prng.below(answered.size())).number();
            assertInstanceOf(Violated.class, check(history.with(number, new Outcome.Ok("what nobody wrote"))));
        });
    }

    @Test
    void ofFewOperationsItSaysWhatAllOrdersSay() {
        int[] refused = {0};
        Seeds.each("RandomHistoryTest#ofFewOperationsItSaysWhatAllOrdersSay", 3_000, seed -> {
            Prng prng = new Prng(seed);
            History history = RandomHistory.draw(prng, 2 + prng.below(4), FEW);
            History changed = RandomHistory.withAnotherAnswer(prng, history);
            boolean hasOrder = EveryOrder.hasOrder(EMPTY, changed);
            refused[0] += hasOrder ? 0 : 1;
            assertEquals(hasOrder, check(changed) instanceof Linearizable, () -> "of " + changed.calls());
        });
        assertTrue(refused[0] > 0 || !System.getProperty("pfs.seed", "").isEmpty(), "none was refused");
    }
}
