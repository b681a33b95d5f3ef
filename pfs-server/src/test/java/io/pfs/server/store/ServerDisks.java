package io.pfs.server.store;

import io.pfs.Epoch;
import io.pfs.ServerId;
import io.pfs.disk.Disk;
import io.pfs.disk.overlay.OverlayDisk;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.env.system.InlineWorkers;
import io.pfs.pool.Pool;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.shard.ShardGroup;
import java.util.function.Function;

/** What a server of all shards has on disks in memory. */
class ServerDisks implements ServerSalvage.Parts {
    final Disk journal;
    final Disk pool;
    private final ClusterBlock block;
    private final Epoch epoch;
    private final String path;
    private final Clock clock;
    private final Entropy entropy;

    /** @param epoch in which whoever opens them writes: that of what is in the journal, or a later one */
    ServerDisks(
            Superblock superblock, Epoch epoch, String path, Disk journal, Disk pool, Clock clock, Entropy entropy) {
        this.block = ClusterBlock.ofPool(superblock, 1).of(new ServerId(0));
        this.epoch = epoch;
        this.path = path;
        this.journal = journal;
        this.pool = pool;
        this.clock = clock;
        this.entropy = entropy;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public Disk journal() {
        return journal;
    }

    @Override
    public Pool pool() {
        return new LocalPool(pool);
    }

    @Override
    public void forgetIndex() {
        // nobody searches
    }

    @Override
    public ShardGroup open(Disk other, OpenFolder.Drive drive) {
        return OpenFolder.openGroup(block, epoch, other, pool(), drive);
    }

    @Override
    public ShardGroup look(Disk other, OpenFolder.Drive drive) {
        return OpenFolder.openGroup(block, epoch, other, new LocalPool(new OverlayDisk(pool)), drive);
    }

    /** Does something with what is there now, and closes it in order. */
    <T> T with(Function<ShardGroup, T> task) {
        return with(1, task);
    }

    /** The same, as one of so many that share the memory. */
    <T> T with(int servers, Function<ShardGroup, T> task) {
        InlineWorkers workers = new InlineWorkers();
        ShardGroup group = open(journal, OpenFolder.Drive.ofTool(workers, clock, entropy, servers));
        T result = task.apply(group);
        finish(group, workers);
        group.close();
        while (!group.isClosed()) {
            workers.poll();
        }
        return result;
    }

    private static void finish(ShardGroup group, InlineWorkers workers) {
        do {
            group.commit();
        } while (workers.poll());
        group.catchUp();
    }
}
