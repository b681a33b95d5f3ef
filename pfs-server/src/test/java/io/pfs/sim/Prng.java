package io.pfs.sim;

import io.pfs.env.Entropy;

/** SplitMix64: small, fast, and the same everywhere. */
public final class Prng implements Entropy {
    private static final long GAMMA = 0x9E3779B97F4A7C15L;

    private final long origin;
    private long state;

    public Prng(long seed) {
        origin = mix(seed);
        state = origin;
    }

    /** A generator of its own for a component; it does not depend on what has been drawn here. */
    public Prng child(String name) {
        long hash = 1125899906842597L;
        for (int i = 0; i < name.length(); i++) {
            hash = 31 * hash + name.charAt(i);
        }
        return new Prng(origin ^ mix(hash));
    }

    @Override
    public long nextLong() {
        state += GAMMA;
        return mix(state);
    }

    /** From 0 to {@code bound - 1}. */
    public int below(int bound) {
        return (int) Long.remainderUnsigned(nextLong(), bound);
    }

    /** From {@code min} to {@code max}, both included. */
    public long between(long min, long max) {
        return min + Long.remainderUnsigned(nextLong(), max - min + 1);
    }

    /** True once in {@code times}. */
    public boolean oneIn(int times) {
        return below(times) == 0;
    }

    public boolean chance(double probability) {
        return (nextLong() >>> 11) * 0x1.0p-53 < probability;
    }

    private static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
