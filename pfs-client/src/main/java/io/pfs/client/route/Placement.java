package io.pfs.client.route;

import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.hash.NameHash;
import io.pfs.hash.SliceBitmap;
import io.pfs.hash.SliceOrder;
import io.pfs.row.TablePointer;
import io.pfs.wire.Cursor;
import io.pfs.wire.Reply.Misplaced;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where this client believes names to live. A table with spread 0 is in one shard; of any other the bitmap of its slices
 * says where a name is. What is not known is not there: then the shard of an ancestor is asked, which knows better.
 */
public final class Placement {
    private final int shards;
    private final Map<TableId, Known> known = new ConcurrentHashMap<>();

    /** What is known of a table beyond its pointer: its slices, and a spread that may have been raised since. */
    private static final class Known {
        private final SliceBitmap slices = new SliceBitmap();
        private int spread;
        private int learned;
    }

    /** Rows of a table that follow one another and are in one shard. */
    public record Run(SliceOrder.Interval interval, ShardId shard) {}

    public Placement(int shards) {
        this.shards = shards;
    }

    public ShardId shardOf(TablePointer table, RowName name) {
        return isNarrow(table) ? table.base() : shardOfHash(table, new NameHash(table.hashSeed()).of(name));
    }

    /** The shard whose rows come next behind a place in a table. */
    public ShardId shardBehind(TablePointer table, Optional<Cursor> place) {
        return isNarrow(table) || place.isEmpty()
                ? table.base()
                : shardOfHash(table, place.get().nextHash());
    }

    /** The shard of a slice if it is there, by the spread that the pointer says. */
    public ShardId shardOfSlice(TablePointer table, int slice) {
        return table.shardOf(slice, table.spread(), shards);
    }

    /** The runs that an interval of a table consists of, in their order. */
    public List<Run> runs(TablePointer table, SliceOrder.Interval interval) {
        int spread = spreadOf(table);
        List<Run> runs = new ArrayList<>();
        long first = interval.first();
        boolean isEnd = false;
        while (!isEnd) {
            ShardId shard = isNarrow(table) ? table.base() : shardOfHash(table, SliceOrder.hashAt(first));
            long last = first | -1L >>> spread;
            isEnd = Long.compareUnsigned(last, interval.last()) >= 0;
            last = isEnd ? interval.last() : last;
            int before = runs.size() - 1;
            if (before >= 0 && runs.get(before).shard().equals(shard)) {
                first = runs.remove(before).interval().first();
            }
            runs.add(new Run(new SliceOrder.Interval(first, last), shard));
            first = last + 1;
        }
        return runs;
    }

    private int spreadOf(TablePointer table) {
        Known its = known.get(table.table());
        if (its == null) {
            return table.spread();
        }
        synchronized (its) {
            return Math.max(its.spread, table.spread());
        }
    }

    /** How often something new was learned of where slices of a table are. */
    public int learned(TableId table) {
        Known its = known.get(table);
        if (its == null) {
            return 0;
        }
        synchronized (its) {
            return its.learned;
        }
    }

    /** Nobody has said of it that it is in more than one shard. */
    private boolean isNarrow(TablePointer table) {
        return table.spread() == 0 && (known.isEmpty() || !known.containsKey(table.table()));
    }

    /** Learns from one who was asked in vain for a name, and says where it lives then. */
    public ShardId after(Misplaced misplaced, TablePointer table, RowName name) {
        return learn(misplaced).orElseGet(() -> shardOf(table, name));
    }

    /** The same for rows behind a place. */
    public ShardId after(Misplaced misplaced, TablePointer table, Optional<Cursor> place) {
        return learn(misplaced).orElseGet(() -> shardBehind(table, place));
    }

    /** Learns from one who was asked in vain; returns the shard to be asked now, if nobody but he can know. */
    public Optional<ShardId> learn(Misplaced misplaced) {
        learn(misplaced.table(), misplaced.spread(), misplaced.slices());
        return misplaced.isExact() ? Optional.of(misplaced.next()) : Optional.empty();
    }

    private ShardId shardOfHash(TablePointer table, long hash) {
        Known its = known.get(table.table());
        if (its == null) {
            return table.base();
        }
        int spread = spreadOf(table);
        synchronized (its) {
            return table.shardOf(its.slices.sliceOf(hash), spread, shards);
        }
    }

    /** Learns how far a table is spread and which of its slices exist, from one who knows more; says whether any was new. */
    public boolean learn(TableId table, int spread, SliceBitmap slices) {
        Known its = known.computeIfAbsent(table, id -> new Known());
        synchronized (its) {
            boolean isWider = spread > its.spread;
            its.spread = Math.max(its.spread, spread);
            boolean isNew = its.slices.merge(slices) || isWider;
            its.learned += isNew ? 1 : 0;
            return isNew;
        }
    }
}
