package io.pfs.hash;

/** Finds slices that no splits can have made, a word at a time. */
final class Orphans {
    private Orphans() {}

    /**
     * The lowest slice that lacks its predecessor, or 0 if slice 0 itself is missing; -1 if there is none. The slices of
     * {@code r} bits and those of {@code r - 1} bits lie in runs of words, one twice as long as the other, and each half
     * of the longer must be a subset of the shorter.
     */
    static int first(long[] words) {
        if ((words[0] & 1) == 0) {
            return 0;
        }
        for (long rest = words[0] & ~1L; rest != 0; rest &= rest - 1) {
            int slice = Long.numberOfTrailingZeros(rest);
            if ((words[0] & 1L << SplitArithmetic.predecessor(slice)) == 0) {
                return slice;
            }
        }
        for (int w = 1; w < words.length; w++) {
            long lacking = words[w] & ~predecessors(words, w);
            if (lacking != 0) {
                return (w << 6) + Long.numberOfTrailingZeros(lacking);
            }
        }
        return -1;
    }

    /** The word that says, for each slice of word {@code w}, whether its predecessor exists. */
    private static long predecessors(long[] words, int w) {
        if (w > 1) {
            return words[SplitArithmetic.predecessor(w)];
        }
        long upper = words[0] >>> 32;
        return upper << 32 | upper;
    }
}
