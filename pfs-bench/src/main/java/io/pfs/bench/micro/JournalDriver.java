package io.pfs.bench.micro;

import io.pfs.Durability;
import io.pfs.Epoch;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.Position;
import io.pfs.ShardId;
import io.pfs.disk.nio.NioDisk;
import io.pfs.env.system.InlineWorkers;
import io.pfs.env.system.NoTimers;
import io.pfs.env.system.SystemClock;
import io.pfs.server.journal.Journal;
import io.pfs.server.journal.JournalSetup;
import io.pfs.server.journal.LocalJournal;
import java.nio.file.Path;
import java.util.Map;

/** A fixed number of callers, each of which appends its next record when its last one is durable. */
final class JournalDriver implements Journal.Listener, AutoCloseable {
    private static final ShardId SHARD = new ShardId(7);
    private static final Epoch EPOCH = new Epoch(1);
    /** So many files' worth of records are kept, as if a checkpoint followed that far behind. */
    private static final int RECORDS_KEPT = 400_000;

    private final InlineWorkers workers = new InlineWorkers();
    private final NioDisk disk;
    private final LocalJournal journal;
    private final byte[] payload;
    private final int callers;
    private long sequence;
    private long durable;
    private long trimmed;

    JournalDriver(Path folder, int payloadBytes, int callers) {
        this(folder, payloadBytes, callers, 0);
    }

    /** As above, going on after so many records. */
    JournalDriver(Path folder, int payloadBytes, int callers, long lastSequence) {
        sequence = lastSequence;
        trimmed = lastSequence;
        disk = NioDisk.open(folder);
        JournalSetup setup = JournalSetup.of(disk, 1, Limits.DEFAULT, Durability.SYNC);
        journal = new LocalJournal(setup, workers, new NoTimers(), new SystemClock(), this);
        journal.replay((shard, position, bytes, offset, length) -> {});
        payload = new byte[payloadBytes];
        this.callers = callers;
        for (int i = 0; i < callers; i++) {
            append();
        }
        journal.commit();
    }

    /** Runs until every caller had an answer; they all have appended again then. */
    void round() {
        long target = durable + callers;
        while (durable < target) {
            workers.poll();
        }
    }

    @Override
    public void durable(Journal.Durable now) {
        for (; durable < now.record(); durable++) {
            append();
        }
        journal.commit();
        if (sequence - trimmed > 2L * RECORDS_KEPT) {
            trimmed = sequence - RECORDS_KEPT;
            journal.trim(Map.of(SHARD, trimmed));
        }
    }

    @Override
    public void failed(PfsException cause, Journal.Durable kept) {
        throw cause;
    }

    private void append() {
        sequence++;
        payload[(int) (sequence % payload.length)]++;
        journal.append(SHARD, new Position(EPOCH, sequence), payload, 0, payload.length);
    }

    @Override
    public void close() {
        journal.close();
        while (workers.poll()) {
            // what was under way ends
        }
        disk.close();
    }
}
