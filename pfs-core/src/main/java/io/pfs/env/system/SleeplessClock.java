package io.pfs.env.system;

import io.pfs.env.Clock;

/**
 * A clock whose monotonic time goes on while its machine sleeps, when that of Linux stands still: for who holds something of a server on another machine for so
 * long, and must not take the time for shorter than it was there. What wall time runs ahead by all at once is taken for sleep; that somebody has set it
 * looks the same, and only makes things end sooner. Any thread.
 */
public final class SleeplessClock implements Clock {
    /** One for all: times of one are compared with those of another. */
    public static final SleeplessClock OF_THIS_PROCESS = new SleeplessClock(new SystemClock());

    private static final long NS_PER_MS = 1_000_000;
    /** A shorter sleep is not seen: clocks that are set right little by little drift apart as well. */
    static final long SEEN_NS = 100 * NS_PER_MS;
    /** Two clocks that are read with less than this in between were read at once. */
    private static final long AT_ONCE_NS = SEEN_NS / 4;

    private static final int READINGS_MAX = 16;

    private final Clock clock;
    private volatile long sleptNs;
    /** How far wall time was ahead of the other when that was looked at last. */
    private volatile long aheadNs;

    public SleeplessClock(Clock clock) {
        this.clock = clock;
        this.aheadNs = aheadOf(clock.monotonicNs());
    }

    private long aheadOf(long monotonicNs) {
        return clock.wallMillis() * NS_PER_MS - monotonicNs;
    }

    @Override
    public long monotonicNs() {
        long nowNs = clock.monotonicNs();
        return Math.abs(aheadOf(nowNs) - aheadNs) < SEEN_NS ? nowNs + sleptNs : afterALook();
    }

    /** A thread that has to wait for a core between the two clocks sees the same. */
    private synchronized long afterALook() {
        long nowNs = clock.monotonicNs();
        long nowAheadNs = aheadOf(nowNs);
        for (int i = 1; i < READINGS_MAX && clock.monotonicNs() - nowNs > AT_ONCE_NS; i++) {
            nowNs = clock.monotonicNs();
            nowAheadNs = aheadOf(nowNs);
        }
        long jumpNs = nowAheadNs - aheadNs;
        if (jumpNs >= SEEN_NS) {
            sleptNs += jumpNs; // first: who sees the other has this
        }
        if (Math.abs(jumpNs) >= SEEN_NS) {
            aheadNs = nowAheadNs;
        }
        return nowNs + sleptNs;
    }

    @Override
    public long wallMillis() {
        return clock.wallMillis();
    }
}
