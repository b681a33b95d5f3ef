package io.pfs.env.system;

import io.pfs.env.Clock;

/**
 * A clock whose monotonic time goes on while its machine sleeps, when that of Linux stands still: for who holds something of a server on another machine for so
 * long, and must not take the time for shorter than it was there. What wall time runs ahead by all at once is taken for sleep; that somebody has set it
 * looks the same, and only makes things end sooner. Any thread.
 */
public final class SleeplessClock implements Clock {
    /** One for all: times of one are compared with those of another. */
    public static final SleeplessClock OF_THIS_PROCESS = new SleeplessClock(new SystemClock(), 100_000_000);

    private static final long NS_PER_MS = 1_000_000;
    private static final int READINGS_MAX = 16;

    private final Clock clock;
    private final long seenNs;
    private volatile long sleptNs;
    /** How far wall time was ahead of the other when that was looked at last. */
    private volatile long aheadNs;

    /**
     * A clock over those of a machine.
     *
     * @param seenNs what is slept less is not seen: clocks that are set right little by little drift apart as well. It is a small part of
     *     what is measured
     */
    public SleeplessClock(Clock clock, long seenNs) {
        this.clock = clock;
        this.seenNs = seenNs;
        this.aheadNs = aheadOf(clock.monotonicNs());
    }

    private long aheadOf(long monotonicNs) {
        return clock.wallMillis() * NS_PER_MS - monotonicNs;
    }

    @Override
    public long monotonicNs() {
        long nowNs = clock.monotonicNs();
        return Math.abs(aheadOf(nowNs) - aheadNs) < seenNs ? nowNs + sleptNs : afterALook();
    }

    /** A thread that has to wait for a core between the two clocks sees the same. */
    private synchronized long afterALook() {
        long nowNs = clock.monotonicNs();
        long nowAheadNs = aheadOf(nowNs);
        for (int i = 1; i < READINGS_MAX && clock.monotonicNs() - nowNs > seenNs / 4; i++) {
            nowNs = clock.monotonicNs();
            nowAheadNs = aheadOf(nowNs);
        }
        long jumpNs = nowAheadNs - aheadNs;
        if (jumpNs >= seenNs) {
            sleptNs += jumpNs; // first: who sees the other has this
        }
        if (Math.abs(jumpNs) >= seenNs) {
            aheadNs = nowAheadNs;
        }
        return nowNs + sleptNs;
    }

    @Override
    public long wallMillis() {
        return clock.wallMillis();
    }
}
