package io.pfs.server.checkpoint;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.Position;
import io.pfs.ShardId;
import io.pfs.format.ByteReader;
import io.pfs.server.boost.BoostWriter;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.CheckpointDone;
import io.pfs.server.change.Change.SegmentsCounted;
import io.pfs.server.change.ChangeCodec;
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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Brings shards back: finds each one's last checkpoint in the journal, what that made count of the metadata log, and
 * replays what came after. Rows stay on storage until they are asked for. A shard that has nothing in the journal has
 * nothing at all, and is not made.
 */
public final class Recovery {
    private final GroupContext context;
    private final Set<ShardId> served;
    private final Journal journal;
    private final RecoveredSlices slices;
    private final SliceMemory memory;
    private final IndexFeed feed;
    private final StorageLoader loader;
    private final TreeMap<ShardId, CheckpointDone> lastCheckpoints = new TreeMap<>();
    private final TreeMap<ShardId, CheckpointDone> checkpointsBefore = new TreeMap<>();
    private List<Long> metadataFiles = List.of();
    private final TreeMap<ShardId, ShardState> states = new TreeMap<>();
    private final BoostWriter boost;
    private final CountSnapshot.Collector snapshots = new CountSnapshot.Collector();
    private SegmentCounts counts;
    private Journal.Replayed replayed = new Journal.Replayed(0, 0, 0, new Lives());
    private long applied;
    private long appliedBytes;

    private Recovery(
            GroupContext context,
            Set<ShardId> served,
            Journal journal,
            SliceMemory memory,
            IndexFeed feed,
            GroupCounters counters) {
        this.context = context;
        this.feed = feed;
        this.served = served;
        this.journal = journal;
        this.slices = new RecoveredSlices(context.pool());
        this.memory = memory;
        this.loader = new StorageLoader(context.pool(), context.workers(), memory, counters);
        this.counts = new SegmentCounts(context.server());
        this.boost = new BoostWriter(context.pool(), context.clock(), context.owner(), slices.nextBoostFileId());
    }

    public static Recovery run(
            GroupContext context,
            Set<ShardId> shards,
            Journal journal,
            SliceMemory memory,
            IndexFeed feed,
            GroupCounters counters) {
        Recovery recovery = new Recovery(context, shards, journal, memory, feed, counters);
        Set<ShardId> seen = recovery.findCheckpoints();
        recovery.requireJournal(seen);
        seen.forEach(recovery::start);
        recovery.replay();
        recovery.states.values().forEach(state -> {
            state.tables().readIntents();
            state.tables().forgetOwnerless();
        });
        recovery.states.values().forEach(state -> AdoptedSlices.drop(state, recovery.states));
        recovery.deleteUnnamedFiles();
        recovery.slices.repair(recovery.boost, recovery.states.values());
        return recovery;
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
        return snapshots.last();
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

    /** Images without a journal are not garbage: somebody has lost the journal, or named another folder. */
    private void requireJournal(Set<ShardId> seen) {
        int found = seen.isEmpty() ? slices.recordsOnStorage() : 0;
        if (found > 0) {
            throw new PfsException(
                    ErrorCode.CORRUPT,
                    "the journal is empty, but the metadata log holds " + found
                            + " records of slices: the journal's files are missing; put them back");
        }
    }

    /** What checkpoints that never counted left behind; what can't be deleted only takes space, until another try. */
    private void deleteUnnamedFiles() {
        metadataFiles = MetadataFiles.ids(context.pool());
        Set<Long> unnamed = new TreeSet<>(metadataFiles);
        lastCheckpoints.values().forEach(done -> MetadataSpace.remove(done, unnamed));
        checkpointsBefore.values().forEach(done -> MetadataSpace.remove(done, unnamed));
        Set<Long> gone = new TreeSet<>(MetadataFiles.deleteWhatCan(context.pool(), List.copyOf(unnamed)));
        metadataFiles =
                metadataFiles.stream().filter(fileId -> !gone.contains(fileId)).toList();
    }

    /** Looks for the last checkpoint of each shard; returns those that have anything in the journal. */
    private Set<ShardId> findCheckpoints() {
        TreeSet<ShardId> seen = new TreeSet<>();
        replayed = journal.scan((shard, position, bytes, offset, length) -> {
            if (served.contains(shard)) {
                seen.add(shard);
            }
            if (ChangeCodec.isCount(bytes, offset, length)) {
                Change part = decode(position.sequence(), bytes, offset, length).get(0);
                snapshots.add(shard, position.sequence(), (SegmentsCounted) part);
            }
            if (ChangeCodec.isCheckpoint(bytes, offset, length)) {
                for (Change change : decode(position.sequence(), bytes, offset, length)) {
                    if (change instanceof CheckpointDone done) {
                        CheckpointDone before = lastCheckpoints.put(shard, done);
                        checkpointsBefore.put(shard, before == null ? ShardState.NO_CHECKPOINT : before);
                    }
                }
            }
        });
        return seen;
    }

    private void start(ShardId shard) {
        CheckpointDone checkpoint = lastCheckpoints.getOrDefault(shard, ShardState.NO_CHECKPOINT);
        StoredSlices stored = StoredSlices.of(slices.of(shard, checkpoint));
        ShardState state = new ShardState(context, shard, loader, memory, stored);
        CheckpointDone before = checkpointsBefore.getOrDefault(shard, ShardState.NO_CHECKPOINT);
        state.startAt(checkpoint, before, Math.max(checkpoint.number(), slices.highestCheckpoint(shard)));
        state.tables().load(loader);
        feed.recover(state, replayed.lives());
        states.put(shard, state);
    }

    private void replay() {
        CountSnapshot snapshot = snapshots.last();
        counts = snapshot.counts(context.server());
        replayed = journal.replay((shard, position, bytes, offset, length) -> {
            List<Change> changes = decode(position.sequence(), bytes, offset, length);
            if (!snapshot.covers(shard, position.sequence())) {
                counts.apply(changes);
            }
            ShardState state = states.get(shard);
            if (state == null) {
                return;
            }
            if (position.sequence() > state.applied()) {
                applied++;
                appliedBytes += length;
                apply(state, position, changes);
            } else {
                state.keepCells(position.sequence(), changes);
                feed.passed(shard, position.sequence(), changes);
            }
        });
    }

    private void apply(ShardState state, Position position, List<Change> changes) {
        long sequence = position.sequence();
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

    private static List<Change> decode(long sequence, byte[] bytes, int offset, int length) {
        return new ArrayList<>(
                ChangeCodec.decode(new ByteReader("journal record " + sequence, 0, bytes, offset, offset + length)));
    }
}
