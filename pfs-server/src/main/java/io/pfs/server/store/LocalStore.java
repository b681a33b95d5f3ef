package io.pfs.server.store;

import io.pfs.Check;
import io.pfs.Durability;
import io.pfs.Epoch;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.disk.Disk;
import io.pfs.disk.nio.NioDisk;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.env.FaultPoints;
import io.pfs.env.system.InlineWorkers;
import io.pfs.env.system.NoTimers;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.journal.JournalSetup;
import io.pfs.server.journal.LocalJournal;
import io.pfs.server.shard.GroupContext;
import io.pfs.server.shard.GroupContext.CheckpointScope;
import io.pfs.server.shard.Reply;
import io.pfs.server.shard.Request.Envelope;
import io.pfs.server.shard.ShardGroup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The engine on a folder of this machine, in the thread of its one caller: requests are submitted, then {@link #poll}
 * does the writing, the forcing and the answering. One shard serves all tables until placement arrives with the engine.
 */
public final class LocalStore implements AutoCloseable {
    /** Owned by nobody else, for ever: a folder that is locked needs no epochs. */
    private static final Epoch EPOCH = new Epoch(1);

    private static final ShardId SHARD = new ShardId(0);

    private final DataFolder folder;
    private final List<Disk> disks;
    private final InlineWorkers workers;
    private final ShardGroup group;

    private LocalStore(DataFolder folder, List<Disk> disks, InlineWorkers workers, ShardGroup group) {
        this.folder = folder;
        this.disks = disks;
        this.workers = workers;
        this.group = group;
    }

    /** Opens the folder, formatting it if it is new, and recovers what is in it. */
    public static LocalStore open(Path path, Clock clock, Entropy entropy) {
        DataFolder folder = DataFolder.openOrFormat(path, clock, entropy);
        List<Disk> disks = new ArrayList<>();
        try {
            disks.add(NioDisk.open(folder.journal()));
            disks.add(NioDisk.open(folder.pool()));
            InlineWorkers workers = new InlineWorkers();
            ShardGroup group = openGroup(disks.get(0), disks.get(1), workers, clock, entropy.nextLong());
            return new LocalStore(folder, disks, workers, group);
        } catch (PfsException e) {
            disks.forEach(Disk::close);
            folder.close();
            throw e;
        }
    }

    private static ShardGroup openGroup(
            Disk journalDisk, Disk poolDisk, InlineWorkers workers, Clock clock, long incarnation) {
        GroupContext context = new GroupContext(
                new LocalPool(poolDisk),
                clock,
                workers,
                FaultPoints.NONE,
                Limits.DEFAULT,
                incarnation,
                EPOCH,
                CheckpointScope.ALL);
        JournalSetup setup = JournalSetup.of(journalDisk, incarnation, Limits.DEFAULT, Durability.SYNC);
        return ShardGroup.open(
                context, List.of(SHARD), listener -> new LocalJournal(setup, workers, new NoTimers(), clock, listener));
    }

    /** The shard whose tables are here. */
    public static ShardId shard() {
        return SHARD;
    }

    public DataFolder folder() {
        return folder;
    }

    public ShardGroup group() {
        return group;
    }

    /** Asks for something; the answer comes during this call or a later {@link #poll}. */
    public void submit(Envelope envelope, Reply.Sink sink) {
        group.submit(envelope, sink);
    }

    /** Does the next piece of waiting work; says whether there was any. */
    public boolean poll() {
        group.commit();
        return workers.poll();
    }

    /** Writes a checkpoint and waits for it. */
    public void checkpoint() {
        group.checkpoint();
        while (group.isCheckpointing()) {
            Check.that(poll(), "a checkpoint that runs has work waiting");
        }
    }

    @Override
    public void close() {
        group.close();
        while (poll()) {
            // what was under way comes to its end
        }
        Check.that(group.isClosed(), "nothing is under way when the disks are closed");
        disks.forEach(Disk::close);
        folder.close();
    }
}
