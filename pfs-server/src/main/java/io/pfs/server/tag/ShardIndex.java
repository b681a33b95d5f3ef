package io.pfs.server.tag;

import io.pfs.Limits;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.kv.KvIndex;
import io.pfs.query.index.IndexedFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** What an index says of itself: how far it came with a shard, and what of it can be asked. */
public final class ShardIndex {
    private final KvIndex index;
    private final IndexKeys keys;

    public ShardIndex(KvIndex index, ShardId shard) {
        this.index = index;
        this.keys = new IndexKeys(shard);
    }

    /** The shards that an index knows anything of. */
    public static List<ShardId> shards(KvIndex index) {
        List<ShardId> shards = new ArrayList<>();
        Optional<ShardId> next = firstFrom(index, 0);
        while (next.isPresent()) {
            shards.add(next.get());
            next = firstFrom(index, next.get().value() + 1);
        }
        return shards;
    }

    private static Optional<ShardId> firstFrom(KvIndex index, int shard) {
        List<ShardId> first = new ArrayList<>(1);
        if (shard < Limits.SHARDS_MAX) {
            index.keys(IndexKeys.from(new ShardId(shard)), IndexKeys.END, KvIndex.Direction.FORWARD, (key, length) -> {
                first.add(IndexKeys.shardAt(key));
                return false;
            });
        }
        return first.stream().findFirst();
    }

    /** Nothing, if it knows nothing of the shard, or what it knows was written in another way. */
    public Optional<IndexState> state() {
        return index.get(keys.state()).flatMap(IndexState::decode);
    }

    /** Those of a table's indexes that know all rows of it that are in the shard. */
    public IndexedFields complete(TableId table, IndexedFields all) {
        CompleteIds complete =
                index.get(keys.complete(table.value())).map(CompleteIds::decode).orElse(CompleteIds.NONE);
        return new IndexedFields(
                all.nextId(),
                all.fields().stream()
                        .filter(field -> complete.ids().contains(field.id()))
                        .toList());
    }

    /** The tables that it knows anything of, ids ascending. */
    public List<TableId> tables() {
        TreeSet<TableId> tables = new TreeSet<>();
        KeySpan complete = keys.allComplete();
        index.scan(complete.from(), complete.to(), (key, value) -> {
            tables.add(IndexKeys.tableAt(key));
            return true;
        });
        Optional<TableId> next = firstFrom(0);
        while (next.isPresent()) {
            TableId table = next.get();
            tables.add(table);
            next = table.value() == -1 ? Optional.empty() : firstFrom(table.value() + 1);
        }
        return List.copyOf(tables);
    }

    /** The first table from this id on of which there is a row. */
    private Optional<TableId> firstFrom(long table) {
        List<TableId> first = new ArrayList<>(1);
        KeySpan span = keys.basesFrom(table);
        index.keys(span.from(), span.to(), KvIndex.Direction.FORWARD, (key, length) -> {
            first.add(IndexKeys.tableAt(key));
            return false;
        });
        return first.stream().findFirst();
    }
}
