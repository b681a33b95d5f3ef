package io.pfs.server.collect;

import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.cluster.StridePlacement;
import io.pfs.hash.NameHash;
import io.pfs.hash.SplitArithmetic;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.TableState;
import io.pfs.server.table.MovedFile;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/** Finds the shard of a name among those of a group, whatever slices went where. */
public final class TableParts {
    /** A slice passes fewer shards than it has bits. */
    private static final int HOPS_MAX = 32;

    private final int shards;
    private final Host host;

    /** The shards of a group. */
    public interface Host {
        /** A shard, if it holds anything. */
        Optional<CollectedShard> shard(ShardId id);

        /** All that hold anything. */
        List<? extends CollectedShard> shards();
    }

    /** @param shards how many there are in the file system */
    public TableParts(int shards, Host host) {
        this.shards = shards;
        this.host = host;
    }

    /** The shard that has a name of a table. */
    Optional<CollectedShard> shardOf(TableId id, ToLongFunction<NameHash> name) {
        Optional<CollectedShard> there = host.shard(id.maker());
        for (int hop = 0; hop < HOPS_MAX && there.isPresent(); hop++) {
            Optional<ShardId> next = next(there.get().state(), id, name);
            if (next.isEmpty()) {
                return there;
            }
            there = host.shard(next.get());
        }
        return there;
    }

    private static Optional<ShardId> next(ShardState state, TableId id, ToLongFunction<NameHash> name) {
        if (!state.tables().exists(id)) {
            return Optional.empty();
        }
        TableState table = state.tables().find(id);
        long hash = name.applyAsLong(table.hash());
        boolean isHere = table.sliceAt(hash).isPresent();
        return isHere
                ? Optional.empty()
                : Optional.of(table.shardOf(
                        table.known(slice -> state.tables().intents().isBetween(table, slice))
                                .sliceOf(hash)));
    }

    /**
     * All that may ever have had a name of a table, from its home on: the last has it now. The table may be gone, so that
     * nobody knows how far it was spread.
     */
    List<CollectedShard> way(TableId id, long nameHash) {
        int bits = Integer.numberOfTrailingZeros(shards);
        int spread = table(id).map(TableState::spread).orElse(bits);
        StridePlacement placement = new StridePlacement(shards);
        Set<ShardId> way = new LinkedHashSet<>();
        for (int depth = 0; depth <= Math.min(spread, bits); depth++) {
            way.add(placement.shard(id.maker(), SplitArithmetic.ancestor((int) nameHash, depth), depth));
        }
        return way.stream().flatMap(shard -> host.shard(shard).stream()).toList();
    }

    /** The same for where a file went. Of a table that is gone nobody knows what hash its names had. */
    List<CollectedShard> way(MovedFile to) {
        return table(to.table())
                .map(table -> way(to.table(), table.hash().of(to.name())))
                .orElseGet(() -> List.copyOf(host.shards()));
    }

    private Optional<TableState> table(TableId id) {
        return host.shard(id.maker())
                .map(shard -> shard.state().tables())
                .filter(tables -> tables.exists(id))
                .map(tables -> tables.find(id));
    }
}
