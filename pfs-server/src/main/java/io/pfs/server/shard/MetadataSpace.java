package io.pfs.server.shard;

import io.pfs.Limits;
import io.pfs.server.change.Change.CheckpointDone;
import io.pfs.server.change.Change.ValidFile;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Takes back the space of the metadata log: which files nobody needs any more, and which are worth being emptied. How
 * that is safe, the package says.
 */
final class MetadataSpace {
    /** So many files are never too many, however small. */
    private static final int FILES_FEW = 8;
    /** Of a file that is a small part of what a file may be, others could take in what is left. */
    private static final int SMALL_SHARE = 8;

    private final Limits limits;
    private final TreeSet<Long> files;
    private final TreeSet<Long> beingDeleted = new TreeSet<>();

    /** @param files those there are */
    MetadataSpace(Collection<Long> files, Limits limits) {
        this.files = new TreeSet<>(files);
        this.limits = limits;
    }

    /** A file has been made, or may have been. */
    void made(long fileId) {
        files.add(fileId);
    }

    /** Files that no checkpoint names that the journal keeps; to be told afterwards what became of them. */
    List<Long> takeUnneeded(List<Shard> shards, long writtenTo, Collection<Long> doubtful) {
        Set<Long> unneeded = new TreeSet<>(files);
        unneeded.remove(writtenTo);
        unneeded.removeAll(doubtful);
        unneeded.removeAll(beingDeleted);
        for (Shard shard : shards) {
            shard.state().keptCheckpoints().forEach(done -> remove(done, unneeded));
        }
        beingDeleted.addAll(unneeded);
        return List.copyOf(unneeded);
    }

    static void remove(CheckpointDone named, Set<Long> from) {
        named.files().forEach(file -> from.remove(file.fileId()));
    }

    /** Some files were to be deleted, and these are gone. */
    void deleted(List<Long> tried, List<Long> gone) {
        tried.forEach(beingDeleted::remove);
        gone.forEach(files::remove);
    }

    /** What was to be deleted may not have been. */
    void tryAgain() {
        beingDeleted.clear();
    }

    /** A file that is worth being emptied: less than half of it is still needed, or it is one of many small ones. */
    Optional<Long> toEmpty(List<Shard> shards, long writtenTo) {
        TreeMap<Long, Long> lengths = new TreeMap<>();
        TreeMap<Long, Long> needed = new TreeMap<>();
        for (Shard shard : shards) {
            for (ValidFile file : shard.state().lastCheckpoint().files()) {
                lengths.merge(file.fileId(), file.length(), Math::max);
            }
            shard.state().stored().use().forEach((fileId, used) -> needed.merge(fileId, used.bytes(), Long::sum));
        }
        lengths.remove(writtenTo);
        boolean areMany = lengths.size() > FILES_FEW;
        long small = limits.metadataFileBytes() / SMALL_SHARE;
        return lengths.keySet().stream()
                .filter(fileId -> {
                    long live = needed.getOrDefault(fileId, 0L);
                    return live > 0 && (2 * live < lengths.getOrDefault(fileId, 0L) || (areMany && live < small));
                })
                .findFirst();
    }
}
