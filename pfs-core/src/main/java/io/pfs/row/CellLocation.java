package io.pfs.row;

import io.pfs.Check;

/**
 * Where the bytes of a cell are: a place in a segment of the pool. It names a file id, never a path.
 *
 * @param segment id of the segment
 * @param offset where the cell's record begins in it
 * @param length bytes of the cell
 */
public record CellLocation(long segment, long offset, int length) {
    public static final int BYTES = 16;
    public static final long SEGMENT_MAX = (1L << 48) - 1;
    public static final long OFFSET_MAX = (1L << 48) - 1;

    /** The segment of a cell whose bytes stand in the journal alone; its offset is its place among such cells. */
    public static final long IN_JOURNAL = 0;

    public CellLocation {
        Check.inRange("segment id", segment, 0, SEGMENT_MAX);
        Check.inRange("cell offset", offset, 0, OFFSET_MAX);
        Check.inRange("cell length", length, 0, Integer.MAX_VALUE);
    }

    public boolean isInJournal() {
        return segment == IN_JOURNAL;
    }
}
