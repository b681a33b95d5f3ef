package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
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
    private final Limits limits;
    private final TableState tableOfTables;
    private final Function<TableState, List<HeldSlice>> onStorage;
    private final TreeMap<TableId, TableState> opened = new TreeMap<>();

    /**
     * @param onStorage the slices of a table that are on storage, from when this shard was recovered
     */
    Tables(ShardId shard, Limits limits, Function<TableState, List<HeldSlice>> onStorage) {
        this.limits = limits;
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
        byte[] row = rowOf(id).orElseThrow(() -> new PfsException(ErrorCode.NOT_FOUND, id + " does not exist"));
        return open(TableFacts.ofRow(id, row));
    }

    /** Every table that was used so far. */
    Collection<TableState> opened() {
        return opened.values();
    }

    /** Opens every table there is. */
    void openAll() {
        List<TableId> ids = new ArrayList<>();
        tableOfTables.forEachSlice(held -> {
            RowCursor rows = held.loaded().rows();
            while (rows.next()) {
                String name = new String(rows.array(), rows.nameAt(), rows.nameLength(), StandardCharsets.US_ASCII);
                ids.add(new TableId(Long.parseUnsignedLong(name, 16)));
            }
        });
        ids.forEach(this::find);
    }

    private TableState open(TableFacts facts) {
        TableState table = new TableState(facts, limits);
        for (HeldSlice slice : onStorage.apply(table)) {
            table.add(slice);
        }
        opened.put(facts.id(), table);
        return table;
    }

    private Optional<byte[]> rowOf(TableId id) {
        RowName name = TableFacts.rowName(id);
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
