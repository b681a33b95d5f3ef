package io.pfs.hash;

import io.pfs.Check;
import io.pfs.Limits;

/**
 * Extendible hashing in numbers. Slice {@code i} at depth {@code r} holds the names whose hash ends in the {@code r} low
 * bits of {@code i}; splitting it sends those with a 1 in the next bit to {@code i + 2^r}, and both are at depth {@code r
 * + 1}.
 */
public final class SplitArithmetic {
    private SplitArithmetic() {}

    /** The depth at which a slice came into being: from then on it has its own highest bit. */
    public static int birthDepth(int slice) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(slice);
    }

    /** Which slice takes the upper half when this one splits at this depth. */
    public static int child(int slice, int depth) {
        Check.inRange("depth of a slice that splits", depth, birthDepth(slice), Limits.SLICE_DEPTH_MAX - 1);
        return slice + (1 << depth);
    }

    /** Which slice this one was split from. */
    public static int parent(int slice) {
        Check.inRange("slice with a parent", slice, 1, Limits.SLICES_MAX - 1);
        return slice - Integer.highestOneBit(slice);
    }

    /**
     * The slice that came into being last before this one could: the child of its parent that precedes it, or the parent
     * itself if it is the first child. For a slice of {@code r} bits it is the slice of {@code r - 1} bits with the same
     * low {@code r - 2}. A set of slices is one that splits can make if it holds 0 and each member's predecessor.
     */
    public static int predecessor(int slice) {
        Check.inRange("slice with a predecessor", slice, 1, Limits.SLICES_MAX - 1);
        int half = Integer.highestOneBit(slice) >>> 1;
        return half == 0 ? 0 : half | (slice & (half - 1));
    }

    /** The ancestor-or-self of a slice that is at most so deep. It is where the slice is placed under that spread. */
    public static int ancestor(int slice, int depth) {
        return slice & mask(depth);
    }

    /** Whether a slice at this depth holds the names of this hash. */
    public static boolean covers(int slice, int depth, long hash) {
        return ((int) hash & mask(depth)) == slice;
    }

    static int mask(int bits) {
        return (1 << bits) - 1;
    }
}
