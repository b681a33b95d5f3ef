package io.pfs.server.state;

import io.pfs.Epoch;
import io.pfs.Limits;
import io.pfs.ServerId;
import io.pfs.SliceKey;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.env.FaultPoints;
import io.pfs.env.Workers;
import io.pfs.pool.Pool;
import io.pfs.server.table.SpreadRule;
import io.pfs.server.tag.IndexPlace;
import io.pfs.wire.Asker;

/**
 * What a group of shards stands on.
 *
 * @param pool of this server, which may read from those of others
 * @param server whose shards they are
 * @param owner the incarnation of this server, written into the files it makes
 * @param epoch in which it owns its shards
 * @param sliceMemoryBytes what the rows, overlays and filters of slices may take in memory
 * @param rootSeed seed of the name hash of the root
 * @param shards how many shards the file system was formatted with
 * @param spreadRule when a table goes over all servers
 * @param self in whose name this process asks, a superuser; the root is his until somebody changes that
 * @param index of this server
 * @param scope which of the slices that need it a checkpoint writes; there is one in the product
 */
public record GroupContext(
        Pool pool,
        Clock clock,
        Workers workers,
        FaultPoints faultPoints,
        Limits limits,
        ServerId server,
        long owner,
        Epoch epoch,
        long sliceMemoryBytes,
        long rootSeed,
        Entropy entropy,
        int shards,
        SpreadRule spreadRule,
        Asker self,
        IndexPlace index,
        CheckpointScope scope) {

    /** The same with other workers. */
    public GroupContext withWorkers(Workers others) {
        return new GroupContext(
                pool,
                clock,
                others,
                faultPoints,
                limits,
                server,
                owner,
                epoch,
                sliceMemoryBytes,
                rootSeed,
                entropy,
                shards,
                spreadRule,
                self,
                index,
                scope);
    }

    /** Says which slices that storage is behind of a checkpoint writes. */
    @FunctionalInterface
    public interface CheckpointScope {
        CheckpointScope ALL = slice -> true;

        boolean includes(SliceKey slice);
    }
}
