package io.pfs.server.state;

import io.pfs.FileId;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.query.index.IndexedFields;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.RowLayout;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.slice.Slice;
import io.pfs.server.table.TableFacts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The rows of a shard's table of tables: one for each table that it has, whole or in part, and what ids are given out. */
public final class TableRows {
    /** A row that is no table's: below its size file ids are reserved, and so many ids of tables as its owner says are passed over. */
    public static final RowName RESERVED_FILE_IDS = RowName.of("reserved-file-ids");

    private final TableState table;
    private long reservedFileIds = -1;

    TableRows(TableState tableOfTables) {
        table = tableOfTables;
    }

    /** The table of a row. */
    static TableId idOf(RowName name) {
        return new TableId(Long.parseUnsignedLong(name.toString(), 16));
    }

    /** How many there are. */
    int count() {
        int[] rows = {0};
        table.forEachSlice(slice -> rows[0] += slice.loaded().rowCount());
        return rows[0];
    }

    /** The bytes of a table's own row, if it was written. */
    public Optional<byte[]> of(TableId id) {
        return named(TableFacts.rowName(id));
    }

    /** The name of the row of a table. */
    public HashedName nameOf(TableId id) {
        return new HashedName(table.facts().id(), table.hash().of(TableFacts.rowName(id)));
    }

    /** The tables that have a row. */
    List<TableId> tables() {
        List<TableId> ids = new ArrayList<>();
        forEach(rows -> {
            if (RowLayout.kind(rows.array(), rows.rowAt()) == RowKind.DIRECTORY) {
                ids.add(tableAt(rows));
            }
        });
        return ids;
    }

    /** The fields of each table that have indexes; of tables without, nothing. */
    public SortedMap<TableId, IndexedFields> indexed() {
        SortedMap<TableId, IndexedFields> found = new TreeMap<>();
        forEach(rows -> {
            if (TableFacts.mayHaveIndexes(rows.array(), rows.rowAt())) {
                TableId id = tableAt(rows);
                found.put(id, indexesOf(id));
            }
        });
        found.values().removeIf(IndexedFields::isEmpty);
        return found;
    }

    /** The fields of a table that have indexes; none, if it is not there. */
    public IndexedFields indexesOf(TableId id) {
        return of(id).filter(row -> TableFacts.mayHaveIndexes(row, 0))
                .map(row -> TableFacts.ofRow(id, Row.decode(TableFacts.rowName(id), row))
                        .indexes())
                .orElse(IndexedFields.NONE);
    }

    private void forEach(Consumer<RowCursor> visitor) {
        table.forEachSlice(held -> {
            RowCursor rows = held.loaded().rows();
            while (rows.next()) {
                visitor.accept(rows);
            }
        });
    }

    private static TableId tableAt(RowCursor rows) {
        return idOf(RowName.of(rows.array(), rows.nameAt(), rows.nameLength()));
    }

    // Ids

    /** File ids below this may have been given out. */
    public long reservedFileIds() {
        if (reservedFileIds < 0) {
            named(RESERVED_FILE_IDS).ifPresentOrElse(this::reserved, () -> reservedFileIds = 0);
        }
        return reservedFileIds;
    }

    /** The row that says so has changed. */
    void reserved(byte[] row) {
        reservedFileIds = RowLayout.u48(row, RowLayout.SIZE);
    }

    /** Ids of tables are greater by this than they would be if records of this shard had never been lost. */
    public int passedTableIds() {
        return named(RESERVED_FILE_IDS).map(row -> RowLayout.owner(row, 0)).orElse(0);
    }

    /** The row that reserves file ids below this number, and passes over so many ids of tables. */
    public static Row reservation(long below, int passedTableIds, long nowMillis) {
        Row row = Row.emptyFile(new FileId(0), 0, 0, 0, nowMillis);
        return new Row(
                row.fileId(), 1, below, row.times(), 0, passedTableIds, 0, RowKind.FILE, row.cells(), row.inline());
    }

    private Optional<byte[]> named(RowName name) {
        long nameHash = table.hash().of(name);
        Slice slice = table.sliceOf(nameHash).loaded();
        byte[] bytes = name.toBytes();
        int ref = slice.find(nameHash, bytes, 0, bytes.length);
        if (ref < 0) {
            return Optional.empty();
        }
        int at = slice.rowAt(ref);
        return Optional.of(Arrays.copyOfRange(slice.arena(), at, at + slice.rowLength(ref)));
    }
}
