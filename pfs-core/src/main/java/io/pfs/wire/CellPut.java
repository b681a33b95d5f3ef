package io.pfs.wire;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.table.Schema;

/**
 * A cell to be written, whole.
 *
 * @param compressed whether the column's schema says so
 */
public record CellPut(ColumnId column, byte[] bytes, boolean compressed) {
    public CellPut {
        if (bytes.length > Limits.CELL_BYTES_MAX) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    "a cell has at most " + Limits.CELL_BYTES_MAX + " bytes, but this one of " + column + " has "
                            + bytes.length);
        }
        Schema.requireOfUsers(column);
    }
}
