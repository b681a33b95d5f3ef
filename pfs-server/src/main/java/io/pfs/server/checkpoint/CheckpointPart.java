package io.pfs.server.checkpoint;

import io.pfs.SliceKey;
import io.pfs.server.boost.BoostEntry;
import io.pfs.server.boost.BoostSection.Part;
import io.pfs.server.boost.Mark;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.change.Change.CheckpointDone;
import io.pfs.server.change.Change.ValidFile;
import io.pfs.server.state.FileUse;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.ShardState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** One shard's part of a round of checkpoints: what of it is still to be written, and what was. */
final class CheckpointPart {
    private final CheckpointSource shard;
    private final long number;
    private final HashSet<SliceKey> included = new HashSet<>();
    private final ArrayDeque<HeldSlice> toWrite = new ArrayDeque<>();
    private final List<Written> written = new ArrayList<>();
    private final long begun;
    private int left;
    private final boolean makesRoom;
    /** Not while something went that a replay from earlier on would need. */
    private final boolean mayAnyWait;

    private long replayFrom;
    private CheckpointDone done = ShardState.NO_CHECKPOINT;

    /**
     * Takes in slices of the shard that storage is behind of.
     *
     * @param due which of them; while something went that a replay from earlier on would need, none waits
     * @param makesRoom whether what was written leaves memory
     */
    CheckpointPart(CheckpointSource shard, GroupContext.CheckpointScope scope, Due due, boolean makesRoom) {
        this.shard = shard;
        this.makesRoom = makesRoom;
        this.number = shard.state().nextCheckpointNumber();
        this.begun = shard.state().applied() + 1;
        this.replayFrom = begun;
        shard.state().stored().gone().checkpointBegins();
        List<HeldSlice> behind = behind(scope);
        this.mayAnyWait = shard.state().stored().gone().isEmpty();
        Predicate<HeldSlice> isDue = due.among(shard.id(), behind, this::lacksFrom);
        for (HeldSlice slice : behind) {
            boolean mayWait = mayAnyWait && !slice.needsImage() && !isDue.test(slice);
            left += mayWait ? 1 : 0;
            if (mayWait || slice.lacksChange()) {
                setAside(slice);
            } else {
                included.add(slice.key());
                toWrite.add(slice);
            }
        }
    }

    /** Whether storage is behind of any slice of a shard. */
    static boolean isBehind(CheckpointSource shard) {
        return shard.state().tables().opened().stream().anyMatch(table -> !table.allMatch(slice -> !slice.isDirty()));
    }

    private List<HeldSlice> behind(GroupContext.CheckpointScope scope) {
        List<HeldSlice> behind = new ArrayList<>();
        shard.state()
                .tables()
                .opened()
                .forEach(table -> table.forEachSlice(slice -> {
                    if ((slice.isDirty() || slice.lacksChange()) && scope.includes(slice.key())) {
                        behind.add(slice);
                    }
                }));
        return behind;
    }

    CheckpointSource shard() {
        return shard;
    }

    /** How many slices wait for a later round. */
    int left() {
        return left;
    }

    long number() {
        return number;
    }

    /**
     * Takes in a slice that came into being while this runs; says whether it is new here. Its parent may be written after
     * the split, and then replay does not repeat the split for it.
     */
    boolean include(HeldSlice slice) {
        boolean isNew = slice.stored().isEmpty() && slice.isNewTo(number) && included.add(slice.key());
        if (isNew) {
            toWrite.add(slice);
        }
        return isNew;
    }

    boolean isWritten() {
        return toWrite.isEmpty();
    }

    HeldSlice next() {
        return toWrite.remove();
    }

    /**
     * A slice that storage does not or did not give back, or that is to wait, stays as it is there, and what it lacks stays in the
     * journal. It lacks nothing from before the last checkpoint's place of replay, which may be gone from the journal.
     */
    void setAside(HeldSlice slice) {
        long keptFrom = shard.state().lastCheckpoint().replayFrom();
        replayFrom = Math.min(replayFrom, Math.max(lacksFrom(slice), keptFrom));
    }

    /** Where replay has to begin for it: not between the birth of a slice that went unwritten and its end. */
    private long lacksFrom(HeldSlice slice) {
        long first = slice.lacksFrom();
        boolean isSafe = mayAnyWait && shard.state().stored().gone().mayReplayFrom(first);
        return isSafe ? first : slice.lacksFromAtMost();
    }

    /** Until it counts or is given up, its slice stays where it is: it may be clean already. */
    void add(Written slice) {
        written.add(slice);
        slice.slice().pin(true);
    }

    /**
     * Nothing more is written: makes the record by which it will count. It names the files that are of use, also to who
     * replays what came since its beginning.
     */
    void close(long fileId, long length) {
        FileUse use = shard.state().stored().use().copy();
        for (Written w : written) {
            if (isHeld(w)) {
                w.slice().stored().ifPresent(use::remove);
            }
            use.add(w.stored());
        }
        gone().forEach(slice -> use.add(slice.stored()));
        List<ValidFile> files = new ArrayList<>(shard.state().lastCheckpoint().files());
        files.removeIf(file -> file.fileId() == fileId || !use.uses(file.fileId()));
        if (use.uses(fileId)) {
            files.add(new ValidFile(fileId, length));
        }
        done = new CheckpointDone(number, replayFrom, files);
    }

    /** Else its table went while this was written. */
    private boolean isHeld(Written slice) {
        return shard.state().tables().holds(slice.slice());
    }

    private boolean isFromEarlier() {
        return replayFrom < begun;
    }

    private List<BoostEntry> gone() {
        return shard.state().stored().gone().needed(isFromEarlier());
    }

    CheckpointDone done() {
        return done;
    }

    /** What the boost index is to be told, if it knows this checkpoint of the shard and counts on from there. */
    Part boostPart(Mark known) {
        ShardState state = shard.state();
        Mark mark = Mark.of(done);
        if (!known.equals(Mark.NONE) && known.equals(Mark.of(state.lastCheckpoint()))) {
            List<BoostEntry> entries = written.stream().map(Written::entry).toList();
            return new Part(shard.id(), mark, known, entries, List.of());
        }
        Map<SliceKey, StoredAt> newer = new TreeMap<>();
        written.forEach(w -> newer.put(w.slice().key(), w.stored()));
        Map<SliceKey, BoostEntry> gone = new TreeMap<>();
        gone().forEach(slice -> gone.put(slice.key(), slice));
        written.stream().filter(w -> !isHeld(w)).forEach(w -> gone.put(w.slice().key(), w.entry()));
        return BoostParts.whole(state, mark, newer, gone.values());
    }

    /** It counts: storage has what was written. */
    void counts() {
        shard.state().stored().gone().checkpointCounts(isFromEarlier());
        written.forEach(w -> {
            boolean isOldImage = w.isFromStorage() && w.isImage() && w.slice().isLoaded();
            w.slice().pin(false);
            if (!isHeld(w)) {
                shard.state().stored().gone().written(w.entry());
                return;
            }
            shard.state().stored().replaced(w.slice().stored(), w.stored());
            w.slice().storedAs(w.stored(), makesRoom);
            if (isOldImage) {
                // Loaded while its image was made of what is on storage: its changes are those since the image before,
                // and a row that came after that one and is gone again has left no trace in it.
                w.slice().requireImage();
            }
        });
    }

    List<Written> written() {
        return written;
    }

    /** It does not count, nor ever will: an image in it is none. */
    void giveUp() {
        for (Written w : written) {
            w.slice().pin(false);
            if (w.isImage()) {
                w.slice().requireImage();
            }
        }
    }
}
