package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.hash.NameHash;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.RowLayout;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.slice.Slice;
import io.pfs.server.table.TableFacts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** The tables of a shard. Which there are, the shard's table of tables says; it is always in memory. */
final class Tables {
    /** A row of the table of tables that is none: up to which file ids are reserved. */
    static final RowName RESERVED_FILE_IDS = RowName.of("reserved-file-ids");

    /** The root is there before anybody made it. */
    private static final int ROOT_MODE = 0755;

    private final GroupContext context;
    private final TableFacts root;
    private final TableState tableOfTables;
    private final Function<TableState, List<HeldSlice>> onStorage;
    private final TreeMap<TableId, TableState> opened = new TreeMap<>();
    private long reservedFileIds = -1;

    /**
     * The tables of this shard.
     *
     * @param onStorage the slices of a table that are on storage, from when this shard was recovered
     */
    Tables(ShardId shard, GroupContext context, Function<TableState, List<HeldSlice>> onStorage) {
        this.context = context;
        this.root = TableFacts.root(context.rootSeed());
        this.onStorage = onStorage;
        tableOfTables = open(TableFacts.tableOfTables(shard));
    }

    TableState tableOfTables() {
        return tableOfTables;
    }

    /** The table of this id, which must exist. */
    TableState find(TableId id) {
        TableState known = opened.get(id);
        if (known != null) {
            return known;
        }
        Row row = rowOf(id).orElseThrow(() -> new PfsException(ErrorCode.NOT_FOUND, id + " does not exist"));
        return open(TableFacts.ofRow(id, row));
    }

    boolean exists(TableId id) {
        return opened.containsKey(id) || rowOf(id).isPresent();
    }

    /** The name hash of a table, if it exists. */
    Optional<NameHash> hashOf(TableId id) {
        return exists(id) ? Optional.of(find(id).hash()) : Optional.empty();
    }

    /** Every table that was used so far. */
    Collection<TableState> opened() {
        return opened.values();
    }

    /** Forgets a table, but for its row; whoever asks for it opens it again. */
    void close(TableId id) {
        opened.remove(id);
    }

    /** Opens every table there is. */
    void openAll() {
        List<TableId> ids = new ArrayList<>();
        tableOfTables.forEachSlice(held -> {
            RowCursor rows = held.loaded().rows();
            while (rows.next()) {
                if (RowLayout.kind(rows.array(), rows.rowAt()) == RowKind.DIRECTORY) {
                    String name = new String(rows.array(), rows.nameAt(), rows.nameLength(), StandardCharsets.US_ASCII);
                    ids.add(new TableId(Long.parseUnsignedLong(name, 16)));
                }
            }
        });
        if (isRootHere()) {
            ids.add(root.id());
        }
        ids.forEach(this::find);
    }

    /** File ids below this may have been given out. */
    long reservedFileIds() {
        if (reservedFileIds < 0) {
            reservedFileIds = rowNamed(RESERVED_FILE_IDS)
                    .map(row -> RowLayout.u48(row, RowLayout.SIZE))
                    .orElse(0L);
        }
        return reservedFileIds;
    }

    /** The row that reserves file ids below this number. */
    static Row reservation(long below, long nowMillis) {
        Row row = Row.emptyFile(new FileId(0), 0, 0, 0, nowMillis);
        return new Row(row.fileId(), 1, below, row.times(), 0, 0, 0, RowKind.FILE, row.cells(), row.inline());
    }

    /** Hears of a row that was put: it may be a table's own. */
    void changed(RowPut put) {
        if (!put.table().equals(tableOfTables.facts().id())) {
            return;
        }
        if (put.name().equals(RESERVED_FILE_IDS)) {
            reservedFileIds = RowLayout.u48(put.row(), RowLayout.SIZE);
        }
    }

    /** The row of a table that exists without one. */
    Optional<Row> unwritten(TableId id) {
        boolean isRoot = isRootHere() && id.equals(root.id());
        return isRoot ? Optional.of(root.toRow(new FileId(0), ROOT_MODE, 0, 0, 0)) : Optional.empty();
    }

    private boolean isRootHere() {
        return root.base().equals(tableOfTables.facts().base());
    }

    private TableState open(TableFacts facts) {
        TableState table = new TableState(facts, context.limits());
        for (HeldSlice slice : onStorage.apply(table)) {
            table.add(slice);
        }
        opened.put(facts.id(), table);
        return table;
    }

    private Optional<Row> rowOf(TableId id) {
        return rowNamed(TableFacts.rowName(id))
                .map(bytes -> Row.decode(new ByteReader("row of " + id, bytes)))
                .or(() -> unwritten(id));
    }

    private Optional<byte[]> rowNamed(RowName name) {
        long nameHash = tableOfTables.hash().of(name);
        Slice slice = tableOfTables.sliceOf(nameHash).loaded();
        byte[] bytes = name.toBytes();
        int ref = slice.find(nameHash, bytes, 0, bytes.length);
        if (ref < 0) {
            return Optional.empty();
        }
        int at = slice.rowAt(ref);
        return Optional.of(Arrays.copyOfRange(slice.arena(), at, at + slice.rowLength(ref)));
    }
}
