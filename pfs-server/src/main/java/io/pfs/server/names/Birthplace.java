package io.pfs.server.names;

import io.pfs.ShardId;
import io.pfs.env.Entropy;
import io.pfs.server.state.ShardState;

/**
 * Where a table is born for which nobody names a place: beside its row, so that one record makes both; once this shard has its
 * share of tables, in any shard. So a small tree stays together, and what grows goes over all servers. One that serves alone would
 * gain nothing by that.
 */
public final class Birthplace {
    /** So many tables are at home in a shard before others are born elsewhere. */
    static final int SHARE = 16;

    private final ShardState state;
    private final Entropy entropy;
    private final int shards;
    private final boolean isAlone;

    /**
     * That of a shard.
     *
     * @param shards how many there are in the file system
     * @param isAlone whether all of them are of this server
     */
    public Birthplace(ShardState state, Entropy entropy, int shards, boolean isAlone) {
        this.state = state;
        this.entropy = entropy;
        this.shards = shards;
        this.isAlone = isAlone;
    }

    /** For the next table. */
    public ShardId next() {
        return isAlone || state.tables().count() < SHARE
                ? state.shard()
                : new ShardId((int) (entropy.nextLong() & (shards - 1)));
    }
}
