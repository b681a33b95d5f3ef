package io.pfs.server.state;

import io.pfs.server.slice.Slice;

/** Says when a slice is written as a delta to its image: while that repeats few of its rows. */
public final class DeltaShare {
    /** A delta that repeats more than one row in so many is worth an image. */
    private static final int SHARE = 4;

    private DeltaShare() {}

    /** Whether the changes of this slice, which has so many rows, make a delta. */
    public static boolean isDeltaWorthIt(Slice changed, int rowCount) {
        return (changed.changedCount() + changed.removedCount()) * SHARE <= rowCount;
    }

    /** Whether a delta and what is laid over it would make a delta again. */
    public static boolean isDeltaWorthIt(Slice delta, Slice overlay, int rowCount) {
        int changes = delta.rowCount() + delta.removedCount() + overlay.rowCount() + overlay.removedCount();
        return changes * SHARE <= rowCount;
    }
}
