package io.pfs.server.image;

import io.pfs.server.slice.Slice;

/**
 * What image and delta have of a slice, for who lays over it what changed since and writes it anew: in the order of the slice, and in
 * no table where any of it could be looked up.
 */
public final class StoredRows {
    private final RowBatch image;
    /** What came since, in the order in which it came: a name may be here several times, and the last time counts. */
    private final RowBatch changes;

    private final Slice withoutRows;

    /** @param withoutRows the slice as the delta leaves it, but for its rows */
    StoredRows(RowBatch image, RowBatch changes, Slice withoutRows) {
        this.image = image;
        this.changes = changes;
        this.withoutRows = withoutRows;
    }

    RowBatch image() {
        return image;
    }

    RowBatch changes() {
        return changes;
    }

    /** The slice, with its replies, but none of its rows. */
    public Slice withoutRows() {
        return withoutRows;
    }

    /** What it keeps in memory, about. */
    public long memoryBytes() {
        return image.memoryBytes() + changes.memoryBytes() + withoutRows.memoryBytes();
    }
}
