package io.pfs.sim;

import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.client.route.Placement;
import io.pfs.hash.NameHash;
import io.pfs.row.TablePointer;
import io.pfs.server.table.TableFacts;
import io.pfs.table.Policy;
import io.pfs.table.Schema;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.WalksRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The tables that clients know of, and the model of every row and table that they ask about. */
final class SimTables {
    static final TableId ROOT = TableId.of(new ShardId(0), 1);
    private static final int ROOT_MODE = 0755;

    private final Map<RowKey, NameModel> models = new TreeMap<>();
    private final Map<TableId, TablePointer> pointers = new TreeMap<>();
    private final List<Known> known = new ArrayList<>();
    private final Made made;
    private int first;

    /** A table that somebody was told of. */
    record Known(TablePointer pointer, NameHash hash) {
        TableId id() {
            return pointer.table();
        }
    }

    /** Hears of each row or table that is asked about for the first time. */
    interface Made {
        void made(RowKey key, NameModel model);
    }

    SimTables(long rootSeed, Made made) {
        this.made = made;
        TablePointer root = new TablePointer(ROOT, ROOT.maker(), 0, rootSeed);
        add(root, new TableValue(Schema.PLAIN, Policy.DYNAMIC, ROOT_MODE, 0, 0));
    }

    /** The key of a table itself: that of its row in the table of tables. */
    static RowKey keyOf(TableId table) {
        return new RowKey(TableId.of(table.maker(), 0), TableFacts.rowName(table));
    }

    static boolean isTable(RowKey key) {
        return key.table().sequence() == 0;
    }

    /** A client was told that this table was made. */
    void made(MakeTable request, TablePointer pointer) {
        if (models.containsKey(keyOf(pointer.table()))) {
            throw new SimViolation("table id: that of " + pointer.table() + " was given twice");
        }
        TableValue value =
                new TableValue(Schema.PLAIN, request.policy(), request.mode(), request.owner(), request.group());
        add(pointer, value);
    }

    private void add(TablePointer pointer, TableValue value) {
        known.add(new Known(pointer, new NameHash(pointer.hashSeed())));
        pointers.put(pointer.table(), pointer);
        models.put(keyOf(pointer.table()), new NameModel(Optional.of(value)));
    }

    /** Where somebody believes a request to belong; what is about a table itself belongs to its home. */
    ShardId shardOf(Request request, Placement placement) {
        TablePointer pointer = pointers.get(request.table());
        if (pointer != null && request instanceof AboutRow row) {
            return placement.shardOf(pointer, row.name());
        } else if (pointer != null && request instanceof WalksRows list) {
            return placement.shardBehind(pointer, list.cursor());
        }
        return request.table().maker();
    }

    /** The tables so far are those that most work is done in. */
    void theseAreFirst() {
        first = known.size();
    }

    List<Known> all() {
        return known;
    }

    /** One of those that were there from the start, or, now and then, of those that were made since. */
    Known pick(Prng prng) {
        boolean late = known.size() > first && prng.oneIn(12);
        return late ? known.get(first + prng.below(known.size() - first)) : known.get(prng.below(first));
    }

    boolean isFirst(TableId table) {
        return known.subList(0, first).stream().anyMatch(k -> k.id().equals(table));
    }

    NameModel modelOf(RowKey key) {
        NameModel model = models.get(key);
        if (model == null) {
            model = new NameModel(Optional.empty());
            models.put(key, model);
            made.made(key, model);
        }
        return model;
    }

    Map<RowKey, NameModel> models() {
        return models;
    }
}
