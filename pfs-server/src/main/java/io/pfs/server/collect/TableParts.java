package io.pfs.server.collect;

import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.cluster.Placing;
import io.pfs.cluster.StridePlacement;
import io.pfs.hash.SplitArithmetic;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.TableState;
import io.pfs.server.table.MovedFile;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the shard of a name among those of a group, whatever slices went where. What is in other groups it does not know. */
public final class TableParts {
    private final int shards;
    private final Host host;

    /** The shards of a group. */
    public interface Host {
        /** Whether the group has all shards. */
        boolean isAlone();

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

    /** The shard that has the rows of this hash, if it is one of the group. */
    Optional<CollectedShard> shardOf(TableId id, long nameHash) {
        return places(id, nameHash, depths()).stream()
                .filter(shard -> has(shard.state(), id, nameHash))
                .findFirst();
    }

    /** The shard that has a name, if it is one of the group. */
    Optional<CollectedShard> shardOf(TableId id, RowName name) {
        return table(id).flatMap(table -> shardOf(id, table.hash().of(name)));
    }

    /** A slice that has not come whole is where it comes from. */
    private static boolean has(ShardState state, TableId id, long nameHash) {
        return state.tables().exists(id)
                && state.tables()
                        .find(id)
                        .sliceAt(nameHash)
                        .filter(held -> !state.tables().intents().isArriving(held.key()))
                        .isPresent();
    }

    private int depths() {
        return Integer.numberOfTrailingZeros(shards);
    }

    /** Those that a name of this hash has been in, or would be in, from the table's home on, as far as it may be spread. */
    private List<CollectedShard> places(TableId id, long nameHash, int spread) {
        Optional<TableState> known = table(id);
        if (known.isPresent() && known.get().facts().pointer().placing() == Placing.RANDOM) {
            return List.copyOf(host.shards());
        }
        StridePlacement placement = new StridePlacement(shards);
        Set<ShardId> way = new LinkedHashSet<>();
        for (int depth = 0; depth <= Math.min(spread, depths()); depth++) {
            way.add(placement.shard(id.maker(), SplitArithmetic.ancestor((int) nameHash, depth), depth));
        }
        return way.stream().flatMap(shard -> host.shard(shard).stream()).toList();
    }

    /** All shards of the group, if there are others: what went to one of them and came back, any of these may know. */
    List<CollectedShard> ifAmongOthers() {
        return host.isAlone() ? List.of() : List.copyOf(host.shards());
    }

    /**
     * All that may ever have had a name of a table, from its home on: the last has it now. The table may be gone, so that
     * nobody knows how far it was spread.
     */
    List<CollectedShard> way(TableId id, long nameHash) {
        return places(id, nameHash, table(id).map(TableState::spread).orElse(depths()));
    }

    /** The same for where a file went. Of a table that is gone nobody knows what hash its names had. */
    List<CollectedShard> way(MovedFile to) {
        return table(to.table())
                .map(table -> way(to.table(), table.hash().of(to.name())))
                .orElseGet(() -> List.copyOf(host.shards()));
    }

    /** A table as its home knows it, or any other shard of the group that has a part of it. */
    private Optional<TableState> table(TableId id) {
        Optional<TableState> atHome = host.shard(id.maker()).flatMap(home -> part(home, id));
        return atHome.or(() -> host.shards().stream()
                .flatMap(shard -> part(shard, id).stream())
                .findFirst());
    }

    private static Optional<TableState> part(CollectedShard shard, TableId id) {
        return Optional.of(shard.state().tables())
                .filter(tables -> tables.exists(id))
                .map(tables -> tables.find(id));
    }
}
