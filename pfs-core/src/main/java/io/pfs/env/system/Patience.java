package io.pfs.env.system;

import java.util.function.BooleanSupplier;

/**
 * How a thread waits before it goes to sleep. To wake one that sleeps takes tens of microseconds where its core has gone to
 * sleep, too: a good part of what a force takes, twice for each. So who is likely to be wanted soon looks for work a little
 * longer, and lets every other thread that wants the core go first.
 */
final class Patience {
    /** For what may come at any moment: about as long as a force on a fast disk takes. */
    static final long SHORT_NS = 200_000;
    /** For what has begun and will come soon: longer than nearly all forces take. */
    static final long LONG_NS = 2_000_000;
    /** Who gives way for so long has given way to somebody. */
    private static final long AWAY_NS = 20_000;

    private Patience() {}

    /** Looks until there is something or patience ends; says whether there is. */
    @SuppressWarnings("ThreadPriorityCheck") // a courtesy: nothing hangs on whether anybody is let go first
    static boolean look(long forNs, BooleanSupplier there) {
        boolean found = there.getAsBoolean();
        long beforeNs = System.nanoTime();
        long endNs = beforeNs + forNs;
        while (!found && beforeNs - endNs < 0) {
            Thread.yield();
            found = there.getAsBoolean();
            long nowNs = System.nanoTime();
            if (nowNs - beforeNs > AWAY_NS) {
                break; // others want the core
            }
            beforeNs = nowNs;
        }
        return found;
    }
}
