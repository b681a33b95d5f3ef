package io.pfs.server.checkpoint;

import io.pfs.PfsException;
import io.pfs.server.change.Change.CheckpointDone;
import io.pfs.server.checkpoint.Checkpoints.Result;
import io.pfs.server.metadata.MetadataWriter;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.SliceLoader;
import io.pfs.server.state.SliceMemory;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * One round of checkpoints: every slice that storage is behind of, of all these shards, is written as an image or a
 * delta, the file is forced once, and a {@link CheckpointDone} of each shard in the journal makes its part count. The
 * shards serve meanwhile; a slice is written as it is when its turn comes, and says by its sequence how much of the
 * journal it holds.
 */
final class CheckpointRun {
    /** Who creates waits for a round that is to make room in memory; another one had better leave the cores to those it serves. */
    private static final int MAKERS_IN_NEED = 2;

    private final boolean endsFile;
    private final GroupContext context;
    private final MetadataWriter writer;
    private final BoostLog boost;
    private final SliceMemory memory;
    private final GroupCounters counters;
    private final Consumer<Result> ended;
    private final List<CheckpointPart> parts;
    private final CheckpointWriting writing;
    private boolean closed;
    private boolean mayCount;
    private int unanswered;
    private Optional<PfsException> failure = Optional.empty();

    /**
     * A round.
     *
     * @param makesRoom whether those who create wait for it
     * @param endsFile whether what is written after this round goes to another file
     */
    CheckpointRun(
            List<? extends CheckpointSource> shards,
            Due due,
            boolean makesRoom,
            boolean endsFile,
            GroupContext context,
            MetadataWriter writer,
            BoostLog boost,
            SliceLoader loader,
            SliceMemory memory,
            GroupCounters counters,
            Consumer<Result> ended) {
        this.endsFile = endsFile;
        this.context = context;
        this.writer = writer;
        this.boost = boost;
        this.memory = memory;
        this.counters = counters;
        this.ended = ended;
        this.parts = shards.stream()
                .map(shard -> new CheckpointPart(shard, context.scope(), due, makesRoom))
                .toList();
        this.writing =
                new CheckpointWriting(parts, context, writer, loader, makesRoom ? MAKERS_IN_NEED : 1, this::written);
        shards.forEach(CheckpointSource::checkpointBegins);
        if (!due.isForMemory()) {
            parts.forEach(part -> counters.leftYoung(part.left()));
        }
    }

    /** Takes in a slice that came into being while this runs. When all is written, replay will repeat its birth. */
    void include(CheckpointSource shard, HeldSlice slice) {
        if (!closed) {
            writing.include(shard, slice);
        }
    }

    void start() {
        writing.goOn();
    }

    private void written(Optional<PfsException> cause) {
        if (cause.isPresent()) {
            giveUp(cause.get());
            return;
        }
        closed = true;
        parts.forEach(part -> part.close(writer.fileId(), writer.length()));
        boost.tell(parts, this::makeThemCount);
    }

    /** Each part counts by a record of its own, or not; the round ends when this is known of all. */
    private void makeThemCount() {
        unanswered = 1;
        for (CheckpointPart part : parts) {
            unanswered++;
            try {
                part.shard().journal(part.done(), () -> counts(part), e -> failed(part, e));
                mayCount = true;
            } catch (PfsException e) {
                failed(part, e);
            }
        }
        answered();
    }

    private void counts(CheckpointPart part) {
        boost.counts(part);
        part.counts();
        counters.checkpointEnded(true);
        part.written().forEach(w -> unloadMaybe(w.slice()));
        part.written().forEach(w -> memory.account(w.slice()));
        answered();
    }

    private void failed(CheckpointPart part, PfsException cause) {
        part.giveUp();
        counters.checkpointEnded(false);
        failure = Optional.of(failure.orElse(cause));
        answered();
    }

    private void answered() {
        unanswered--;
        if (unanswered > 0) {
            return;
        }
        if (failure.isPresent()) {
            end(failure.get());
        } else {
            boost.endFileIfDue();
            context.workers().run(this::tidyUp, this::tidied);
        }
    }

    /** On a worker. The records in a full file are forced and count, whether it gets its footer or not. */
    private void tidyUp() {
        boost.tidyUp();
        if (endsFile || writer.isFull()) {
            try {
                writer.seal();
            } catch (PfsException e) {
                writer.abandon();
            }
        }
    }

    private void tidied() {
        boost.tidied();
        ended.accept(Result.COUNTS);
    }

    /** Whether any slice was due. */
    boolean hasWritten() {
        return parts.stream().anyMatch(part -> !part.written().isEmpty());
    }

    private void unloadMaybe(HeldSlice slice) {
        boolean may = slice.isLoaded() && !slice.isResident() && !slice.isBusy();
        if (may && context.faultPoints().maybe("slice.unload")) {
            slice.letRowsGo();
        }
    }

    /** What was written does not count, nor ever will: it lies past what any checkpoint names of the file. */
    private void giveUp(PfsException cause) {
        parts.forEach(part -> {
            part.giveUp();
            counters.checkpointEnded(false);
        });
        end(cause);
    }

    /** If a record of it was handed to the journal, that may hold it all the same: then a recovery counts on the file. */
    private void end(PfsException cause) {
        OptionalLong abandoned = writer.abandon();
        ended.accept(new Result(Optional.of(cause), abandoned, mayCount));
    }
}
