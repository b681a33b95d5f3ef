package io.pfs.env.system;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * How a thread waits before it goes to sleep. To wake one that sleeps takes tens of microseconds where its core has gone to
 * sleep, too: a good part of what a force takes, twice for each. So who is likely to be wanted soon looks for it a little
 * longer, and lets every other thread that wants the core go first.
 *
 * <p>Where many compute, who lets them go first is back after all of them, though what he waits for is there by then; who sleeps is woken
 * ahead of them. So a thread that was away for long doesn't look for as long again, nor do those that share this with it; for longer each time
 * that happens, and for less when what was looked for came.
 */
public final class Patience {
    /** For what may come at any moment: about as long as a force on a fast disk takes. */
    static final long SHORT_NS = 200_000;
    /** For what has begun and will come soon: longer than nearly all forces take. */
    static final long LONG_NS = 2_000_000;
    /** Who gives way for so long has given way to somebody: he sleeps this time. */
    private static final long AWAY_NS = 20_000;
    /** Who does so for so long has given way to somebody who computes; of those who wait for each other none has a core so long. */
    private static final long LONG_AWAY_NS = 1_000_000;
    /** So many times as long as somebody was away nobody looks, at the most: so little of all time is lost by it. */
    private static final long REST_TIMES_MAX = 16;
    /** But not longer, however long that was: it may be that nobody wants the core by then. */
    private static final long REST_MAX_NS = 500_000_000;

    private final LongSupplier clockNs;
    private final Runnable way;
    private volatile long restsUntilNs;
    /** By several threads, of which one may undo what another one did: it is an estimate. */
    private volatile long restTimes = 1;

    @SuppressWarnings("ThreadPriorityCheck") // a courtesy: nothing hangs on whether anybody is let go first
    public Patience() {
        this(System::nanoTime, Thread::yield);
    }

    /**
     * One by another clock.
     *
     * @param way lets others go first
     */
    public Patience(LongSupplier clockNs, Runnable way) {
        this.clockNs = clockNs;
        this.way = way;
        this.restsUntilNs = clockNs.getAsLong();
    }

    /** Looks until there is something or patience ends; says whether there is. */
    public boolean look(long forNs, BooleanSupplier there) {
        boolean found = there.getAsBoolean();
        long beforeNs = clockNs.getAsLong();
        boolean isOver = beforeNs - restsUntilNs < 0;
        long endNs = beforeNs + forNs;
        while (!found && !isOver && beforeNs - endNs < 0) {
            way.run();
            found = there.getAsBoolean();
            long nowNs = clockNs.getAsLong();
            note(nowNs, nowNs - beforeNs, found);
            isOver = nowNs - beforeNs > AWAY_NS;
            beforeNs = nowNs;
        }
        return found;
    }

    private void note(long nowNs, long awayNs, boolean found) {
        if (awayNs > LONG_AWAY_NS) {
            restsUntilNs = nowNs + Math.min(REST_MAX_NS, restTimes * awayNs);
            restTimes = Math.min(REST_TIMES_MAX, 2 * restTimes);
        } else if (found) {
            restTimes = Math.max(1, restTimes / 2);
        }
    }
}
