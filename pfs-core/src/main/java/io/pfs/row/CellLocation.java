package io.pfs.row;

import io.pfs.Check;
import java.util.OptionalInt;

/**
 * Where the bytes of a cell are: a place in a segment of the pool, or an object of their own. It names a file id, never a
 * path.
 *
 * @param segment id of the segment or object
 * @param offset where the cell's record begins in the segment; of an object, how many bytes it holds
 * @param length bytes of the cell; of an object {@link #OBJECT}, or less if it had not ended when its row was written
 */
public record CellLocation(long segment, long offset, int length) {
    public static final int BYTES = 16;
    public static final long SEGMENT_MAX = (1L << 48) - 1;
    public static final long OFFSET_MAX = (1L << 48) - 1;

    /** The segment of a cell whose bytes stand in the journal alone; its offset is its place among such cells. */
    public static final long IN_JOURNAL = 0;

    /** In place of a length: the cell is an object that has ended. No cell in a segment is nearly as long. */
    public static final int OBJECT = Integer.MAX_VALUE;

    /** Lengths from here to {@link #OBJECT}: an object that has not ended, and the sum of what its last chunk began with. */
    private static final int GROWING = 1 << 30;

    public CellLocation {
        Check.inRange("segment id", segment, 0, SEGMENT_MAX);
        Check.inRange("cell offset", offset, 0, OFFSET_MAX);
        Check.inRange("cell length", length, 0, Integer.MAX_VALUE);
    }

    /** A cell that is an object of its own, all of it. */
    public static CellLocation ofObject(long id, long bytes) {
        return new CellLocation(id, bytes, OBJECT);
    }

    /**
     * A cell that is what an object begins with, which has not ended there.
     *
     * @param bytes how many of it
     * @param lastSum the checksum of those of them that fill no chunk, or anything if there are none
     */
    public static CellLocation ofGrowing(long id, long bytes, int lastSum) {
        return new CellLocation(id, bytes, GROWING | partOf(lastSum));
    }

    /** What a location has room for of a checksum: its low 30 bits, and of two values of these but one. */
    public static int partOf(int sum) {
        return Math.min(sum & (GROWING - 1), GROWING - 2);
    }

    /** The place of a cell that was lost with the journal: no cell ever has it, in no shard. */
    public static CellLocation lost(int length) {
        return new CellLocation(IN_JOURNAL, 0, length);
    }

    /** Of an object that has not ended: {@link #partOf} the checksum of the last of its bytes, which fill no chunk. */
    public OptionalInt lastSum() {
        return isObject() && length != OBJECT ? OptionalInt.of(length - GROWING) : OptionalInt.empty();
    }

    public boolean isInJournal() {
        return segment == IN_JOURNAL;
    }

    /** Whether the cell is an object of its own. */
    public boolean isObject() {
        return length >= GROWING;
    }

    /** Bytes of the cell, wherever it is. */
    public long size() {
        return isObject() ? offset : length;
    }
}
