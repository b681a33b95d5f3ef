package io.pfs.server.checkpoint;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.Position;
import io.pfs.ShardId;
import io.pfs.server.boost.BoostWriter;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.CheckpointDone;
import io.pfs.server.gc.CountSnapshot;
import io.pfs.server.gc.SegmentCounts;
import io.pfs.server.indexing.IndexFeed;
import io.pfs.server.journal.Journal;
import io.pfs.server.journal.Lives;
import io.pfs.server.metadata.MetadataFiles;
import io.pfs.server.metadata.MetadataWriter;
import io.pfs.server.state.AdoptedSlices;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.SliceLoader;
import io.pfs.server.state.SliceMemory;
import io.pfs.server.state.StorageLoader;
import io.pfs.server.state.StoredSlices;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Brings shards back: finds each one's last checkpoint in the journal, what that made count of the metadata log, and
 * replays what came after. Rows stay on storage until they are asked for. A shard that has nothing in the journal has
 * nothing at all, and is not made.
 */
public final class Recovery {
    /** No more of them than this were journaled in what was lost. */
    private static final int LOST_CHECKPOINTS = 1 << 20;

    private final GroupContext context;
    private final Journal journal;
    private final RecoveredSlices slices;
    private final SliceMemory memory;
    private final IndexFeed feed;
    private final StorageLoader loader;
    /** Of what a shard always has in memory, before anybody is served. */
    private final StorageLoader firstLoader;

    private final PoolAtRest pool;
    private final FirstLook look;
    private final Apart apart;
    private final Salvage salvage;
    private final Lost lost;
    private final GivenUpSlices givenUp;
    private final Predicate<byte[]> countable;
    private List<Long> metadataFiles = List.of();
    private final TreeMap<ShardId, ShardState> states = new TreeMap<>();
    private final BoostWriter boost;
    private SegmentCounts counts;
    private Journal.Replayed replayed;
    private long applied;
    private long appliedBytes;

    private Recovery(
            GroupContext context,
            PoolAtRest pool,
            Set<ShardId> served,
            Journal journal,
            SliceMemory memory,
            IndexFeed feed,
            GroupCounters counters,
            Lost lost,
            Predicate<byte[]> countable) {
        this.countable = countable;
        this.context = context;
        this.pool = pool;
        this.feed = feed;
        this.journal = journal;
        this.look = FirstLook.at(journal, served);
        this.replayed = look.replayed();
        Apart found = look.apart();
        Apart nobody = Apart.nobody(found.losses());
        this.apart = lost.isGivenUp() ? nobody : found;
        this.salvage = new Salvage(lost.isGivenUp() ? found : nobody);
        this.lost = lost;
        this.slices = new RecoveredSlices(pool);
        this.memory = memory;
        this.loader = new StorageLoader(context.pool(), context.workers(), memory, counters);
        this.firstLoader = new StorageLoader(pool, context.workers(), memory, counters);
        this.givenUp = new GivenUpSlices(loader, memory);
        this.counts = new SegmentCounts(context.server());
        this.boost = new BoostWriter(context.pool(), context.clock(), context.owner(), slices.nextBoostFileId());
    }

    /**
     * @param lost what becomes of shards whose records the journal has lost
     * @param countable whether it can be counted what a row leads to
     */
    public static Recovery run(
            GroupContext context,
            Set<ShardId> shards,
            Journal journal,
            SliceMemory memory,
            IndexFeed feed,
            GroupCounters counters,
            Lost lost,
            Predicate<byte[]> countable) {
        try (PoolAtRest pool = new PoolAtRest(context.pool())) {
            Recovery recovery = new Recovery(context, pool, shards, journal, memory, feed, counters, lost, countable);
            recovery.run();
            return recovery;
        }
    }

    private void run() {
        requireJournal();
        start();
        replay();
        states.values().stream()
                .filter(state -> salvage.concerns(state.shard()))
                .forEach(state -> state.divideAsStored().forEach(memory::account));
        states.values().forEach(state -> {
            state.tables().readIntents();
            // of what is given up a birth may be lost, which another shard tells again
            if (!salvage.concerns(state.shard())) {
                state.tables().forgetOwnerless();
            }
        });
        states.values().forEach(state -> AdoptedSlices.drop(state, states));
        giveUp();
        deleteUnnamedFiles();
        if (apart.isNothing() && !lost.isGivenUp()) { // else nothing may be changed in the end
            slices.repair(boost, states.values());
        }
    }

    public Journal journal() {
        return journal;
    }

    public Collection<ShardState> states() {
        return states.values();
    }

    public SliceLoader loader() {
        return loader;
    }

    /** A writer that begins a new file: what was written before this incarnation is never added to. */
    public MetadataWriter writer() {
        return new MetadataWriter(
                context.pool(), context.clock(), context.owner(), context.limits(), slices.nextMetadataFileId());
    }

    /** The files of the metadata log that are needed, and what else is known of them. */
    public MetadataSpace space() {
        return new MetadataSpace(metadataFiles, context.limits());
    }

    public BoostWriter boost() {
        return boost;
    }

    /** What is needed of each segment. */
    public SegmentCounts counts() {
        return counts;
    }

    /** From where that is counted in the journal. */
    public CountSnapshot snapshot() {
        return look.snapshot();
    }

    /** Shards that can't be brought back. */
    public Apart apart() {
        return apart;
    }

    /** Why nobody knows yet what of each segment is needed, if so. */
    public Optional<PfsException> uncounted() {
        return salvage.isNothing() ? apart.refusal() : Optional.of(salvage.uncounted());
    }

    /** What was given up, and what is left. */
    public Salvage salvage() {
        return salvage;
    }

    /** Whether no leases of an earlier life can be out: it had them back when it ended, or there was none. */
    public boolean areLeasesBack() {
        return look.areLeasesBack() || (replayed.records() == 0 && slices.count() == 0);
    }

    /** What was found. */
    public RecoveryReport report() {
        return new RecoveryReport(
                slices.count(), slices.shardsScanned(), replayed.records(), applied, replayed.tornBytes());
    }

    /** Bytes of the records that no image held yet: so much the next checkpoint has to write. */
    public long appliedBytes() {
        return appliedBytes;
    }

    /** How many lives of this server have left records since its last checkpoint; none if no checkpoint lets the journal go. */
    public long livesSinceCheckpoint() {
        return apart.isNothing() ? replayed.lives().countNeeded(look.sinceCheckpoints(states.keySet())) : 0;
    }

    /** Images without a journal are not garbage: somebody has lost the journal, or named another folder. One that is damaged sets them all apart. */
    private void requireJournal() {
        boolean isThere = !look.seen().isEmpty() || !look.replayed().losses().isNothing();
        int found = isThere ? 0 : slices.recordsOnStorage();
        if (found > 0) {
            throw new PfsException(
                    ErrorCode.CORRUPT,
                    "the journal is empty, but the metadata log holds " + found
                            + " records of slices: the journal's files are missing; put them back");
        }
    }

    /** What checkpoints that never counted left behind; what can't be deleted only takes space, until another try. */
    private void deleteUnnamedFiles() {
        metadataFiles = MetadataFiles.ids(pool);
        if (!apart.isNothing() || !apart.losses().isNothing() || lost.isGivenUp()) {
            return; // what names them may be among what was lost, or it comes to nothing, and then nothing was changed
        }
        Set<Long> unnamed = new TreeSet<>(metadataFiles);
        look.checkpoints().forEach(all -> all.forEach(done -> MetadataSpace.remove(done, unnamed)));
        Set<Long> gone = new TreeSet<>(MetadataFiles.deleteWhatCan(pool, List.copyOf(unnamed)));
        metadataFiles =
                metadataFiles.stream().filter(fileId -> !gone.contains(fileId)).toList();
    }

    private void start() {
        TreeSet<ShardId> whole = new TreeSet<>(look.seen());
        whole.addAll(salvage.shards()); // one that has nothing may have had something
        whole.removeAll(apart.shards());
        look.checkpoints().forEach(all -> all.forEach(slices::named));
        whole.stream()
                .filter(shard -> !salvage.concerns(shard))
                .forEach(shard -> slices.requireFiles(look.checkpoint(shard)));
        whole.forEach(shard -> {
            try {
                start(shard);
            } catch (PfsException e) {
                if (e.code() != ErrorCode.CORRUPT || salvage.concerns(shard)) {
                    throw e;
                }
                apart.add(shard, e);
            }
        });
    }

    /** Without its last two checkpoints nobody knows what of storage is a shard's. */
    private void requireBegin(ShardId shard) {
        if (!look.knowsBegin(shard) && slices.holdAnyOf(shard)) {
            throw new PfsException(
                    ErrorCode.CORRUPT,
                    shard + " can't be given back: " + apart.losses().told()
                            + ", among them too much of what tells which of the images on storage are its last");
        }
    }

    private void start(ShardId shard) {
        boolean isGivenUp = salvage.concerns(shard);
        if (isGivenUp) {
            requireBegin(shard);
        }
        CheckpointDone checkpoint = look.checkpoint(shard);
        StoredSlices stored = StoredSlices.of(slices.of(shard, checkpoint));
        ShardState state = new ShardState(context, shard, loader, memory, stored);
        long highest = Math.max(checkpoint.number(), slices.highestCheckpoint(shard));
        state.startAt(
                checkpoint,
                look.checkpointBefore(shard),
                isGivenUp ? look.wholeFrom(shard) : look.neededFrom(shard),
                isGivenUp ? highest + LOST_CHECKPOINTS : highest);
        state.tables().load(firstLoader);
        if (lost.isGivenUp()) {
            givenUp.lookAt(state, from -> !isGivenUp && look.hasAllFrom(shard, from));
        }
        boolean mayLackRows = isGivenUp || givenUp.concerns(shard);
        feed.recover(state, mayLackRows ? new Lives() : replayed.lives()); // else it might know rows that are lost
        states.put(shard, state);
    }

    private void giveUp() {
        givenUp.requireDecided(lost.rotten(), salvage.shards());
        SortedMap<ShardId, List<Change>> cameBack = givenUp.settle(states, lost.elsewhere(), countable);
        salvage.slices(givenUp.outcomes(states), cameBack);
    }

    private void replay() {
        CountSnapshot snapshot = look.snapshot();
        counts = snapshot.counts(context.server());
        if (!apart.isNothing() || !salvage.isNothing() || !givenUp.isNothing()) {
            counts.lackSome();
        }
        replayed = journal.replay((shard, position, bytes, offset, length) -> {
            List<Change> changes = FirstLook.decode(position.sequence(), bytes, offset, length);
            if (!snapshot.covers(shard, position.sequence())) {
                counts.apply(changes);
            }
            ShardState state = states.get(shard);
            if (state == null) {
                return;
            }
            givenUp.lay(state, position.sequence(), changes);
            if (position.sequence() > state.applied()) {
                applied++;
                appliedBytes += length;
                apply(state, position, changes);
            } else {
                long bytesBefore = memory.cells().bytes();
                state.keepCells(position.sequence(), changes);
                memory.cells().passedOver(memory.cells().bytes() - bytesBefore);
                feed.passed(shard, position.sequence(), changes);
            }
        });
    }

    private void apply(ShardState state, Position position, List<Change> changes) {
        long sequence = position.sequence();
        if (salvage.concerns(state.shard())) {
            salvage.apply(state, position, changes).forEach(memory::account);
            return;
        }
        if (sequence != state.applied() + 1) {
            throw new PfsException(
                    ErrorCode.CORRUPT,
                    "the journal lacks records of " + state.shard() + ": expected sequence " + (state.applied() + 1)
                            + ", found " + sequence);
        }
        try {
            state.apply(sequence, changes).forEach(memory::account);
        } catch (RuntimeException e) {
            throw state.notApplied(position, e);
        }
    }
}
