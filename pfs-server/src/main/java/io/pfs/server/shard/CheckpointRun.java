package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.SliceKey;
import io.pfs.format.ByteWriter;
import io.pfs.server.change.Change.CheckpointDone;
import io.pfs.server.change.Change.ValidFile;
import io.pfs.server.image.SliceEncoder;
import io.pfs.server.image.SliceRecord;
import io.pfs.server.image.Stamp;
import io.pfs.server.metadata.MetadataWriter;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.server.shard.Checkpoints.Result;
import io.pfs.server.shard.Shard.Outbox;
import io.pfs.server.slice.Slice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * One checkpoint of one shard: every slice that storage is behind of is written as an image or a delta, the file is
 * forced, and a {@link CheckpointDone} in the journal makes it count. The shard serves meanwhile; a slice is written as
 * it is when its turn comes, and says by its sequence how much of the journal it holds.
 */
final class CheckpointRun {
    private static final int WRITE_BYTES = 256 << 10;
    /** A delta that repeats more than one row in so many is worth an image. */
    private static final int DELTA_SHARE = 4;

    private final Shard shard;
    private final GroupContext context;
    private final MetadataWriter writer;
    private final Outbox outbox;
    private final SliceLoader loader;
    private final Consumer<Result> ended;
    private final long number;
    private long replayFrom;
    private final TreeSet<SliceKey> included = new TreeSet<>();
    private final ArrayDeque<HeldSlice> toWrite = new ArrayDeque<>();
    private final List<Written> written = new ArrayList<>();
    private final SliceEncoder encoder = new SliceEncoder();
    private Optional<PfsException> failure = Optional.empty();

    /** What was written of a slice, to count once the journal says so. */
    private record Written(HeldSlice slice, StoredAt stored) {}

    CheckpointRun(
            Shard shard,
            GroupContext context,
            MetadataWriter writer,
            Outbox outbox,
            SliceLoader loader,
            Consumer<Result> ended) {
        this.shard = shard;
        this.context = context;
        this.writer = writer;
        this.outbox = outbox;
        this.loader = loader;
        this.ended = ended;
        this.number = shard.state().nextCheckpointNumber();
        this.replayFrom = shard.state().applied() + 1;
        shard.state()
                .tables()
                .opened()
                .forEach(table -> table.forEachSlice(slice -> {
                    if (slice.isDirty() && context.scope().includes(slice.key())) {
                        included.add(slice.key());
                        toWrite.add(slice);
                    }
                }));
    }

    Shard shard() {
        return shard;
    }

    /**
     * Takes in a slice that came into being while this runs. Its parent may be written after the split, and then replay
     * does not repeat the split for it.
     */
    void include(HeldSlice slice) {
        if (slice.stored().isEmpty() && included.add(slice.key())) {
            toWrite.add(slice);
        }
    }

    /** Encodes some slices, then has them written; again until none is left. */
    void step() {
        try {
            outbox.requireServing();
            while (!toWrite.isEmpty() && writer.pendingBytes() < WRITE_BYTES) {
                HeldSlice slice = toWrite.remove();
                if (!slice.isLoaded()) {
                    loader.load(slice, () -> comeBackTo(slice), e -> setAside(slice, e));
                    return;
                }
                encode(slice);
            }
        } catch (PfsException e) {
            giveUp(e);
            return;
        }
        boolean last = toWrite.isEmpty();
        context.workers().run(() -> write(last), this::wrote);
    }

    private void comeBackTo(HeldSlice slice) {
        toWrite.addFirst(slice);
        step();
    }

    /** A slice that storage does not give back stays as it is there, and what it lacks stays in the journal. */
    private void setAside(HeldSlice slice, PfsException cause) {
        if (cause.code().kind() != ErrorCode.Kind.DATA) {
            giveUp(cause);
            return;
        }
        replayFrom = Math.min(replayFrom, slice.storedOrFail().sequence() + 1);
        step();
    }

    private void encode(HeldSlice held) {
        Slice slice = held.loaded();
        shard.expireReplies(slice);
        Optional<StoredAt> base = held.stored().filter(stored -> isDeltaWorthIt(held, slice));
        ByteWriter out = writer.begin();
        long offset = writer.length();
        Stamp stamp = new Stamp(shard.id(), context.epoch(), number, new SliceRecord.Place(writer.fileId(), offset));
        if (base.isPresent()) {
            encoder.delta(slice, base.get().imageSequence(), Optional.empty(), stamp, out);
        } else {
            encoder.image(slice, Optional.empty(), stamp, out);
            slice.imageWritten();
            held.imageEncoded();
        }
        RecordPlace place = writer.end(offset);
        written.add(new Written(
                held, base.map(b -> b.withDelta(place, slice)).orElseGet(() -> StoredAt.image(place, slice))));
    }

    private boolean isDeltaWorthIt(HeldSlice held, Slice slice) {
        if (held.needsImage() || context.faultPoints().maybe("checkpoint.image")) {
            return false;
        }
        return (slice.changedCount() + slice.removedCount()) * DELTA_SHARE <= slice.rowCount();
    }

    /** On a worker. */
    private void write(boolean last) {
        try {
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
        } else if (!toWrite.isEmpty()) {
            step(); // slices were born meanwhile, or there is more
        } else {
            makeItCount();
        }
    }

    private void makeItCount() {
        CheckpointDone done = new CheckpointDone(number, replayFrom, validFiles());
        try {
            outbox.journal(shard, List.of(done), this::counts, this::outcomeUnknown);
        } catch (PfsException e) {
            giveUp(e);
        }
    }

    /** Those of the last checkpoint, as far as they went, and the file that was written to. */
    private List<ValidFile> validFiles() {
        List<ValidFile> files = new ArrayList<>(shard.state().lastCheckpoint().files());
        if (!written.isEmpty()) {
            files.removeIf(file -> file.fileId() == writer.fileId());
            files.add(new ValidFile(writer.fileId(), writer.length()));
        }
        return files;
    }

    private void counts() {
        written.forEach(w -> {
            w.slice.storedAs(w.stored);
            if (!w.slice.isDirty() && w.slice.isLoaded() && mayUnload(w.slice)) {
                w.slice.unload();
            }
        });
        if (writer.isFull()) {
            context.workers().run(this::sealFile, () -> ended.accept(Result.COUNTS));
        } else {
            ended.accept(Result.COUNTS);
        }
    }

    private boolean mayUnload(HeldSlice slice) {
        boolean isTableOfTables = slice.key().table().sequence() == 0;
        return !isTableOfTables && !slice.isSplitting() && context.faultPoints().maybe("slice.unload");
    }

    /** On a worker. The records in it are forced and count, whether it gets its footer or not. */
    private void sealFile() {
        try {
            writer.seal();
        } catch (PfsException e) {
            writer.abandon();
        }
    }

    /** What was written does not count, nor ever will: it lies past what any checkpoint names of the file. */
    private void giveUp(PfsException cause) {
        end(cause, false);
    }

    /** The journal may hold the record all the same: then a recovery counts on the file. */
    private void outcomeUnknown(PfsException cause) {
        end(cause, true);
    }

    private void end(PfsException cause, boolean mayCount) {
        OptionalLong abandoned = writer.abandon();
        written.stream().filter(w -> w.stored.delta().isEmpty()).forEach(w -> w.slice.requireImage());
        ended.accept(new Result(Optional.of(cause), abandoned, mayCount));
    }
}
