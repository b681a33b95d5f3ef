package io.pfs.client.local;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.TableId;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.ReadRows;
import io.pfs.wire.Request.ReadsCells;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Columns in which a compressed cell was met: a server unpacks those, so that places of them are of no use. Any thread. */
final class PackedColumns {
    /** So many are remembered; what does not fit is found out again. */
    private static final int COLUMNS_MAX = 4096;

    private final Set<Packed> packed = ConcurrentHashMap.newKeySet();

    private record Packed(TableId table, ColumnId column) {}

    boolean hasAnyOf(ReadsCells read) {
        return !packed.isEmpty()
                && columnsOf(read).stream().anyMatch(column -> packed.contains(new Packed(read.table(), column)));
    }

    /** Those that are asked for, in their order. */
    static List<ColumnId> columnsOf(ReadsCells request) {
        if (request instanceof ReadRow read) {
            return read.columns();
        } else if (request instanceof ReadRows read) {
            return read.columns();
        } else if (request instanceof ListRows list) {
            return list.columns();
        }
        return request instanceof ReadCell read ? List.of(read.column()) : List.of();
    }

    void add(TableId table, ColumnId column) {
        if (packed.size() < COLUMNS_MAX) {
            packed.add(new Packed(table, column));
        }
    }

    /** Notes what a failure tells. Of a single cell it is clear which column it was; of others it is noted where they are read. */
    void learn(Throwable cause, ReadsCells read) {
        if (read instanceof ReadCell cell
                && cause instanceof PfsException ours
                && ours.code() == ErrorCode.NOT_SUPPORTED) {
            add(cell.table(), cell.column());
        }
    }
}
