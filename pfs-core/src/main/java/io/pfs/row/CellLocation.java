package io.pfs.row;

import io.pfs.Check;

/**
 * Where the bytes of a cell are: a place in a segment of the pool, or an object of their own. It names a file id, never a
 * path.
 *
 * @param segment id of the segment or object
 * @param offset where the cell's record begins in the segment; of an object, how many bytes it holds
 * @param length bytes of the cell, or {@link #OBJECT}
 */
public record CellLocation(long segment, long offset, int length) {
    public static final int BYTES = 16;
    public static final long SEGMENT_MAX = (1L << 48) - 1;
    public static final long OFFSET_MAX = (1L << 48) - 1;

    /** The segment of a cell whose bytes stand in the journal alone; its offset is its place among such cells. */
    public static final long IN_JOURNAL = 0;

    /** In place of a length: the cell is an object. No cell in a segment is nearly as long. */
    public static final int OBJECT = Integer.MAX_VALUE;

    public CellLocation {
        Check.inRange("segment id", segment, 0, SEGMENT_MAX);
        Check.inRange("cell offset", offset, 0, OFFSET_MAX);
        Check.inRange("cell length", length, 0, Integer.MAX_VALUE);
    }

    /** A cell that is an object of its own, all of it. */
    public static CellLocation ofObject(long id, long bytes) {
        return new CellLocation(id, bytes, OBJECT);
    }

    public boolean isInJournal() {
        return segment == IN_JOURNAL;
    }

    /** Whether the cell is an object of its own. */
    public boolean isObject() {
        return length == OBJECT;
    }

    /** Bytes of the cell, wherever it is. */
    public long size() {
        return isObject() ? offset : length;
    }
}
