package io.pfs.wire;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.row.CellLocation;
import io.pfs.table.Schema;

/**
 * A cell whose bytes were written before, to an object that was sealed, or forced so far.
 *
 * @param bytes how many they are
 */
public record ObjectPut(ColumnId column, ObjectTicket ticket, long bytes) {
    public ObjectPut {
        Schema.requireOfUsers(column);
        Check.inRange("bytes of an object", bytes, 1, CellLocation.OFFSET_MAX);
    }
}
