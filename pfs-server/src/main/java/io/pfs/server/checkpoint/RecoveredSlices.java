package io.pfs.server.checkpoint;

import io.pfs.ShardId;
import io.pfs.SliceKey;
import io.pfs.pool.Pool;
import io.pfs.server.boost.BoostIndex;
import io.pfs.server.boost.BoostSection;
import io.pfs.server.boost.BoostSection.Part;
import io.pfs.server.boost.BoostWriter;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.change.Change.CheckpointDone;
import io.pfs.server.metadata.MetadataFiles;
import io.pfs.server.metadata.MetadataScan;
import io.pfs.server.state.ShardState;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Where the slices of shards are stored: as the boost index tells, or, if it can't, as a scan of the metadata log does. */
final class RecoveredSlices {
    private final Pool pool;
    private final BoostIndex boost;
    private long nextMetadataFileId;
    private Optional<MetadataScan> scan = Optional.empty();
    private int count;
    private int shardsScanned;

    RecoveredSlices(Pool pool) {
        this.pool = pool;
        this.boost = BoostIndex.read(pool);
        this.nextMetadataFileId = MetadataFiles.nextId(pool);
    }

    /** Refuses if not all files are there that a checkpoint names: then this is another pool, or somebody has taken them away. */
    void requireFiles(CheckpointDone checkpoint) {
        checkpoint.files().forEach(file -> MetadataFiles.requireExists(pool, file.fileId(), file.length()));
    }

    /** No id is given again that a checkpoint names, whether its file is there or not. */
    void named(CheckpointDone checkpoint) {
        checkpoint.files().forEach(file -> nextMetadataFileId = Math.max(nextMetadataFileId, file.fileId() + 1));
    }

    /** All slices of a shard as this checkpoint left them. */
    SortedMap<SliceKey, StoredAt> of(ShardId shard, CheckpointDone checkpoint) {
        if (checkpoint.files().isEmpty()) {
            return new TreeMap<>();
        }
        checkpoint.files().forEach(file -> MetadataFiles.requireThere(pool, file.fileId(), file.length()));
        SortedMap<SliceKey, StoredAt> slices =
                boost.slicesOf(shard, checkpoint).orElseGet(() -> scanned(shard, checkpoint));
        count += slices.size();
        return slices;
    }

    private SortedMap<SliceKey, StoredAt> scanned(ShardId shard, CheckpointDone checkpoint) {
        shardsScanned++;
        MetadataScan log = scan();
        checkpoint.files().forEach(file -> log.requireWhole(file.fileId(), file.length()));
        return ScannedSlices.of(shard, checkpoint, log);
    }

    private MetadataScan scan() {
        MetadataScan log = scan.orElseGet(() -> MetadataScan.of(pool));
        scan = Optional.of(log);
        return log;
    }

    /** Whether storage has anything of a shard, whether it counts or not. */
    boolean holdAnyOf(ShardId shard) {
        return scan().found().stream().anyMatch(found -> found.record().shard().equals(shard));
    }

    /** Records of slices there are, whether they count or not. */
    int recordsOnStorage() {
        return MetadataFiles.ids(pool).isEmpty() ? 0 : scan().found().size();
    }

    /** Number of the last checkpoint of a shard that left any trace. */
    long highestCheckpoint(ShardId shard) {
        return boost.highestNumber(shard);
    }

    long nextMetadataFileId() {
        return nextMetadataFileId;
    }

    long nextBoostFileId() {
        return boost.nextFileId();
    }

    /** Writes the boost index anew, if it could not tell everything; what fails is left to the next checkpoint. */
    void repair(BoostWriter writer, Collection<ShardState> states) {
        if (shardsScanned == 0) {
            return;
        }
        List<Part> parts = states.stream()
                .filter(state -> state.lastCheckpoint().number() > 0)
                .map(BoostParts::whole)
                .toList();
        if (writer.write(new BoostSection(parts))) {
            parts.forEach(writer::counts);
            writer.deleteOlder();
        } else {
            writer.abandon();
        }
    }

    /** How many slices are on storage. */
    int count() {
        return count;
    }

    /** Shards that the boost index did not know well enough. */
    int shardsScanned() {
        return shardsScanned;
    }
}
