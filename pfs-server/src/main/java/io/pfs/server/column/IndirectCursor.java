package io.pfs.server.column;

import io.pfs.Limits;
import io.pfs.format.ByteReader;
import io.pfs.row.CellLocation;
import io.pfs.table.Schema;

/** Walks the cells of an indirect record, refusing what no encoder wrote. */
final class IndirectCursor {
    private final ByteReader in;
    private final int count;
    private int passed;
    private int column = -1;
    private long segment;
    private long offset;
    private int length;

    IndirectCursor(ByteReader in) {
        this.in = in;
        String what = "version of an indirect record";
        in.inRange(what, in.u8(what), IndirectCells.VERSION, IndirectCells.VERSION);
        this.count = (int) in.varint("cells of an indirect record", 0, Limits.CELLS_PER_ROW_MAX);
    }

    int count() {
        return count;
    }

    /** Goes to the next cell; false behind the last one. */
    boolean next() {
        if (passed == count) {
            return false;
        }
        passed++;
        long step = in.varint("step to the next column", 0, 2L * Limits.COLUMNS_MAX);
        column = (int) in.inRange(
                "indirect column", column + 1 + step / 2, Limits.DIRECT_COLUMNS_MAX, Schema.RESERVED_FROM - 1L);
        long end = offset + length;
        if (step % 2 == 1) {
            long distance = distance("distance of a segment");
            in.inRange("distance of a segment that changed", distance == 0 ? 0 : 1, 1, 1);
            segment = in.inRange("segment of a cell", segment + distance, 0, CellLocation.SEGMENT_MAX);
            end = 0;
        }
        offset = in.inRange("offset of a cell", end + distance("distance of a cell"), 0, CellLocation.OFFSET_MAX);
        length = (int) in.varint("length of a cell", 0, Integer.MAX_VALUE);
        return true;
    }

    /** Bounded, so that what it is added to can't overflow. */
    private long distance(String what) {
        long max = CellLocation.OFFSET_MAX + Integer.MAX_VALUE;
        return in.inRange(what, in.zigzag(what), -max, max);
    }

    void expectEnd() {
        in.expectEnd("indirect record");
    }

    int column() {
        return column;
    }

    boolean isInJournal() {
        return segment == CellLocation.IN_JOURNAL;
    }

    CellLocation location() {
        return new CellLocation(segment, offset, length);
    }
}
