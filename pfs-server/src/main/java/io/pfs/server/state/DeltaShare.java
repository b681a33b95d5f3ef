package io.pfs.server.state;

import io.pfs.server.slice.Slice;

/** Says when a slice is written as a delta to its image: while that repeats few of its rows. */
public final class DeltaShare {
    /** A delta that repeats more than one row in so many is worth an image. */
    private static final int SHARE = 4;

    /**
     * The same of a delta that grows by a part, which costs little; its own rows count among those of the slice, so at most there are
     * as many as in the image. It costs who reads the slice, and the filter has room for half of those names.
     */
    private static final int SHARE_GROWN = 2;

    private DeltaShare() {}

    /** Whether the changes of this slice, which has so many rows, make a delta. */
    public static boolean isDeltaWorthIt(Slice changed, int rowCount) {
        return (changed.changedCount() + changed.removedCount()) * SHARE <= rowCount;
    }

    /** Whether a delta of so many changes, replies among them, may get a part of so many more. */
    static boolean mayGrow(int changes, int more, int rowCount) {
        return ((long) changes + more) * SHARE_GROWN <= rowCount;
    }
}
