package io.pfs.client.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.env.system.Patience;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** When who waits looks for his answer, by a clock that goes on while others have the core. */
final class LookerTest {
    private static final long STEP_NS = 1_000;

    private long nowNs;
    private int looks;
    private final Semaphore lookers = new Semaphore(1);
    private final Looker looker = new Looker(lookers, new Patience(() -> nowNs, this::giveWay));

    private void giveWay() {
        nowNs += STEP_NS;
        looks++;
    }

    /** How often it gave way. */
    private int inVain() {
        looks = 0;
        assertFalse(looker.look(() -> false));
        assertEquals(1, lookers.availablePermits(), "others may look");
        return looks;
    }

    /** How often in a row nothing is looked for. */
    private int leftOut() {
        int count = 0;
        while (inVain() == 0) {
            count++;
        }
        return count;
    }

    @Test
    void whatComesWhileItLooksIsFound() {
        assertTrue(looker.look(() -> looks == 10));
        assertEquals(10, looks);
        assertTrue(looker.look(() -> true));
        assertEquals(1, lookers.availablePermits());
    }

    @Test
    void whoLooksInVainLeavesItOutMoreAndMoreOften() {
        assertEquals(Looker.LOOK_NS / STEP_NS, inVain());
        assertEquals(1, leftOut());
        assertEquals(3, leftOut());
        assertEquals(7, leftOut());
        assertEquals(7, leftOut());
    }

    @Test
    void whoFindsSomethingLooksAgainTheNextTime() {
        inVain();
        leftOut();
        assertEquals(3, leftOut());
        for (int i = 0; i < 7; i++) {
            assertFalse(looker.look(() -> true), "left out");
        }
        assertTrue(looker.look(() -> true));
        assertEquals(Looker.LOOK_NS / STEP_NS, inVain());
        assertEquals(1, leftOut(), "it begins anew");
    }

    @Test
    void whoFindsAllOthersLookingSleeps() {
        lookers.acquireUninterruptibly();
        looks = 0;
        assertFalse(looker.look(() -> false));
        assertEquals(0, looks);
        lookers.release();
        assertEquals(Looker.LOOK_NS / STEP_NS, inVain(), "that is no look in vain");
    }

    @Test
    void aMistakeKeepsNobodyFromLooking() {
        assertThrows(
                IllegalStateException.class,
                () -> looker.look(() -> {
                    throw new IllegalStateException("ours");
                }));
        assertEquals(1, lookers.availablePermits());
    }
}
