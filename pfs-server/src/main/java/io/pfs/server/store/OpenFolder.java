package io.pfs.server.store;

import io.pfs.Durability;
import io.pfs.Epoch;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.disk.Disk;
import io.pfs.disk.nio.NioDisk;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.env.FaultPoints;
import io.pfs.env.Timers;
import io.pfs.env.Workers;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.journal.JournalSetup;
import io.pfs.server.journal.LocalJournal;
import io.pfs.server.shard.Links;
import io.pfs.server.shard.ShardGroup;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.GroupContext.CheckpointScope;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** The engine on a data folder, whoever drives it. */
final class OpenFolder implements AutoCloseable {
    /** Owned by nobody else, for ever: a folder that is locked needs no epochs. */
    private static final Epoch EPOCH = new Epoch(1);

    /** The slices may take one part in so many of the heap. */
    private static final int MEMORY_SHARE = 4;

    private final DataFolder folder;
    private final List<Disk> disks;
    private final ShardGroup group;

    /**
     * What drives the engine: where its jobs run, and what wakes it later.
     *
     * @param sliceMemoryBytes what its slices may take of the memory; a part of the heap if nobody says
     */
    record Drive(
            Workers workers,
            Timers timers,
            Clock clock,
            Entropy entropy,
            Durability durability,
            OptionalLong sliceMemoryBytes) {}

    private OpenFolder(DataFolder folder, List<Disk> disks, ShardGroup group) {
        this.folder = folder;
        this.disks = disks;
        this.group = group;
    }

    /** Opens the folder, formatting it if it is new, and recovers what is in it. */
    static OpenFolder open(Path path, Drive drive) {
        DataFolder folder = DataFolder.openOrFormat(path, drive.clock(), drive.entropy());
        List<Disk> disks = new ArrayList<>();
        try {
            disks.add(NioDisk.open(folder.journal()));
            disks.add(NioDisk.open(folder.pool()));
            return new OpenFolder(folder, disks, openGroup(folder.superblock(), disks.get(0), disks.get(1), drive));
        } catch (PfsException e) {
            disks.forEach(Disk::close);
            folder.close();
            throw e;
        }
    }

    static ShardGroup openGroup(Superblock superblock, Disk journalDisk, Disk poolDisk, Drive drive) {
        long incarnation = drive.entropy().nextLong();
        GroupContext context = new GroupContext(
                new LocalPool(poolDisk),
                drive.clock(),
                drive.workers(),
                FaultPoints.NONE,
                Limits.DEFAULT,
                new ServerId(0),
                incarnation,
                EPOCH,
                drive.sliceMemoryBytes().orElse(Runtime.getRuntime().maxMemory() / MEMORY_SHARE),
                superblock.rootSeed(),
                drive.entropy(),
                superblock.shards(),
                CheckpointScope.ALL);
        JournalSetup setup = JournalSetup.of(journalDisk, incarnation, Limits.DEFAULT, drive.durability());
        return ShardGroup.open(
                context,
                IntStream.range(0, superblock.shards()).mapToObj(ShardId::new).toList(),
                listener -> new LocalJournal(setup, drive.workers(), drive.timers(), drive.clock(), listener),
                drive.timers().ring() ? Links.direct(drive.timers()) : Links.DIRECT);
    }

    DataFolder folder() {
        return folder;
    }

    ShardGroup group() {
        return group;
    }

    /** Lets go of the disks; the group must be closed. */
    @Override
    public void close() {
        disks.forEach(Disk::close);
        folder.close();
    }
}
