package io.pfs.server.checkpoint;

import io.pfs.PfsException;
import io.pfs.server.metadata.MetadataFiles;
import io.pfs.server.metadata.MetadataWriter;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.SliceLoader;
import io.pfs.server.state.SliceMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Writes the slices of a group's shards to the metadata log, in rounds. */
public final class Checkpoints {
    /** A file of which one byte in so many is garbage is worth being emptied. */
    private static final int GARBAGE_SHARE = 2;
    /** The same while nobody wants anything. */
    private static final int GARBAGE_SHARE_AT_REST = 4;

    private final GroupContext context;
    private final MetadataWriter writer;
    private final MetadataSpace space;
    private final BoostLog boost;
    private final SliceLoader loader;
    private final SliceMemory memory;
    private final GroupCounters counters;
    private final Ended ended;
    /** Files of checkpoints that a recovery may find to count, until the journal has taken another record. */
    private final List<Long> doubtful = new ArrayList<>();

    private Optional<CheckpointRun> running = Optional.empty();
    /** What waited to be written when the last round began. */
    private long dirtyBytesBefore;

    private boolean isForMemory;
    /** Whether the last round wrote any slice, or could not be expected to. */
    private boolean mayMakeRoom;

    /** Hears how a round ended. */
    public interface Ended {
        /**
         * @param failure what went wrong, if anything did
         * @param unneeded files that were left behind and that no checkpoint counts on
         */
        void ended(Optional<PfsException> failure, List<Long> unneeded);
    }

    /**
     * How a round ended.
     *
     * @param failure what went wrong, if anything did
     * @param abandoned the file that it left behind then
     * @param mayCount whether records of it may be in the journal all the same
     */
    record Result(Optional<PfsException> failure, OptionalLong abandoned, boolean mayCount) {
        static final Result COUNTS = new Result(Optional.empty(), OptionalLong.empty(), true);
    }

    public Checkpoints(
            GroupContext context,
            MetadataWriter writer,
            MetadataSpace space,
            BoostLog boost,
            SliceLoader loader,
            SliceMemory memory,
            GroupCounters counters,
            Ended ended) {
        this.context = context;
        this.writer = writer;
        this.space = space;
        this.boost = boost;
        this.loader = loader;
        this.memory = memory;
        this.counters = counters;
        this.ended = ended;
    }

    public boolean isRunning() {
        return running.isPresent();
    }

    /** Whether another round for memory may make room: one does not if it follows one that wrote nothing for the same reason. */
    public boolean mayMakeRoom() {
        return mayMakeRoom;
    }

    /**
     * Starts a round through these shards, unless one is under way or there is nothing new in any.
     *
     * @param due which slices are written. If it is for more than memory, it goes also through shards without news: they write
     *     their record again, or the old one would keep its journal file for ever; and slices are written anew for the space
     *     that their old records take
     */
    public void start(List<? extends CheckpointSource> shards, Due due) {
        boolean all = !due.isForMemory();
        boolean isFull = memory.isFull(); // what was changed while the last one ran may fill it, without any news since
        boolean isOfUse = isFull || !isAtRest(shards) || memory.dirtyBytes() > 0 || (all && isWorthAnother(shards));
        if (isRunning() || !isOfUse) {
            return;
        }
        space.made(writer.fileId());
        int share = isAtRest(shards) ? GARBAGE_SHARE_AT_REST : GARBAGE_SHARE;
        if (all) {
            space.toEmpty(shards, writer.fileId(), share).ifPresent(fileId -> empty(shards, fileId));
        }
        boolean endsFile = all && space.isToBeEnded(shards, writer.fileId(), share);
        List<? extends CheckpointSource> concerned = shards.stream()
                .filter(s -> (all || isFull) ? s.state().applied() > 0 : hasNews(s) || CheckpointPart.isBehind(s))
                .toList();
        isForMemory = due.isForMemory();
        dirtyBytesBefore = memory.dirtyBytes();
        boolean makesRoom = !due.isAll() && memory.isShort();
        CheckpointRun run = new CheckpointRun(
                concerned, due, makesRoom, endsFile, context, writer, boost, loader, memory, counters, this::ended);
        running = Optional.of(run);
        run.start();
    }

    private void empty(List<? extends CheckpointSource> shards, long fileId) {
        SpaceRewrites rewrites = new SpaceRewrites(fileId, memory);
        counters.rewritten(rewrites.choose(shards));
        space.tried(shards, fileId, rewrites.places());
    }

    private static boolean isAtRest(List<? extends CheckpointSource> shards) {
        return shards.stream().noneMatch(Checkpoints::hasNews);
    }

    /** Whether the last round left something that the next may write: what is damaged stays as it is. */
    private boolean hasLeft() {
        return memory.dirtyBytes() > 0 && memory.dirtyBytes() != dirtyBytesBefore;
    }

    private static boolean hasNews(CheckpointSource shard) {
        return shard.state().hasNewsSinceCheckpoint();
    }

    /** Whether nothing has happened since the last round, and another one would make files of the log unneeded. */
    public boolean isWorthAnother(List<? extends CheckpointSource> shards) {
        return isAtRest(shards)
                && (hasLeft()
                        || space.isAnyLeftBehind(shards)
                        || space.isToBeEnded(shards, writer.fileId(), GARBAGE_SHARE_AT_REST)
                        || space.toEmpty(shards, writer.fileId(), GARBAGE_SHARE_AT_REST)
                                .isPresent());
    }

    /** Slices that a record has just changed; one that was born by a split belongs to the round under way. */
    public void applied(CheckpointSource shard, List<HeldSlice> touched) {
        running.ifPresent(run -> touched.forEach(slice -> run.include(shard, slice)));
    }

    private void ended(Result result) {
        mayMakeRoom = result.failure().isEmpty()
                && (!isForMemory || running.orElseThrow().hasWritten());
        running = Optional.empty();
        result.failure().ifPresent(failure -> space.notTried());
        ended.ended(result.failure(), unneeded(result));
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

    /**
     * Deletes the files of the log that nobody needs any more.
     *
     * @param afterForce does something once what counts is forced, and can't be undone
     */
    public void deleteUnneeded(List<? extends CheckpointSource> shards, Consumer<Runnable> afterForce) {
        List<Long> unneeded = space.takeUnneeded(shards, writer.fileId(), doubtful);
        if (!unneeded.isEmpty()) {
            afterForce.accept(() -> delete(unneeded));
        }
    }

    private void delete(List<Long> unneeded) {
        List<Long> gone = new ArrayList<>();
        context.workers().run(() -> gone.addAll(MetadataFiles.deleteWhatCan(context.pool(), unneeded)), () -> {
            space.deleted(unneeded, gone);
            counters.filesDeleted(gone.size());
        });
    }

    /** The journal lost what it had reported: what waited to be deleted is looked at again. */
    public void lost() {
        space.tryAgain();
    }

    /** While nothing is under way. */
    public void close() {
        writer.close();
        boost.close();
    }
}
