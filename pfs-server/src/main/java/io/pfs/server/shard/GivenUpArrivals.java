package io.pfs.server.shard;

import io.pfs.ShardId;
import io.pfs.SliceKey;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.checkpoint.Salvage;
import io.pfs.server.state.Tables;
import io.pfs.server.table.Intent.Arriving;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Slices that came to a shard from another one, which has given them, and of which the record is lost that says that all of it is there. Nobody would offer
 * them again, and nobody would ever be served from them.
 */
final class GivenUpArrivals {
    private final ShardGroup group;
    private final Set<ShardId> lacking = new TreeSet<>();

    GivenUpArrivals(ShardGroup group) {
        this.group = group;
        group.salvage().outcomes().stream().map(Salvage.Outcome::shard).forEach(lacking::add);
    }

    /** In shards that lack records; what was in the lost record is missing. Of what another server may still give nothing is known. */
    void end() {
        if (group.isAlone()) {
            lacking.forEach(shard -> end(group.shard(shard)));
        }
    }

    private void end(Shard shard) {
        Tables tables = shard.state().tables();
        List<Change> arrived = tables.intents().arriving().stream()
                .filter(slice -> wasGiven(slice, shard))
                .<Change>map(slice -> new RowRemoved(tables.intentTable(), new Arriving(slice).rowName()))
                .toList();
        shard.sayAgain(arrived);
    }

    /** Whoever had it may have had a place for it by an older spread: so nobody else may have it, or lack what he knew of it. */
    private boolean wasGiven(SliceKey slice, Shard to) {
        return group.shards().stream()
                .filter(shard -> shard != to && shard.state().tables().exists(slice.table()))
                .noneMatch(shard -> lacking.contains(shard.id()) || mayGive(shard, slice));
    }

    private static boolean mayGive(Shard shard, SliceKey slice) {
        Tables tables = shard.state().tables();
        return tables.intents().isLeaving(slice)
                || tables.find(slice.table()).has(slice.slice().value());
    }
}
