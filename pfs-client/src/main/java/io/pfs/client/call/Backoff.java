package io.pfs.client.call;

import io.pfs.env.Entropy;

/** How long to wait before the n-th repetition: twice as long each time up to a bound, and never all at the same moment. */
public final class Backoff {
    private static final long FIRST_NS = 1_000_000;
    private static final long MOST_NS = 1_000_000_000;
    private static final int DOUBLINGS_MAX = 10;

    private Backoff() {}

    /** Between half and all of the bound that doubles. */
    public static long delayNs(int repetition, Entropy entropy) {
        long bound = Math.min(MOST_NS, FIRST_NS << Math.min(repetition, DOUBLINGS_MAX));
        return bound / 2 + Long.remainderUnsigned(entropy.nextLong(), bound / 2 + 1);
    }
}
