package io.pfs.server.shard;

import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.server.checkpoint.BoostLog;
import io.pfs.server.checkpoint.Checkpoints;
import io.pfs.server.checkpoint.Due;
import io.pfs.server.checkpoint.Recovery;
import io.pfs.server.collect.CellSpace;
import io.pfs.server.metadata.MetadataFiles;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.SliceMemory;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Says when the slices of a group are written: when enough was journaled, when memory is short, and when somebody asks for
 * it. What only the journal has of cells is copied first.
 */
final class CheckpointTurns {
    /**
     * So many files of the journal may fill before slices are written, if no cells wait: the more changes a slice has seen,
     * the less is written for each, but the longer a recovery takes.
     */
    private static final long FILES_OF_ROWS = 8;

    /** The same while memory is short: then it is not all of them, but what lacks a change from before the last time. */
    private static final long FILES_OF_ROWS_IF_SHORT = FILES_OF_ROWS / 2;

    /** So many short lives count as a full file: each has left one, and who opens the next reads them all. */
    private static final int LIVES_PER_FILE = 8;

    /** After so many the next ends with a checkpoint: those that are too short would end none that begins in them. */
    private static final int LIVES_MANY = 32;

    /** One part in so many of a file of the journal is read in a moment. */
    private static final int LITTLE_PART = 16;

    private final GroupContext context;
    private final CellSpace space;
    private final SliceMemory memory;
    private final GroupCounters counters;
    private final Host host;
    private final Checkpoints checkpoints;
    private final ArrayDeque<Shard> toFlush = new ArrayDeque<>();
    private boolean flushing;
    private boolean hasFlushFailed;
    private boolean tidying;
    /** One was wanted while another ran, perhaps one that copies no cells. */
    private boolean wanted;
    /** Somebody asked for that which begins next: it leaves nothing for later. */
    private boolean asked;
    /** The same of that which is under way. */
    private boolean leavesNothing;

    /** Why the last one that ended does not count. */
    private Optional<PfsException> failure = Optional.empty();

    /** What was applied of each shard when one that is not for memory alone began last. */
    private SortedMap<ShardId, Long> appliedBefore = new TreeMap<>();

    private long ended;
    private long journaledBytes;
    private long bytesSinceLast;
    private long livesSinceLast;

    /** The group. */
    interface Host {
        List<Shard> shards();

        boolean isServing();

        /** Whether anything may be let go that nobody seems to need. */
        boolean mayForget();

        /** Storage has caught up: what it holds need not be in the journal. */
        void trim();

        /** A checkpoint counts, and so many bytes were journaled since the shards were opened, beside cells. */
        void checkpointed(long journaledBytes);

        /** Does something once all that was journaled is forced. */
        void afterForce(Runnable then);
    }

    CheckpointTurns(
            GroupContext context,
            Recovery recovery,
            CellSpace space,
            SliceMemory memory,
            GroupCounters counters,
            Host host) {
        this.context = context;
        this.space = space;
        this.memory = memory;
        this.counters = counters;
        this.host = host;
        this.livesSinceLast = recovery.livesSinceCheckpoint();
        this.bytesSinceLast =
                recovery.appliedBytes() + livesSinceLast * context.limits().journalFileBytes() / LIVES_PER_FILE;
        this.checkpoints = new Checkpoints(
                context,
                recovery.writer(),
                recovery.space(),
                new BoostLog(context, recovery.boost(), host::shards, host::mayForget),
                recovery.loader(),
                memory,
                counters,
                this::ended);
    }

    Checkpoints checkpoints() {
        return checkpoints;
    }

    /** Somebody asks for one: it leaves nothing for later. */
    void begin() {
        asked = true;
        beginDue();
    }

    /**
     * Starts one of all shards, unless one is under way or there is nothing new: first the cells that only the journal has
     * are copied, then the slices are written, which point to the copies.
     */
    private void beginDue() {
        bytesSinceLast = 0;
        livesSinceLast = 0;
        wanted = isRunning();
        if (host.isServing() && !wanted) {
            memory.cells().copyingBegins();
            leavesNothing = asked;
            asked = false;
            host.shards().stream()
                    .filter(shard -> shard.state().window().count() > 0)
                    .forEach(toFlush::add);
            flushing = true;
            hasFlushFailed = false;
            flushNext();
        }
    }

    /** The same, unless a recovery has little to read behind the last one. */
    void beginUnlessLittle() {
        if (bytesSinceLast > context.limits().journalFileBytes() / LITTLE_PART) {
            begin();
        }
    }

    /** The same if many short lives have left files, once a life; says whether it began. */
    boolean beginIfManyLives() {
        boolean isDue = livesSinceLast >= LIVES_MANY;
        if (isDue) {
            begin();
        }
        return isDue;
    }

    /** What keeps cells from being copied keeps the journal, but not the checkpoint. */
    private void flushNext() {
        Shard next = toFlush.poll();
        if (next == null) {
            flushing = false;
            memory.cells().copyingEnded(hasFlushFailed);
            takeSnapshot();
            startAfterCells();
        } else {
            next.flush().start(left -> {
                hasFlushFailed |= left.isPresent();
                flushNext();
            });
        }
    }

    private void startAfterCells() {
        Due due = leavesNothing || !memory.isShort() ? Due.ALL : Due.old(appliedBefore);
        appliedBefore = applied();
        checkpoints.start(host.shards(), due);
    }

    private SortedMap<ShardId, Long> applied() {
        SortedMap<ShardId, Long> applied = new TreeMap<>();
        host.shards().forEach(shard -> applied.put(shard.id(), shard.state().applied()));
        return applied;
    }

    /** Before the slices are written: so the journal can go from where both need it. Where no shard has anything there is nothing to count, and nobody to note it. */
    private void takeSnapshot() {
        List<Shard> shards = host.shards();
        if (shards.isEmpty()) {
            return;
        }
        boolean hasNews = shards.stream().anyMatch(shard -> shard.state().hasNewsSinceCheckpoint());
        if ((hasNews || memory.dirtyBytes() > 0 || space.counting().isRecounted()) && host.isServing()) {
            space.counting().takeSnapshot(shards.get(0).moving(), applied());
        }
    }

    /** Somebody asks for it: while nothing else happens, further ones follow that take back the space of old records. */
    void beginTidying() {
        tidying = host.mayForget();
        begin();
        tidying &= isRunning();
    }

    Optional<PfsException> failure() {
        return failure;
    }

    /** How many have ended so far. */
    long ended() {
        return ended;
    }

    boolean isRunning() {
        return flushing || checkpoints.isRunning();
    }

    /** A record of so many bytes was journaled, of which some are cells'. */
    void journaled(int bytes, int cellBytes) {
        journaledBytes += bytes - cellBytes;
        bytesSinceLast += bytes;
    }

    void beginIfDue() {
        memory.cells().journalStays(!host.mayForget());
        long fileBytes = context.limits().journalFileBytes();
        boolean isDue =
                bytesSinceLast > filesOfRows() * fileBytes || memory.cells().isCopyingDue();
        if (isDue || (wanted && !isRunning())) {
            beginDue();
        } else if (memory.wantsCheckpoint()) {
            beginForMemory();
        }
    }

    private long filesOfRows() {
        return memory.isShort() ? FILES_OF_ROWS_IF_SHORT : FILES_OF_ROWS;
    }

    void beginIfWanted() {
        if (wanted && !isRunning()) {
            beginDue();
        }
    }

    /** Lets storage catch up, so that there is something to let go of. */
    void beginForMemory() {
        if (host.isServing() && !isRunning()) {
            counters.checkpointForMemory();
            checkpoints.start(host.shards(), Due.FULLEST);
        }
    }

    private void ended(Optional<PfsException> cause, List<Long> unneeded) {
        failure = cause;
        ended++;
        if (!host.isServing()) {
            return; // what is left over, the next recovery deletes
        }
        if (failure.isEmpty()) {
            memory.storageCaughtUp();
            memory.relieve();
            if (host.mayForget()) {
                host.trim();
                checkpoints.deleteUnneeded(host.shards(), host::afterForce);
            }
            host.checkpointed(journaledBytes);
            space.start().collectIfDue();
        } else {
            memory.storageFellBehind();
            memory.cells().holdUp();
            long half = context.limits().journalFileBytes() / 2;
            bytesSinceLast = (2 * filesOfRows() - 1) * half; // soon again, but not at once
        }
        unneeded.forEach(this::deleteUnlessNamed);
        if (!wanted) { // else one begins anyway
            tidying = tidying && failure.isEmpty() && checkpoints.isWorthAnother(host.shards());
            if (tidying) {
                begin();
            } else if (memory.wantsCheckpoint() && checkpoints.mayMakeRoom()) {
                beginForMemory(); // who waits for room changes nothing that would have it begin
            }
        }
    }

    /** A file that no checkpoint counts on only takes space; if it can't be deleted now, the next recovery does it. */
    private void deleteUnlessNamed(long fileId) {
        boolean isNamed = host.shards().stream()
                .flatMap(shard -> shard.state().keptCheckpoints().stream())
                .flatMap(done -> done.files().stream())
                .anyMatch(file -> file.fileId() == fileId);
        if (!isNamed) {
            context.workers().run(() -> MetadataFiles.deleteWhatCan(context.pool(), List.of(fileId)), () -> {});
        }
    }

    /** No more cells are copied: the group closes. */
    void end() {
        toFlush.clear();
    }
}
