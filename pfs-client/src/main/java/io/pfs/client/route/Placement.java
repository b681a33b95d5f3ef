package io.pfs.client.route;

import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.cluster.StridePlacement;
import io.pfs.hash.NameHash;
import io.pfs.hash.SliceBitmap;
import io.pfs.row.TablePointer;
import io.pfs.wire.Cursor;
import io.pfs.wire.Reply.Misplaced;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where this client believes names to live. A table with spread 0 is in one shard; of any other the bitmap of its slices
 * says where a name is. What is not known is not there: then the shard of an ancestor is asked, which knows better.
 */
public final class Placement {
    private final StridePlacement strides;
    private final Map<TableId, SliceBitmap> bitmaps = new ConcurrentHashMap<>();

    public Placement(int shards) {
        strides = new StridePlacement(shards);
    }

    public ShardId shardOf(TablePointer table, RowName name) {
        return table.spread() == 0 ? table.base() : shardOfHash(table, new NameHash(table.hashSeed()).of(name));
    }

    /** The shard whose rows come next behind a place in a table. */
    public ShardId shardBehind(TablePointer table, Optional<Cursor> place) {
        return table.spread() == 0 || place.isEmpty()
                ? table.base()
                : shardOfHash(table, place.get().nextHash());
    }

    /** Learns from one who was asked in vain for a name, and says where it lives then. */
    public ShardId after(Misplaced misplaced, TablePointer table, RowName name) {
        learn(misplaced.table(), misplaced.slices());
        return shardOf(table, name);
    }

    /** The same for rows behind a place. */
    public ShardId after(Misplaced misplaced, TablePointer table, Optional<Cursor> place) {
        learn(misplaced.table(), misplaced.slices());
        return shardBehind(table, place);
    }

    private ShardId shardOfHash(TablePointer table, long hash) {
        SliceBitmap bitmap = bitmaps.get(table.table());
        if (bitmap == null) {
            return table.base();
        }
        synchronized (bitmap) {
            return strides.shard(table.base(), bitmap.sliceOf(hash), table.spread());
        }
    }

    /** Learns which slices of a table exist, from one who knows more; says whether any of it was new. */
    public boolean learn(TableId table, SliceBitmap more) {
        SliceBitmap known = bitmaps.computeIfAbsent(table, id -> new SliceBitmap());
        synchronized (known) {
            return known.merge(more);
        }
    }
}
