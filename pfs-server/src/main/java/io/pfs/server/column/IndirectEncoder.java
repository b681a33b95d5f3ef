package io.pfs.server.column;

import io.pfs.ColumnId;
import io.pfs.format.ByteWriter;
import io.pfs.row.CellLocation;

/** Writes the cells of an indirect record one by one, each by how it differs from the one before. */
final class IndirectEncoder {
    private final ByteWriter out;
    private int nextColumn;
    private long segment;
    private long end;

    IndirectEncoder(ByteWriter out) {
        this.out = out;
    }

    void add(ColumnId column, CellLocation location) {
        IndirectCells.requireIndirect(column);
        boolean isSameSegment = location.segment() == segment;
        out.varint((column.value() - nextColumn) * 2L + (isSameSegment ? 0 : 1));
        if (!isSameSegment) {
            out.zigzag(location.segment() - segment);
            end = 0;
        }
        out.zigzag(location.offset() - end).varint(location.length());
        nextColumn = column.value() + 1;
        segment = location.segment();
        end = location.offset() + location.length();
    }
}
