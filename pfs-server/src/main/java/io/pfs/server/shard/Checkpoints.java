package io.pfs.server.shard;

import io.pfs.PfsException;
import io.pfs.server.metadata.MetadataWriter;
import io.pfs.server.shard.Shard.Outbox;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Writes the slices of a group's shards to the metadata log, one shard after the other. */
final class Checkpoints {
    private final GroupContext context;
    private final MetadataWriter writer;
    private final Outbox outbox;
    private final SliceLoader loader;
    private final GroupCounters counters;
    private final Ended ended;
    private final ArrayDeque<Shard> waiting = new ArrayDeque<>();
    private Optional<CheckpointRun> running = Optional.empty();

    /** Hears how the checkpoint of one shard ended. */
    interface Ended {
        /**
         * @param failure what went wrong, if anything did
         * @param abandoned the file that it left behind then
         */
        void ended(Optional<PfsException> failure, OptionalLong abandoned);
    }

    Checkpoints(
            GroupContext context,
            MetadataWriter writer,
            Outbox outbox,
            SliceLoader loader,
            GroupCounters counters,
            Ended ended) {
        this.context = context;
        this.writer = writer;
        this.outbox = outbox;
        this.loader = loader;
        this.counters = counters;
        this.ended = ended;
    }

    boolean isRunning() {
        return running.isPresent();
    }

    /** Starts a round through these shards, unless one is under way or there is nothing new in any. */
    void start(Collection<Shard> shards) {
        if (isRunning() || shards.stream().noneMatch(s -> s.state().hasNewsSinceCheckpoint())) {
            return;
        }
        // A shard without news writes its record again, or the old one would keep its journal file for ever.
        shards.stream().filter(s -> s.state().applied() > 0).forEach(waiting::add);
        next();
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

    private void ended(Optional<PfsException> failure, OptionalLong abandoned) {
        counters.checkpointEnded(failure.isEmpty());
        if (failure.isPresent()) {
            waiting.clear(); // what failed here would fail for the others; the next round tries again
        }
        ended.ended(failure, abandoned);
        next();
    }

    void close() {
        writer.close();
    }
}
