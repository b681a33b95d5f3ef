package io.pfs.server.state;

import io.pfs.ShardId;
import io.pfs.SliceKey;
import io.pfs.server.table.Intent.Leaving;
import java.util.Map;
import java.util.Optional;

/** Slices that another shard has adopted, of which the one that gives them away does not know yet: it will ask. */
public final class AdoptedSlices {
    private AdoptedSlices() {}

    /** Has a shard forget those of its slices that one of these has whole. */
    public static void drop(ShardState state, Map<ShardId, ShardState> owners) {
        for (Leaving leaving : state.tables().intents().leaving()) {
            SliceKey key = leaving.slice();
            if (!state.tables().exists(key.table())) {
                continue; // its birth is lost
            }
            int index = key.slice().value();
            TableState table = state.tables().find(key.table());
            boolean isAdopted = Optional.ofNullable(owners.get(table.shardOf(index)))
                    .filter(owner -> owner.hasWhole(key))
                    .isPresent();
            if (isAdopted && table.has(index)) {
                state.tables().gave(table, table.slice(index));
            }
        }
    }
}
