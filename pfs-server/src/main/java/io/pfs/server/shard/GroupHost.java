package io.pfs.server.shard;

import io.pfs.ShardId;
import io.pfs.server.collect.CellFlush;
import io.pfs.server.collect.CellSpace;
import io.pfs.server.collect.CollectedShard;
import io.pfs.server.collect.FileTrail;
import io.pfs.server.collect.TableParts;
import io.pfs.server.collect.Whereabouts;
import java.util.List;
import java.util.Optional;

/** A group as its checkpoints and its segments see it. */
final class GroupHost implements CheckpointTurns.Host, CellSpace.Host, TableParts.Host {
    private final ShardGroup group;
    private final int shardsOfAll;

    /** @param shardsOfAll how many shards the file system has */
    GroupHost(ShardGroup group, int shardsOfAll) {
        this.group = group;
        this.shardsOfAll = shardsOfAll;
    }

    @Override
    public List<Shard> shards() {
        return group.shards();
    }

    @Override
    public Optional<CollectedShard> shard(ShardId id) {
        return group.member(id).map(CollectedShard.class::cast);
    }

    @Override
    public boolean isAlone() {
        return group.isAlone();
    }

    @Override
    public TableParts parts() {
        return new TableParts(shardsOfAll, this);
    }

    @Override
    public Optional<CellFlush.Means> anyShard() {
        return shards().stream().findFirst().map(Shard::moving);
    }

    @Override
    public Whereabouts whereabouts() {
        return new FileTrail(parts());
    }

    @Override
    public boolean isServing() {
        return group.isServing();
    }

    @Override
    public long requests() {
        return group.requests();
    }

    @Override
    public boolean mayForget() {
        return group.mayForget();
    }

    @Override
    public void trim() {
        group.trim();
    }

    @Override
    public void checkpointed(long journaledBytes) {
        group.checkpointed(journaledBytes);
    }

    @Override
    public void afterForce(Runnable then) {
        group.afterForce(then);
    }
}
