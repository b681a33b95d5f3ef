package io.pfs.hash;

import io.pfs.Check;
import io.pfs.Limits;

/**
 * The order of a table's rows everywhere: by the bits of the hash from the lowest to the highest. Position {@code p} of a
 * row is its hash reversed, an unsigned number. In this order a slice is one interval and a split cuts it in two, so that
 * a listing that knows how far it came stays right whatever splits meanwhile. Rows of one hash are told apart by their
 * names, and a cursor holds both.
 */
public final class SliceOrder {
    private SliceOrder() {}

    /** Where the rows of this hash stand. */
    public static long position(long hash) {
        return Long.reverse(hash);
    }

    /** Which hash stands here. */
    public static long hashAt(long position) {
        return Long.reverse(position);
    }

    /** Which of two hashes comes first. */
    public static int compare(long leftHash, long rightHash) {
        return Long.compareUnsigned(Long.reverse(leftHash), Long.reverse(rightHash));
    }

    /** Where the names of a slice stand. */
    public static Interval interval(int slice, int depth) {
        Check.inRange("depth of a slice", depth, SplitArithmetic.birthDepth(slice), Limits.SLICE_DEPTH_MAX);
        long first = Long.reverse(slice);
        return new Interval(first, first | -1L >>> depth);
    }

    /** The positions from {@code first} to {@code last}, both included, as unsigned numbers. */
    public record Interval(long first, long last) {
        public boolean contains(long position) {
            return Long.compareUnsigned(first, position) <= 0 && Long.compareUnsigned(position, last) <= 0;
        }

        /** Whether nothing comes after this. If anything does, it begins at {@code last + 1}. */
        public boolean isLast() {
            return last == -1;
        }
    }
}
