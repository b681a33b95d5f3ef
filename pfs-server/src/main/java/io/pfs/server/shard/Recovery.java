package io.pfs.server.shard;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.Position;
import io.pfs.ShardId;
import io.pfs.format.ByteReader;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.CheckpointDone;
import io.pfs.server.change.Change.ValidFile;
import io.pfs.server.change.ChangeCodec;
import io.pfs.server.journal.Journal;
import io.pfs.server.metadata.MetadataReader;
import io.pfs.server.metadata.MetadataScan;
import io.pfs.server.metadata.MetadataWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * Brings shards back: finds each one's last checkpoint in the journal, takes what it made count of the metadata log, and
 * replays what came after. Rows stay on storage until they are asked for.
 */
final class Recovery {
    private final GroupContext context;
    private final Journal journal;
    private final MetadataScan scan;
    private final StorageLoader loader;
    private final TreeMap<ShardId, CheckpointDone> lastCheckpoints = new TreeMap<>();
    private final TreeMap<ShardId, ShardState> states = new TreeMap<>();
    private final List<StoredSlices> stored = new ArrayList<>();
    private Journal.Replayed replayed = new Journal.Replayed(0, 0, 0);
    private long applied;
    private long appliedBytes;

    private Recovery(GroupContext context, Journal journal) {
        this.context = context;
        this.journal = journal;
        this.scan = MetadataScan.of(context.pool());
        this.loader = new StorageLoader(new MetadataReader(context.pool()), context.workers());
    }

    static Recovery run(GroupContext context, List<ShardId> shards, Journal journal) {
        Recovery recovery = new Recovery(context, journal);
        recovery.findCheckpoints();
        shards.forEach(recovery::start);
        recovery.replay();
        recovery.requireJournal();
        recovery.deleteUnnamedFiles();
        return recovery;
    }

    Journal journal() {
        return journal;
    }

    Collection<ShardState> states() {
        return states.values();
    }

    SliceLoader loader() {
        return loader;
    }

    /** A writer that begins a new file: what was written before this incarnation is never added to. */
    MetadataWriter writer() {
        return new MetadataWriter(
                context.pool(), context.clock(), context.owner(), context.limits(), scan.nextFileId());
    }

    /** What was found. */
    RecoveryReport report() {
        int slices = stored.stream().mapToInt(StoredSlices::count).sum();
        return new RecoveryReport(slices, replayed.records(), applied, replayed.tornBytes());
    }

    /** Bytes of the records that no image held yet: so much the next checkpoint has to write. */
    long appliedBytes() {
        return appliedBytes;
    }

    /** Images without a journal are not garbage: somebody has lost the journal, or named another folder. */
    private void requireJournal() {
        if (replayed.records() == 0 && !scan.found().isEmpty()) {
            throw new PfsException(
                    ErrorCode.CORRUPT,
                    "the journal is empty, but the metadata log holds "
                            + scan.found().size()
                            + " records of slices: the journal's files are missing; put them back");
        }
    }

    /** What checkpoints that never counted left behind. */
    private void deleteUnnamedFiles() {
        Set<Long> unnamed = scan.fileIds();
        lastCheckpoints.values().forEach(done -> done.files().forEach(file -> unnamed.remove(file.fileId())));
        unnamed.forEach(fileId -> context.pool().delete(MetadataWriter.fileName(fileId)));
    }

    private void findCheckpoints() {
        journal.scan((shard, position, bytes, offset, length) -> {
            if (ChangeCodec.isCheckpoint(bytes, offset, length)) {
                for (Change change : decode(position.sequence(), bytes, offset, length)) {
                    if (change instanceof CheckpointDone done) {
                        lastCheckpoints.put(shard, done);
                    }
                }
            }
        });
        lastCheckpoints.values().forEach(done -> done.files().forEach(this::requireWhole));
    }

    private void requireWhole(ValidFile file) {
        scan.requireWhole(file.fileId(), file.length());
    }

    private void start(ShardId shard) {
        CheckpointDone checkpoint = lastCheckpoints.getOrDefault(shard, ShardState.NO_CHECKPOINT);
        StoredSlices ofShard = StoredSlices.of(shard, checkpoint, scan);
        stored.add(ofShard);
        ShardState state =
                new ShardState(shard, context.limits(), loader, table -> ofShard.of(table, context.limits()));
        long highestNumber = Math.max(checkpoint.number(), ofShard.highestCheckpoint());
        state.startAt(checkpoint, highestNumber);
        state.tables().tableOfTables().forEachSlice(loader::loadNow);
        states.put(shard, state);
    }

    private void replay() {
        replayed = journal.replay((shard, position, bytes, offset, length) -> {
            ShardState state = states.get(shard);
            if (state != null && position.sequence() > state.applied()) {
                applied++;
                appliedBytes += length;
                apply(state, position, decode(position.sequence(), bytes, offset, length));
            }
        });
    }

    private static void apply(ShardState state, Position position, List<Change> changes) {
        long sequence = position.sequence();
        if (sequence != state.applied() + 1) {
            throw new PfsException(
                    ErrorCode.CORRUPT,
                    "the journal lacks records of " + state.shard() + ": expected sequence " + (state.applied() + 1)
                            + ", found " + sequence);
        }
        try {
            state.apply(sequence, changes);
        } catch (RuntimeException e) {
            throw state.notApplied(position, e);
        }
    }

    private static List<Change> decode(long sequence, byte[] bytes, int offset, int length) {
        return new ArrayList<>(
                ChangeCodec.decode(new ByteReader("journal record " + sequence, 0, bytes, offset, offset + length)));
    }
}
