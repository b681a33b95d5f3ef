package io.pfs.env.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** When a thread looks for work, and when it had better sleep, by a clock that stands while nobody is let go first. */
class PatienceTest {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000 * MICRO;

    private long nowNs = Long.MAX_VALUE - 5; // a clock may begin anywhere, and go on behind its end
    private long awayNs = MICRO;
    private int looks;
    private final Patience patience = new Patience(() -> nowNs, this::giveWay);

    private void giveWay() {
        nowNs += awayNs;
        looks++;
    }

    private int looksNow() {
        looks = 0;
        assertFalse(patience.look(Patience.SHORT_NS, () -> false), "there is nothing");
        return looks;
    }

    @Test
    void whoIsAloneLooksUntilItsTimeIsOver() {
        assertEquals(Patience.SHORT_NS / MICRO, looksNow());
        assertEquals(Patience.SHORT_NS / MICRO, looksNow(), "as long the next time");
    }

    @Test
    void whatIsThereIsFoundAtOnce() {
        assertTrue(patience.look(Patience.SHORT_NS, () -> true));
        assertEquals(0, looks, "nobody is let go first");
        AtomicInteger asked = new AtomicInteger();
        assertTrue(patience.look(Patience.SHORT_NS, () -> asked.incrementAndGet() > 3));
        assertEquals(3, looks);
    }

    @Test
    void whatCameWhileOthersHadTheCoreIsFound() {
        awayNs = MILLI;
        assertTrue(patience.look(Patience.SHORT_NS, () -> looks > 0));
    }

    @Test
    void whoWasAwayForLongRestsAsLongAgain() {
        awayNs = 2 * MILLI;
        assertEquals(1, looksNow(), "others want the core");
        awayNs = MICRO;
        nowNs += 2 * MILLI - MICRO;
        assertEquals(0, looksNow());
        nowNs += MICRO;
        assertEquals(Patience.SHORT_NS / MICRO, looksNow(), "nobody wants it any more, as far as is known");
    }

    /** Somebody is away: how long nobody looks then. */
    private long restNs() {
        awayNs = 2 * MILLI;
        assertEquals(1, looksNow());
        awayNs = MICRO;
        long beganNs = nowNs;
        while (looksNow() == 0) {
            nowNs += MILLI;
        }
        return nowNs - Patience.SHORT_NS - beganNs;
    }

    @Test
    void whoIsAwayAgainAndAgainRestsLongerEachTime() {
        assertEquals(2 * MILLI, restNs());
        assertEquals(4 * MILLI, restNs());
        assertEquals(8 * MILLI, restNs());
        assertEquals(16 * MILLI, restNs());
        assertEquals(32 * MILLI, restNs());
        assertEquals(32 * MILLI, restNs(), "sixteen times as long at the most");
    }

    @Test
    void whatIsFoundInTimeHasLessRest() {
        assertEquals(2 * MILLI, restNs());
        assertEquals(4 * MILLI, restNs());
        looks = 0;
        assertTrue(patience.look(Patience.SHORT_NS, () -> looks > 3));
        assertEquals(4 * MILLI, restNs(), "not eight times");
    }

    @Test
    void whoRestsStillFindsWhatIsThere() {
        awayNs = 2 * MILLI;
        looksNow();
        assertEquals(0, looksNow());
        assertTrue(patience.look(Patience.SHORT_NS, () -> true));
    }

    @Test
    void aShortMomentAwayEndsThisLookAlone() {
        awayNs = 30 * MICRO;
        assertEquals(1, looksNow(), "somebody wanted the core");
        assertEquals(1, looksNow(), "but did not compute");
    }

    @Test
    void nobodyRestsForEver() {
        awayNs = 3_600_000 * MILLI;
        assertEquals(1, looksNow());
        nowNs += 500 * MILLI;
        assertEquals(1, looksNow());
    }
}
