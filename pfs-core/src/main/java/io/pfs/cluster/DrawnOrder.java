package io.pfs.cluster;

/**
 * The numbers below a power of two in an order that a seed draws: each stands at one place, so who draws for several never draws the
 * same for two.
 */
final class DrawnOrder {
    /** With fewer the first places are easily alike from seed to seed. */
    private static final int ROUNDS = 6;

    private static final long STEP = 0x9E37_79B9_7F4A_7C15L;
    private static final long MULTIPLIER = 0xD6E8_FEB8_6659_FD93L;

    private final int mask;
    private final int shift;
    private final long seed;

    /** @param bits of the numbers */
    DrawnOrder(int bits, long seed) {
        this.mask = (1 << bits) - 1;
        this.shift = Math.max(1, bits / 2);
        this.seed = seed;
    }

    /** What stands at a place. Every operation of a round can be undone below the mask, so no two places have the same. */
    int at(int place) {
        int number = place;
        long key = seed;
        for (int round = 0; round < ROUNDS; round++) {
            key = mixed(key + STEP);
            int odd = (int) key | 1;
            int added = (int) (key >>> Integer.SIZE);
            number = (number * odd + added) & mask;
            number ^= number >>> shift;
        }
        return number;
    }

    private static long mixed(long key) {
        long mixed = (key ^ (key >>> 32)) * MULTIPLIER;
        return mixed ^ (mixed >>> 32);
    }
}
