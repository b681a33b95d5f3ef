package io.pfs.env.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.env.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two clocks of a machine that sleeps: the one stands still then, the other goes on. */
final class SleeplessClockTest {
    private static final long MS = 1_000_000;

    /** What passes between two looks at it is drawn from a list. */
    private static final class TwoClocks implements Clock {
        private long monotonicNs = 5 * MS;
        private long wallMillis = 1_700_000_000_000L;
        private final Deque<Long> between = new ArrayDeque<>();

        private void pass(long millis) {
            monotonicNs += millis * MS;
            wallMillis += millis;
        }

        @Override
        public long monotonicNs() {
            long nowNs = monotonicNs;
            if (!between.isEmpty()) {
                pass(between.remove());
            }
            return nowNs;
        }

        @Override
        public long wallMillis() {
            return wallMillis;
        }
    }

    private final TwoClocks clocks = new TwoClocks();
    private final SleeplessClock clock = new SleeplessClock(clocks, 100 * MS);

    private long passed(Runnable meanwhile) {
        long beforeNs = clock.monotonicNs();
        meanwhile.run();
        return (clock.monotonicNs() - beforeNs) / MS;
    }

    @Test
    void awakeItIsTheOtherClock() {
        assertEquals(clocks.monotonicNs, clock.monotonicNs());
        assertEquals(77, passed(() -> clocks.pass(77)));
        assertEquals(3_600_000, passed(() -> clocks.pass(3_600_000)));
        assertEquals(clocks.monotonicNs, clock.monotonicNs());
        assertEquals(clocks.wallMillis, clock.wallMillis());
    }

    @Test
    void timeGoesOnInSleep() {
        assertEquals(3_600_000, passed(() -> clocks.wallMillis += 3_600_000));
        assertEquals(10, passed(() -> clocks.pass(10)));
        assertEquals(250, passed(() -> clocks.wallMillis += 250));
    }

    /** One that is set back makes no time, and what it passes once more later is no sleep that was not. */
    @Test
    void wallTimeMayBeSet() {
        assertEquals(0, passed(() -> clocks.wallMillis -= 3_600_000));
        assertEquals(20, passed(() -> clocks.pass(20)));
        assertEquals(1_000, passed(() -> clocks.wallMillis += 1_000), "in doubt for sleep");
        assertTrue(clock.monotonicNs() >= clocks.monotonicNs);
    }

    @Test
    void whatDriftsIsNoSleep() {
        long beforeNs = clock.monotonicNs();
        for (int i = 0; i < 50; i++) {
            clocks.pass(10_000);
            clocks.wallMillis++;
        }
        assertEquals(500_000, (clock.monotonicNs() - beforeNs) / MS);
    }

    /** Who had to wait for a core after the one clock, and finds the other far ahead, has not slept. */
    @Test
    void whoIsHeldUpBetweenTwoClocksHasNotSlept() {
        long beforeNs = clock.monotonicNs();
        clocks.between.add(5_000L);
        long seenNs = clock.monotonicNs();
        assertEquals(5_000, (seenNs - beforeNs) / MS);
        clocks.between.addAll(List.of(400L, 300L, 200L, 0L));
        assertEquals(5_900, (clock.monotonicNs() - beforeNs) / MS);
        assertEquals(clocks.monotonicNs, clock.monotonicNs());
    }
}
