package io.pfs.server.slice;

import io.pfs.hash.SplitArithmetic;
import java.util.Arrays;

/**
 * Finds what a table has for the slice of a hash without any search: an array with a place for each end that a hash can
 * have in the bits of the deepest slice. A slice that is less deep is in several places, among them that of its index.
 *
 * <p>The array is the caller's, who knows of what type its elements are: a lookup need not fetch one to see that.
 */
public final class SliceDirectory {
    private SliceDirectory() {}

    /** Where in a directory of this length the slice of a hash is. */
    public static int place(long nameHash, int length) {
        return (int) nameHash & (length - 1);
    }

    /**
     * The directory with another slice, or with another value for one that it has; the same array if it is long enough.
     * Slices come in an order in which splits can make them, so that the names of a new one were its parent's.
     */
    public static <T> T[] with(T[] directory, int slice, T value) {
        T[] places = slice < directory.length ? directory : doubled(directory);
        T before = places[slice];
        int step = 1 << SplitArithmetic.birthDepth(slice);
        for (int place = slice; place < places.length; place += step) {
            if (places[place] == before) {
                places[place] = value;
            }
        }
        return places;
    }

    private static <T> T[] doubled(T[] directory) {
        int length = directory.length;
        T[] doubled = Arrays.copyOf(directory, 2 * length);
        System.arraycopy(directory, 0, doubled, length, length);
        return doubled;
    }
}
