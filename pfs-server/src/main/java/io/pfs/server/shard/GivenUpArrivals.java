package io.pfs.server.shard;

import io.pfs.ShardId;
import io.pfs.SliceKey;
import io.pfs.hash.SplitArithmetic;
import io.pfs.server.checkpoint.Salvage;
import io.pfs.server.state.TableState;
import io.pfs.server.state.Tables;
import java.util.Optional;

/**
 * Slices that came to a shard from another one, which has given them, and of which the record is lost that says that all of it is there. Nobody would offer
 * them again, and nobody would ever be served from them.
 */
final class GivenUpArrivals {
    private final ShardGroup group;

    GivenUpArrivals(ShardGroup group) {
        this.group = group;
    }

    /** In shards that lack records; what was in the lost record is missing. */
    void end() {
        for (Salvage.Outcome lacking : group.salvage().outcomes()) {
            Shard shard = group.shard(lacking.shard());
            shard.state().tables().intents().arriving().stream()
                    .filter(slice -> wasGiven(slice, shard.state().tables()))
                    .forEach(shard::arrivedBefore);
        }
    }

    /** Whether all who may have had it are here, lack nothing, and don't have it any more. */
    private boolean wasGiven(SliceKey slice, Tables here) {
        if (!here.exists(slice.table())) {
            return false;
        }
        TableState table = here.find(slice.table());
        int index = slice.slice().value();
        boolean wasGiven = index != 0;
        while (index != 0) {
            index = SplitArithmetic.parent(index);
            wasGiven &= hasNot(slice, table.shardOf(index));
        }
        return wasGiven;
    }

    private boolean hasNot(SliceKey slice, ShardId giver) {
        Optional<Tables> theirs = group.member(giver)
                .filter(shard -> group.salvage().outcomes().stream()
                        .noneMatch(lacking -> lacking.shard().equals(shard.id())))
                .map(shard -> shard.state().tables());
        return theirs.filter(tables -> tables.exists(slice.table()))
                .filter(tables -> !tables.intents().isLeaving(slice)
                        && !tables.find(slice.table()).has(slice.slice().value()))
                .isPresent();
    }
}
