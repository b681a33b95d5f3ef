package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.change.Change.CheckpointDone;
import io.pfs.server.metadata.MetadataWriter;
import io.pfs.server.shard.Checkpoints.Result;
import io.pfs.server.shard.Shard.Outbox;
import io.pfs.server.slice.Slice;
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
    private static final int COPY_BYTES = 512 << 10;

    private final GroupContext context;
    private final MetadataWriter writer;
    private final BoostLog boost;
    private final Outbox outbox;
    private final SliceLoader loader;
    private final SliceMemory memory;
    private final GroupCounters counters;
    private final Consumer<Result> ended;
    private final List<CheckpointPart> parts;
    private final SliceCopies copies;
    private final SliceWriter slices;
    /** The parts before this one are written, but for slices that were born since. */
    private int current;

    private boolean closed;
    private boolean mayCount;
    private int unanswered;
    private Optional<PfsException> failure = Optional.empty();

    CheckpointRun(
            List<Shard> shards,
            GroupContext context,
            MetadataWriter writer,
            BoostLog boost,
            Outbox outbox,
            SliceLoader loader,
            SliceMemory memory,
            GroupCounters counters,
            Consumer<Result> ended) {
        this.context = context;
        this.writer = writer;
        this.boost = boost;
        this.outbox = outbox;
        this.loader = loader;
        this.memory = memory;
        this.counters = counters;
        this.ended = ended;
        this.copies = new SliceCopies(context);
        this.slices = new SliceWriter(context, writer);
        this.parts = shards.stream()
                .map(shard -> new CheckpointPart(shard, context.scope()))
                .toList();
        shards.forEach(shard -> shard.times().writeDown());
    }

    /** Takes in a slice that came into being while this runs. When all is written, replay will repeat its birth. */
    void include(Shard shard, HeldSlice slice) {
        for (int i = 0; !closed && i < parts.size(); i++) {
            if (parts.get(i).shard() == shard && parts.get(i).include(slice)) {
                current = Math.min(current, i);
            }
        }
    }

    /** Copies some slices, then has them encoded and written; again until none is left. */
    void step() {
        try {
            outbox.requireServing();
            while (!isAllWritten() && copies.bytes() < COPY_BYTES) {
                CheckpointPart part = parts.get(current);
                HeldSlice slice = part.next();
                boolean wantsImage = copies.wantsImage(slice);
                if (!copies.fromMemory(part, slice, wantsImage)) {
                    loader.fetch(
                            slice,
                            wantsImage,
                            rows -> fetched(part, slice, wantsImage, rows),
                            e -> setAside(part, slice, e));
                    return;
                }
            }
        } catch (PfsException e) {
            giveUp(e);
            return;
        }
        boolean last = isAllWritten();
        List<SliceCopy> taken = copies.handOver();
        context.workers().run(() -> write(taken, last), this::wrote);
    }

    private boolean isAllWritten() {
        while (current < parts.size() && parts.get(current).isWritten()) {
            current++;
        }
        return current == parts.size();
    }

    private void fetched(CheckpointPart part, HeldSlice slice, boolean wantsImage, Slice rows) {
        try {
            // it may have been loaded meanwhile
            if (!copies.fromMemory(part, slice, wantsImage)) {
                copies.fromStorage(part, slice, rows);
            }
        } catch (PfsException e) {
            giveUp(e);
            return;
        }
        step();
    }

    private void setAside(CheckpointPart part, HeldSlice slice, PfsException cause) {
        if (cause.code().kind() == ErrorCode.Kind.DATA) {
            part.setAside(slice);
            step();
        } else {
            giveUp(cause);
        }
    }

    /** On a worker. */
    private void write(List<SliceCopy> taken, boolean last) {
        try {
            slices.encode(taken);
            writer.write();
            if (last) {
                writer.force();
            }
        } catch (PfsException e) {
            failure = Optional.of(e);
        }
    }

    private void wrote() {
        if (failure.isPresent()) {
            giveUp(failure.get());
        } else if (!isAllWritten()) {
            step(); // slices were born meanwhile, or there is more
        } else {
            closed = true;
            parts.forEach(part -> part.close(writer.fileId(), writer.length()));
            boost.tell(parts, this::makeThemCount);
        }
    }

    /** Each part counts by a record of its own, or not; the round ends when this is known of all. */
    private void makeThemCount() {
        unanswered = 1;
        for (CheckpointPart part : parts) {
            unanswered++;
            try {
                outbox.journal(part.shard(), List.of(part.done()), () -> counts(part), e -> failed(part, e));
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
            context.workers().run(this::tidyUp, () -> ended.accept(Result.COUNTS));
        }
    }

    /** On a worker. The records in a full file are forced and count, whether it gets its footer or not. */
    private void tidyUp() {
        boost.tidyUp();
        if (writer.isFull()) {
            try {
                writer.seal();
            } catch (PfsException e) {
                writer.abandon();
            }
        }
    }

    private void unloadMaybe(HeldSlice slice) {
        boolean may = !slice.isDirty() && slice.isLoaded() && !slice.isResident() && !slice.isBusy();
        if (may && context.faultPoints().maybe("slice.unload")) {
            slice.unload();
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
