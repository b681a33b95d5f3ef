package io.pfs.server.shard;

import io.pfs.Durability;
import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.env.FaultPoints;
import io.pfs.env.system.InlineWorkers;
import io.pfs.env.system.NoTimers;
import io.pfs.env.system.SystemClock;
import io.pfs.pool.local.LocalPool;
import io.pfs.row.Row;
import io.pfs.server.journal.JournalSetup;
import io.pfs.server.journal.LocalJournal;
import io.pfs.server.shard.GroupContext.CheckpointScope;
import io.pfs.server.shard.Reply.Refused;
import io.pfs.server.shard.Request.CreateRow;
import io.pfs.server.shard.Request.Envelope;
import io.pfs.server.shard.Request.MakeTable;
import io.pfs.testing.MemoryDisk;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Two shards on disks in memory, driven by hand. */
final class ShardRig {
    private static final Limits TINY = new Limits(8, 4, 4096, 1024, 4096, 64, 4096, 64);
    private static final int SHARDS = 2;

    final Disk journalDisk = new MemoryDisk();
    final Disk poolDisk;
    /** What is made to go wrong from now on. */
    FaultPoints faultPoints = FaultPoints.NONE;

    private InlineWorkers workers = new InlineWorkers();
    private Optional<ShardGroup> group = Optional.empty();
    private long sequence;

    ShardRig() {
        this(new MemoryDisk());
    }

    ShardRig(Disk poolDisk) {
        this.poolDisk = poolDisk;
    }

    /** Forgets what was running, as a killed process does, and recovers from the disks. */
    ShardRig open() {
        workers = new InlineWorkers();
        SystemClock clock = new SystemClock();
        GroupContext context = new GroupContext(
                new LocalPool(poolDisk),
                clock,
                workers,
                name -> faultPoints.maybe(name),
                TINY,
                7,
                new Epoch(1),
                CheckpointScope.ALL);
        List<ShardId> shards = new ArrayList<>();
        for (int s = 0; s < SHARDS; s++) {
            shards.add(new ShardId(s));
        }
        JournalSetup setup = JournalSetup.of(journalDisk, 7, TINY, Durability.SYNC);
        group = Optional.of(ShardGroup.open(
                context, shards, listener -> new LocalJournal(setup, workers, new NoTimers(), clock, listener)));
        return this;
    }

    ShardGroup group() {
        return group.orElseThrow();
    }

    static TableId table(int shard) {
        return TableId.of(new ShardId(shard), 1);
    }

    static RowName name(int number) {
        return RowName.of("row-" + number);
    }

    static byte[] row(int number) {
        return Row.emptyFile(new FileId(number), 0644, 1, 1, 1_000L + number).toBytes();
    }

    /** Asks as a new request of client 1. */
    Reply ask(Request request) {
        sequence++;
        return ask(1, sequence, request);
    }

    Reply ask(long client, long requestSequence, Request request) {
        List<Reply> replies = new ArrayList<>();
        Envelope envelope = new Envelope(new RequestId(client, 0, requestSequence), requestSequence, request);
        group().submit(envelope, replies::add);
        runUntilIdle();
        return replies.get(0);
    }

    void runUntilIdle() {
        group().commit();
        while (workers.poll()) {
            group().commit();
        }
    }

    /** Does the next piece of work, if there is any. */
    void step() {
        group().commit();
        workers.poll();
    }

    void makeTables() {
        for (int shard = 0; shard < SHARDS; shard++) {
            ask(new MakeTable(table(shard), 5));
        }
    }

    void create(int shard, int from, int to) {
        for (int i = from; i < to; i++) {
            ask(new CreateRow(table(shard), name(i), row(i)));
        }
    }

    void checkpoint() {
        group().checkpoint();
        runUntilIdle();
    }

    static ErrorCode refusal(Reply reply) {
        return reply instanceof Refused refused ? refused.code() : ErrorCode.INVARIANT_BROKEN;
    }

    /** Turns over one bit of a file. */
    static void flip(Disk disk, String name, long offset) {
        try (DiskFile file = disk.open(name)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            file.read(one, offset);
            one.put(0, (byte) (one.get(0) ^ 1));
            file.write(one.flip(), offset);
            file.force();
        }
    }
}
