package io.pfs.server.shard;

import io.pfs.PfsException;
import io.pfs.server.metadata.MetadataWriter;
import io.pfs.server.shard.Shard.Outbox;
import java.util.ArrayDeque;
import java.util.ArrayList;
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
    /** Files of checkpoints that a recovery may find to count, until the journal has taken another record. */
    private final List<Long> doubtful = new ArrayList<>();

    private final ArrayDeque<Shard> waiting = new ArrayDeque<>();
    private Optional<CheckpointRun> running = Optional.empty();

    /** Hears how the checkpoint of one shard ended. */
    interface Ended {
        /**
         * @param failure what went wrong, if anything did
         * @param unneeded files that were left behind and that no checkpoint counts on
         */
        void ended(Optional<PfsException> failure, List<Long> unneeded);
    }

    /**
     * How the checkpoint of one shard ended.
     *
     * @param failure what went wrong, if anything did
     * @param abandoned the file that it left behind then
     * @param mayCount whether its record may be in the journal all the same
     */
    record Result(Optional<PfsException> failure, OptionalLong abandoned, boolean mayCount) {
        static final Result COUNTS = new Result(Optional.empty(), OptionalLong.empty(), true);
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

    private void ended(Result result) {
        counters.checkpointEnded(result.failure().isEmpty());
        if (result.failure().isPresent()) {
            waiting.clear(); // what failed here would fail for the others; the next round tries again
        }
        ended.ended(result.failure(), unneeded(result));
        next();
    }

    /** What the journal has lost is certain once it takes records again, and then so is which files nobody counts on. */
    private List<Long> unneeded(Result result) {
        List<Long> unneeded = new ArrayList<>();
        if (result.failure().isEmpty()) {
            unneeded.addAll(doubtful);
            doubtful.clear();
        }
        result.abandoned().ifPresent(result.mayCount() ? doubtful::add : unneeded::add);
        return unneeded;
    }

    /** While nothing is under way. */
    void close() {
        writer.close();
    }
}
