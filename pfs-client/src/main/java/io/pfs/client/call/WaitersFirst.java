package io.pfs.client.call;

import io.pfs.env.Clock;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Has short work that may block, which an answer needs, done by the thread that waits for that, if it does. A thread that is caught in such a work can't be answered by
 * anybody else, so this is done only as long as it takes no time: after one that was slow, or while one is, threads do it that nobody waits on, until many in a row were
 * quick again. Any thread.
 */
public final class WaitersFirst {
    private static final int QUICK_IN_A_ROW = 16;
    private static final long SLOW_NS = 20_000_000;
    /** So many works are watched while they are done; of more than that it is seen when they end that they were slow. */
    private static final int WATCHED = 16;

    private static final long NOBODY = 0;

    private final Executor others;
    private final Clock clock;
    private final AtomicInteger quickInARow = new AtomicInteger();
    /** When those that are being done were begun. */
    private final AtomicLongArray watchedFromNs = new AtomicLongArray(WATCHED);

    /** @param others do what nobody waits for, or what might keep him for long */
    public WaitersFirst(Executor others, Clock clock) {
        this.others = others;
        this.clock = clock;
    }

    /** Those that nobody waits on. */
    public Executor others() {
        return others;
    }

    /** For the answer to what this thread is asking. */
    public Executor ofThisThread() {
        Wait asker = WaitingThread.here().waitForIt();
        return work -> execute(asker, () -> watch(work));
    }

    private void execute(Wait asker, Runnable work) {
        if (!areQuick() || !asker.takes(work)) {
            others.execute(work);
        }
    }

    /** Whether such work takes no time now. */
    public boolean areQuick() {
        long nowNs = clock.monotonicNs();
        boolean isQuick = true;
        for (int i = 0; i < WATCHED && isQuick; i++) {
            long fromNs = watchedFromNs.get(i);
            isQuick = fromNs == NOBODY || nowNs - fromNs < SLOW_NS;
        }
        return isQuick && quickInARow.get() >= QUICK_IN_A_ROW; // read last: who is watched no more has been noted
    }

    /** Does it on this thread, and sees how long that takes. */
    public void watch(Runnable work) {
        long fromNs = clock.monotonicNs() | 1; // is never nobody's
        int place = 0;
        while (place < WATCHED && !watchedFromNs.compareAndSet(place, NOBODY, fromNs)) {
            place++;
        }
        try {
            work.run();
        } finally {
            note(clock.monotonicNs() - fromNs < SLOW_NS);
            if (place < WATCHED) {
                watchedFromNs.set(place, NOBODY);
            }
        }
    }

    private void note(boolean isQuick) {
        if (!isQuick) {
            quickInARow.set(0);
        } else if (quickInARow.get() < QUICK_IN_A_ROW) {
            quickInARow.incrementAndGet();
        }
    }
}
