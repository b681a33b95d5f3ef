package io.pfs.server.shard;

import io.pfs.server.metadata.MetadataWriter;
import io.pfs.server.shard.Shard.Outbox;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;

/** Writes the slices of a group's shards to the metadata log, one shard after the other. */
final class Checkpoints {
    private final GroupContext context;
    private final MetadataWriter writer;
    private final Outbox outbox;
    private final SliceLoader loader;
    private final GroupCounters counters;
    private final ArrayDeque<Shard> waiting = new ArrayDeque<>();
    private Optional<CheckpointRun> running = Optional.empty();
    private boolean trimDue;

    Checkpoints(
            GroupContext context, MetadataWriter writer, Outbox outbox, SliceLoader loader, GroupCounters counters) {
        this.context = context;
        this.writer = writer;
        this.outbox = outbox;
        this.loader = loader;
        this.counters = counters;
    }

    boolean isRunning() {
        return running.isPresent();
    }

    /** Whether a checkpoint has ended since this was last asked, so that the journal may have become shorter. */
    boolean takeTrimDue() {
        boolean due = trimDue;
        trimDue = false;
        return due;
    }

    void start(List<Shard> shards) {
        if (!isRunning()) {
            shards.stream().filter(s -> s.state().hasNewsSinceCheckpoint()).forEach(waiting::add);
            next();
        }
    }

    /** Slices that a record has just changed; one that was born by a split belongs to the checkpoint under way. */
    void applied(Shard shard, List<HeldSlice> touched) {
        running.filter(run -> run.shard() == shard).ifPresent(run -> touched.forEach(run::include));
    }

    private void next() {
        Shard shard = waiting.poll();
        running = Optional.empty();
        if (shard != null) {
            CheckpointRun run = new CheckpointRun(shard, context, writer, outbox, loader, this::ended);
            running = Optional.of(run);
            run.step();
        }
    }

    private void ended(boolean well) {
        counters.checkpointEnded(well);
        if (!well) {
            waiting.clear(); // what failed here would fail for the others; the next checkpoint tries again
        }
        trimDue |= well;
        next();
    }

    void close() {
        writer.close();
    }
}
