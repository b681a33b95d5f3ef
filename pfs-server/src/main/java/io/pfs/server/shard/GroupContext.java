package io.pfs.server.shard;

import io.pfs.Epoch;
import io.pfs.Limits;
import io.pfs.SliceKey;
import io.pfs.env.Clock;
import io.pfs.env.FaultPoints;
import io.pfs.env.Workers;
import io.pfs.pool.Pool;

/**
 * What a group of shards stands on.
 *
 * @param owner the incarnation of this server, written into the files it makes
 * @param epoch in which it owns its shards
 * @param scope which of the slices that need it a checkpoint writes; there is one in the product
 */
public record GroupContext(
        Pool pool,
        Clock clock,
        Workers workers,
        FaultPoints faultPoints,
        Limits limits,
        long owner,
        Epoch epoch,
        CheckpointScope scope) {

    /** The same with other workers. */
    GroupContext withWorkers(Workers others) {
        return new GroupContext(pool, clock, others, faultPoints, limits, owner, epoch, scope);
    }

    /** Says which slices that storage is behind of a checkpoint writes. */
    @FunctionalInterface
    public interface CheckpointScope {
        CheckpointScope ALL = slice -> true;

        boolean includes(SliceKey slice);
    }
}
