package io.pfs.wire;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.Limits;
import io.pfs.ProcedureId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.row.CellLocation;
import io.pfs.table.Policy;
import io.pfs.table.Schema;
import io.pfs.table.SpreadPolicy;
import io.pfs.table.Spreading;
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

    /**
     * Gives a row another name, in this table or another, at once for all who look. It keeps its file id. A directory does
     * not come to lie below itself. A row that bears the name already is replaced: a file by a file or symlink, an empty
     * directory by a directory.
     *
     * @param toShard where the new name lives
     * @param overwrite whether a row may be replaced
     */
    record RenameRow(TableId table, RowName name, ShardId toShard, TableId toTable, RowName toName, boolean overwrite)
            implements AboutRow {
        /** The same if the new name lives in this shard. */
        public RenameRow to(ShardId other) {
            return new RenameRow(table, name, other, toTable, toName, overwrite);
        }
    }

    /**
     * Removes a subdirectory: its row in this table, and its own table.
     *
     * @param recursive also with all that is in it, which is cut off at once and reaped later; else it must be empty
     */
    record RemoveTable(TableId table, RowName name, boolean recursive) implements AboutRow {}

    /** Asks for a second name of a row: always refused, since a row is where its one name is. */
    record LinkRow(TableId table, RowName name, TableId toTable, RowName toName) implements AboutRow {}

    /** A step of a procedure, which needs no client: it may come late or twice. Between servers. */
    record TakeStep(TableId table, ProcedureId procedure, NameStep step) implements Request {}

    /** Makes or changes a row. A row that isn't there is born first, if {@code expected} allows. */
    record EditRow(TableId table, RowName name, Expected expected, NewRow ifNew, RowEdit edit) implements AboutRow {}

    /**
     * Makes or changes rows of one table at once: all of them, or none if one is refused. No name stands twice.
     *
     * @param edits of this table
     */
    record EditRows(TableId table, List<EditRow> edits) implements Request {
        public EditRows {
            Check.inRange("rows of one change", edits.size(), 1, Limits.ROWS_PER_CHANGE_MAX);
            edits = List.copyOf(edits);
            SeenNames names = new SeenNames(edits.size());
            for (EditRow edit : edits) {
                Check.that(edit.table().equals(table), "the rows of one change are of one table");
                Check.that(names.add(edit.name()), "a row stands once in a change of many");
            }
        }
    }

    /** Removes a file or symlink. */
    record RemoveRow(TableId table, RowName name, Expected expected) implements AboutRow {}

    /** Looks up a hop of a path: answered with the row, and with a lease on it if it is a directory's. */
    record LookUp(TableId table, RowName name) implements AboutRow {}

    /** One that walks over the rows of a table in its order, and is asked again for what comes behind a place. */
    sealed interface WalksRows extends Request {
        /** Behind which place to go on; empty for the beginning. */
        Optional<Cursor> cursor();

        /** The last position of rows that are meant ({@code io.pfs.hash.SliceOrder}): nobody asks for those behind it. */
        default long last() {
            return -1;
        }
    }

    /** One that is answered with cells, or with where they are, which may do for who can open the files of a server's pool. */
    sealed interface ReadsCells extends Request {
        /** Whether the place of a cell may be the answer instead of its bytes, where it has one. */
        boolean placesDo();

        /** The same, asked by one whom places do. */
        Request askingForPlaces();

        /** The same, asked by one whom no place has done. */
        Request askingForBytes();

        /** Whether it asks for cells at all. */
        boolean hasCells();
    }

    /**
     * Reads a row and, with it, these cells.
     *
     * @param placesDo see {@link ReadsCells}
     */
    record ReadRow(TableId table, RowName name, List<ColumnId> columns, boolean placesDo)
            implements AboutRow, ReadsCells {
        public ReadRow {
            columns = askedFor(columns);
        }

        public ReadRow(TableId table, RowName name, List<ColumnId> columns) {
            this(table, name, columns, false);
        }

        @Override
        public ReadRow askingForPlaces() {
            return new ReadRow(table, name, columns, true);
        }

        @Override
        public ReadRow askingForBytes() {
            return new ReadRow(table, name, columns, false);
        }

        @Override
        public boolean hasCells() {
            return !columns.isEmpty();
        }
    }

    /**
     * Reads rows of one table by their names and, with each, these cells.
     *
     * @param bytesMax the answer ends when so many bytes of cells are in it; it tells of one name at least
     * @param placesDo see {@link ReadsCells}; then bytes of which only the place is told count, too
     */
    record ReadRows(TableId table, List<RowName> names, int bytesMax, List<ColumnId> columns, boolean placesDo)
            implements ReadsCells {
        public ReadRows {
            Check.inRange("rows asked for", names.size(), 1, Limits.ROWS_PER_READ_MAX);
            Check.inRange("bytes of an answer", bytesMax, 0, Limits.PAGE_BYTES_MAX);
            names = List.copyOf(names);
            columns = askedFor(columns);
        }

        public ReadRows(TableId table, List<RowName> names, int bytesMax, List<ColumnId> columns) {
            this(table, names, bytesMax, columns, false);
        }

        @Override
        public ReadRows askingForPlaces() {
            return new ReadRows(table, names, bytesMax, columns, true);
        }

        @Override
        public ReadRows askingForBytes() {
            return new ReadRows(table, names, bytesMax, columns, false);
        }

        @Override
        public boolean hasCells() {
            return !columns.isEmpty();
        }
    }

    /**
     * Reads part of a cell, as far as it goes.
     *
     * @param placesDo see {@link ReadsCells}
     */
    record ReadCell(TableId table, RowName name, ColumnId column, long offset, int length, boolean placesDo)
            implements AboutRow, ReadsCells {
        public ReadCell {
            Schema.requireOfUsers(column);
            Check.inRange("offset in a cell", offset, 0, Long.MAX_VALUE);
            Check.inRange("bytes asked for of a cell", length, 0, Limits.CELL_BYTES_MAX);
        }

        public ReadCell(TableId table, RowName name, ColumnId column, long offset, int length) {
            this(table, name, column, offset, length, false);
        }

        @Override
        public ReadCell askingForPlaces() {
            return new ReadCell(table, name, column, offset, length, true);
        }

        @Override
        public ReadCell askingForBytes() {
            return new ReadCell(table, name, column, offset, length, false);
        }

        @Override
        public boolean hasCells() {
            return true;
        }
    }

    /**
     * Begins a cell that becomes an object of its own. It is garbage until an edit of the row refers to it, and is lost when
     * its writer falls silent. When the server begins anew, or the row goes to another one, it takes nothing more; then
     * another object can be begun with what was answered for of this one.
     *
     * @param ticket to be drawn anew for each object
     * @param bytes how many there will be at the least
     * @param prefix of another object, which it begins with
     */
    record BeginObject(
            TableId table,
            RowName name,
            ColumnId column,
            ObjectTicket ticket,
            long bytes,
            Optional<ObjectPrefix> prefix)
            implements AboutRow {
        /** One with nothing in it. */
        public BeginObject(TableId table, RowName name, ColumnId column, ObjectTicket ticket, long bytes) {
            this(table, name, column, ticket, bytes, Optional.empty());
        }

        public BeginObject {
            Schema.requireOfUsers(column);
            Check.inRange("bytes of an object", bytes, 0, CellLocation.OFFSET_MAX);
        }
    }

    /**
     * Writes a piece of an object at its end. Many may be on their way; one that overtook another is refused for now, and one
     * that comes again changes nothing.
     *
     * @param offset how many bytes come before it
     */
    record WriteObject(TableId table, RowName name, ObjectTicket ticket, long offset, byte[] bytes)
            implements AboutRow {
        public WriteObject {
            Check.inRange("bytes of a piece", bytes.length, 1, Limits.OBJECT_PIECE_BYTES_MAX);
            Check.inRange("offset in an object", offset, 0, CellLocation.OFFSET_MAX - bytes.length);
        }
    }

    /**
     * Ends an object: all its bytes and its name are forced, and an edit can refer to it.
     *
     * @param bytes how many were written
     */
    record SealObject(TableId table, RowName name, ObjectTicket ticket, long bytes) implements AboutRow {
        public SealObject {
            Check.inRange("bytes of an object", bytes, 1, CellLocation.OFFSET_MAX);
        }
    }

    /**
     * Forces what was written of an object, which goes on: an edit can refer to that much, and to more when more was forced.
     * If its writer dies, it stays as it was referred to last.
     *
     * @param bytes how many were written
     */
    record ForceObject(TableId table, RowName name, ObjectTicket ticket, long bytes) implements AboutRow {
        public ForceObject {
            Check.inRange("bytes of an object", bytes, 1, CellLocation.OFFSET_MAX);
        }
    }

    /** Gives up an object: no edit shall refer to it any more. What a row has of it stays. */
    record DropObject(TableId table, RowName name, ObjectTicket ticket) implements AboutRow {}

    /** Which columns have a cell in a row, and how long each is. */
    record ListCells(TableId table, RowName name) implements AboutRow {}

    /**
     * Makes a subdirectory: its row in this table, and its own table.
     *
     * @param owner or {@link Asker#UNSAID}: who asks
     * @param group or {@link Asker#UNSAID}: that of this table
     * @param spreading a spread that is not 0 is that from its birth; else its policy says when it gets one
     * @param home the shard where it shall live; empty leaves that to the server
     */
    record MakeTable(
            TableId table,
            RowName name,
            int mode,
            int owner,
            int group,
            Policy policy,
            Spreading spreading,
            Optional<ShardId> home)
            implements AboutRow {
        public MakeTable {
            Check.inRange("mode", mode, 0, 0xffff);
        }

        /** With this spread from its birth on, or the one that it gets when it needs it. */
        public MakeTable(
                TableId table,
                RowName name,
                int mode,
                int owner,
                int group,
                Policy policy,
                int spread,
                Optional<ShardId> home) {
            this(table, name, mode, owner, group, policy, new Spreading(SpreadPolicy.DYNAMIC, spread), home);
        }
    }

    /**
     * Rows in the order of a table, after a cursor.
     *
     * @param cursor empty for the beginning, else what the answer before returned
     * @param rowsMax how many rows at most
     * @param bytesMax a page ends when so many bytes of cells are in it; it holds one row at least
     * @param placesDo see {@link ReadsCells}; then bytes of which only the place is told count, too
     */
    record ListRows(
            TableId table, Optional<Cursor> cursor, int rowsMax, int bytesMax, List<ColumnId> columns, boolean placesDo)
            implements ReadsCells, WalksRows {
        /** For a row without cells, with its name: most take less. */
        private static final int ROW_BYTES = 512;
        /** Of all rows of a page. */
        private static final long PAGE_ROW_BYTES_MAX = 8 << 20;

        public ListRows {
            columns = askedFor(columns);
            Check.inRange("rows of a page", rowsMax, 1, Limits.ROWS_PER_PAGE_MAX);
            Check.inRange("bytes of a page", bytesMax, 0, Limits.PAGE_BYTES_MAX);
        }

        /** What rows and names of a page may take, without cells: when it is that much it is full, though there are fewer rows than it may have. */
        public long rowBytesMax() {
            return Math.min((long) ROW_BYTES * rowsMax, PAGE_ROW_BYTES_MAX) + FoundRow.BYTES_MAX;
        }

        public ListRows(TableId table, Optional<Cursor> cursor, int rowsMax, int bytesMax, List<ColumnId> columns) {
            this(table, cursor, rowsMax, bytesMax, columns, false);
        }

        @Override
        public ListRows askingForPlaces() {
            return new ListRows(table, cursor, rowsMax, bytesMax, columns, true);
        }

        @Override
        public ListRows askingForBytes() {
            return new ListRows(table, cursor, rowsMax, bytesMax, columns, false);
        }

        @Override
        public boolean hasCells() {
            return !columns.isEmpty();
        }
    }

    /**
     * Looks for what a query asks for, among so many rows of a table in its order, after a cursor.
     *
     * @param cursor empty for the beginning, else what the answer before returned
     * @param last position of the last rows that are looked at; -1 is that of the last of all
     * @param rowsMax how many rows are looked at, at most
     */
    record SearchRows(TableId table, Optional<Cursor> cursor, long last, int rowsMax, RowSearch search)
            implements WalksRows {
        /** Up to the end of the table. */
        public SearchRows(TableId table, Optional<Cursor> cursor, int rowsMax, RowSearch search) {
            this(table, cursor, -1, rowsMax, search);
        }

        public SearchRows {
            Check.inRange("rows to look at", rowsMax, 1, Limits.ROWS_PER_SEARCH_MAX);
        }
    }

    /** How far the indexes of a table are, in the shard of a cursor, or in the first that has rows of it. */
    record MeasureIndexes(TableId table, Optional<Cursor> cursor) implements WalksRows {}

    /**
     * Looks up and lists many things at once that are in shards of one seat. Each part is served as if it had come alone, and is
     * answered for itself; a part whose shard is not of that seat is refused as not owned, and the others are not.
     *
     * @param table that the first part is about
     * @param parts hops, and pages without cells, which have no more rows together than a page may
     */
    record ReadMany(TableId table, List<Part> parts) implements Request {
        public ReadMany {
            Check.inRange("parts of a request", parts.size(), 1, Limits.PARTS_PER_READ_MAX);
            parts = List.copyOf(parts);
            Check.that(parts.get(0).request().table().equals(table), "a request is about the table of its first part");
            int rows = parts.stream().mapToInt(Part::rowsMax).sum();
            Check.inRange("rows of all parts", rows, 0, Limits.ROWS_PER_PAGE_MAX);
        }

        /** In the name of all parts. */
        public ReadMany(List<Part> parts) {
            this(parts.get(0).request().table(), parts);
        }

        /** Whether something can be asked as a part of this. */
        public static boolean takes(Request request) {
            return request instanceof LookUp
                    || (request instanceof ListRows list && !list.hasCells() && !list.placesDo());
        }
    }

    /** A part of {@link ReadMany}, and the shard that it is meant for. */
    record Part(ShardId shard, Request request) {
        public Part {
            Check.that(ReadMany.takes(request), "only hops and pages without cells are asked for together");
        }

        /** How many rows the answer may have. */
        public int rowsMax() {
            return request instanceof ListRows list ? list.rowsMax() : 1;
        }

        public long rowBytesMax() {
            return request instanceof ListRows list ? list.rowBytesMax() : FoundRow.BYTES_MAX;
        }
    }

    /** What is known of a table. */
    record DescribeTable(TableId table) implements Request {}

    /** How much space there is where the server keeps what is in a table. */
    record MeasureSpace(TableId table) implements Request {}

    /**
     * Asks servers that come and go who serves what, or says what is to become of one of them. Any of them answers, whichever
     * shard it has, with what it knows then.
     *
     * @param table the root; it is about no table
     * @param server {@code HOST:PORT} of whom the deed is about; empty for a look
     */
    record ManageCluster(TableId table, ClusterDeed deed, String server) implements Request {
        public ManageCluster {
            Check.that(server.isEmpty() == (deed == ClusterDeed.LOOK), "a server is named if the deed is about one");
        }
    }

    /** Changes a table's columns, policy or attributes. */
    record AlterTable(TableId table, TableChange change) implements Request {}
}
