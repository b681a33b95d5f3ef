package io.pfs.wire;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.table.Policy;
import io.pfs.table.Schema;
import java.util.List;
import java.util.Optional;

/** What a shard can be asked. */
public sealed interface Request {
    /** The table it is about. */
    TableId table();

    private static List<ColumnId> askedFor(List<ColumnId> columns) {
        Check.inRange("columns asked for", columns.size(), 0, Limits.CELLS_PER_ROW_MAX);
        columns.forEach(Schema::requireOfUsers);
        return List.copyOf(columns);
    }

    /** One name of a table. */
    sealed interface AboutRow extends Request {
        RowName name();
    }

    /** Makes or changes a row. A row that isn't there is born first, if {@code expected} allows. */
    record EditRow(TableId table, RowName name, Expected expected, NewRow ifNew, RowEdit edit) implements AboutRow {}

    /** Removes a file or symlink. */
    record RemoveRow(TableId table, RowName name, Expected expected) implements AboutRow {}

    /** Reads a row and, with it, these cells. */
    record ReadRow(TableId table, RowName name, List<ColumnId> columns) implements AboutRow {
        public ReadRow {
            columns = askedFor(columns);
        }
    }

    /** Reads part of a cell, as far as it goes. */
    record ReadCell(TableId table, RowName name, ColumnId column, long offset, int length) implements AboutRow {
        public ReadCell {
            Schema.requireOfUsers(column);
            Check.inRange("offset in a cell", offset, 0, Long.MAX_VALUE);
            Check.inRange("bytes asked for of a cell", length, 0, Limits.CELL_BYTES_MAX);
        }
    }

    /** Which columns have a cell in a row, and how long each is. */
    record ListCells(TableId table, RowName name) implements AboutRow {}

    /**
     * Makes a subdirectory: its row in this table, and its own table.
     *
     * @param home the shard where it shall live; empty leaves that to the server
     */
    record MakeTable(
            TableId table,
            RowName name,
            int mode,
            int owner,
            int group,
            Policy policy,
            int spread,
            Optional<ShardId> home)
            implements AboutRow {
        public MakeTable {
            Check.inRange("mode", mode, 0, 0xffff);
            Check.inRange("spread", spread, 0, Limits.SLICE_DEPTH_MAX);
        }
    }

    /**
     * Makes the table of a subdirectory in the shard that this is sent to; the row that leads to it follows. Between
     * servers.
     *
     * @param table where that row will be
     */
    record BearTable(TableId table, int mode, int owner, int group, Policy policy, int spread) implements Request {}

    /**
     * Rows in the order of a table, after a cursor.
     *
     * @param cursor empty for the beginning, else what the answer before returned
     * @param rowsMax how many rows at most
     * @param bytesMax a page ends when so many bytes of cells are in it; it holds one row at least
     */
    record ListRows(TableId table, Optional<Cursor> cursor, int rowsMax, int bytesMax, List<ColumnId> columns)
            implements Request {
        public ListRows {
            columns = askedFor(columns);
            Check.inRange("rows of a page", rowsMax, 1, 1 << 16);
            Check.inRange("bytes of a page", bytesMax, 0, 64 << 20);
        }
    }

    /** What is known of a table. */
    record DescribeTable(TableId table) implements Request {}

    /** Changes a table's columns, policy or attributes. */
    record AlterTable(TableId table, TableChange change) implements Request {}
}
