package io.pfs.server.shard;

import io.pfs.server.checkpoint.Salvage;

/** How a group goes on of which something was given up when it was opened. On its loop. */
final class GroupSalvage {
    private final ShardGroup group;

    GroupSalvage(ShardGroup group) {
        this.group = group;
    }

    /** Before anything resumes. */
    void goOn() {
        Salvage salvage = group.salvage();
        if (!salvage.isNothing()) {
            recount();
            group.space().counting().lackSome(); // what resumes may bring back more
            salvage.outcomes().forEach(lacking -> group.shard(lacking.shard()).passOverWhatWasLost(salvage.mostLost()));
            salvage.cameBack().forEach((id, rows) -> group.shard(id).sayAgain(rows));
            new GivenUpArrivals(group).end();
        }
    }

    /** What resumed has come to its end. */
    void settle() {
        group.shards().forEach(shard -> shard.state().tables().forgetOwnerless());
        recount();
    }

    private void recount() {
        if (group.apart().isNothing()) { // else there are rows that nobody can look at
            group.space().recount();
        }
    }
}
