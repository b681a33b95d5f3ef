package io.pfs.env.system;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * How a thread waits before it goes to sleep. To wake one that sleeps takes tens of microseconds where its core has gone to
 * sleep, too: a good part of what a force takes, twice for each. So who is likely to be wanted soon looks for work a little
 * longer, and lets every other thread that wants the core go first.
 *
 * <p>Where many want it, who lets them go first is back after all of them, though there is work for him by then; who sleeps is woken
 * ahead of them. So a thread that was away for long doesn't look for several times as long, nor do those that share this with it.
 */
final class Patience {
    /** For what may come at any moment: about as long as a force on a fast disk takes. */
    static final long SHORT_NS = 200_000;
    /** For what has begun and will come soon: longer than nearly all forces take. */
    static final long LONG_NS = 2_000_000;
    /** Who gives way for so long has given way to somebody. */
    private static final long AWAY_NS = 20_000;
    /** So many times as long as somebody was away nobody looks, so that little of all time is lost by it. */
    private static final long REST_TIMES = 16;
    /** But not longer, however long that was: it may be that nobody wants the core by then. */
    private static final long REST_MAX_NS = 500_000_000;

    private final LongSupplier clockNs;
    private final Runnable way;
    private volatile long restsUntilNs;

    @SuppressWarnings("ThreadPriorityCheck") // a courtesy: nothing hangs on whether anybody is let go first
    Patience() {
        this(System::nanoTime, Thread::yield);
    }

    /**
     * One by another clock.
     *
     * @param way lets others go first
     */
    Patience(LongSupplier clockNs, Runnable way) {
        this.clockNs = clockNs;
        this.way = way;
        this.restsUntilNs = clockNs.getAsLong();
    }

    /** Looks until there is something or patience ends; says whether there is. */
    boolean look(long forNs, BooleanSupplier there) {
        boolean found = there.getAsBoolean();
        long beforeNs = clockNs.getAsLong();
        boolean isOver = beforeNs - restsUntilNs < 0;
        long endNs = beforeNs + forNs;
        while (!found && !isOver && beforeNs - endNs < 0) {
            way.run();
            found = there.getAsBoolean();
            long nowNs = clockNs.getAsLong();
            long awayNs = nowNs - beforeNs;
            if (awayNs > AWAY_NS) {
                restsUntilNs = nowNs + Math.min(REST_MAX_NS, REST_TIMES * awayNs);
                isOver = true; // others want the core
            }
            beforeNs = nowNs;
        }
        return found;
    }
}
