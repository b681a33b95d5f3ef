package io.pfs.server.checkpoint;

import io.pfs.Limits;
import io.pfs.format.FileHeader;
import io.pfs.server.change.Change.CheckpointDone;
import io.pfs.server.change.Change.ValidFile;
import io.pfs.server.state.StoredSlices;
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
    /** Garbage that is such a part of what a file may be is not worth any work. */
    private static final int LITTLE_SHARE = 4096;

    private final Limits limits;
    private final TreeSet<Long> files;
    private final TreeSet<Long> beingDeleted = new TreeSet<>();
    private final TreeMap<Long, Tried> tried = new TreeMap<>();

    /** @param files those there are */
    MetadataSpace(Collection<Long> files, Limits limits) {
        this.files = new TreeSet<>(files);
        this.limits = limits;
    }

    /** A file has been made, or may have been. */
    void made(long fileId) {
        files.add(fileId);
    }

    /**
     * A file that was taken up to be emptied.
     *
     * @param needed how much of it was needed then
     * @param places how many places of closed tables were looked at since that was needed
     */
    private record Tried(long needed, long places) {}

    /** Files that no checkpoint names that the journal keeps; to be told afterwards what became of them. */
    List<Long> takeUnneeded(List<? extends CheckpointSource> shards, long writtenTo, Collection<Long> doubtful) {
        Set<Long> unneeded = new TreeSet<>(files);
        unneeded.remove(writtenTo);
        unneeded.removeAll(doubtful);
        unneeded.removeAll(beingDeleted);
        for (CheckpointSource shard : shards) {
            shard.state().keptCheckpoints().forEach(done -> remove(done, unneeded));
        }
        beingDeleted.addAll(unneeded);
        return List.copyOf(unneeded);
    }

    static void remove(CheckpointDone named, Set<Long> from) {
        named.files().forEach(file -> from.remove(file.fileId()));
    }

    /** Some files were to be deleted, and these are gone. */
    void deleted(List<Long> unneeded, List<Long> gone) {
        unneeded.forEach(beingDeleted::remove);
        gone.forEach(files::remove);
        gone.forEach(tried::remove);
    }

    /** What was to be deleted may not have been. */
    void tryAgain() {
        beingDeleted.clear();
    }

    /**
     * A file that is worth being emptied, for too much of it is garbage, or it is one of many small ones.
     *
     * @param garbageShare one byte in so many is too much
     */
    Optional<Long> toEmpty(List<? extends CheckpointSource> shards, long writtenTo, int garbageShare) {
        Contents contents = new Contents(shards, limits);
        contents.lengths.remove(writtenTo);
        boolean areMany = contents.lengths.size() > FILES_FEW;
        long small = limits.metadataFileBytes() / SMALL_SHARE;
        return contents.lengths.keySet().stream()
                .filter(fileId -> contents.neededOf(fileId) > 0)
                .filter(fileId -> !isTried(shards, fileId, contents.neededOf(fileId)))
                .filter(fileId ->
                        contents.hasGarbage(fileId, garbageShare) || (areMany && contents.neededOf(fileId) < small))
                .findFirst();
    }

    /** A round begins that takes out of this file what it can; what is damaged stays, and is not tried again. */
    void tried(List<? extends CheckpointSource> shards, long fileId, int places) {
        long needed = new Contents(shards, limits).neededOf(fileId);
        Tried before = tried.getOrDefault(fileId, new Tried(needed, 0));
        tried.put(fileId, new Tried(needed, before.needed == needed ? before.places + places : places));
    }

    /** Whether all that is in this file was looked at, and nothing left it since. */
    private boolean isTried(List<? extends CheckpointSource> shards, long fileId, long needed) {
        Tried last = tried.get(fileId);
        if (last == null || last.needed != needed) {
            return false;
        }
        long places = 0;
        for (CheckpointSource shard : shards) {
            StoredSlices stored = shard.state().stored();
            places += stored.use().uses(fileId) ? stored.places() : 0;
        }
        return last.places >= places;
    }

    /** The round failed, for whatever reason. */
    void notTried() {
        tried.clear();
    }

    /** Whether the file that is written to should be ended, for it would be worth being emptied. */
    boolean isToBeEnded(List<? extends CheckpointSource> shards, long writtenTo, int garbageShare) {
        return new Contents(shards, limits).hasGarbage(writtenTo, garbageShare);
    }

    /** Whether one more round, which writes nothing, would make files unneeded that only the round before it needs. */
    boolean isAnyLeftBehind(List<? extends CheckpointSource> shards) {
        Set<Long> left = new TreeSet<>();
        for (CheckpointSource shard : shards) {
            shard.state().keptCheckpoints().forEach(done -> done.files().forEach(file -> left.add(file.fileId())));
        }
        shards.forEach(shard -> remove(shard.state().lastCheckpoint(), left));
        return !left.isEmpty();
    }

    /** What is in the files that count, and how much of it is needed. */
    private static final class Contents {
        private final TreeMap<Long, Long> lengths = new TreeMap<>();
        private final TreeMap<Long, Long> needed = new TreeMap<>();
        private final long garbageMin;

        Contents(List<? extends CheckpointSource> shards, Limits limits) {
            garbageMin = limits.metadataFileBytes() / LITTLE_SHARE;
            for (CheckpointSource shard : shards) {
                for (ValidFile file : shard.state().lastCheckpoint().files()) {
                    lengths.merge(file.fileId(), file.length(), Math::max);
                }
                shard.state().stored().use().forEach((fileId, used) -> needed.merge(fileId, used.bytes(), Long::sum));
            }
        }

        long neededOf(long fileId) {
            return needed.getOrDefault(fileId, 0L);
        }

        boolean hasGarbage(long fileId, int share) {
            long length = lengths.getOrDefault(fileId, 0L);
            long garbage = length - FileHeader.BYTES - neededOf(fileId);
            return garbage > garbageMin && garbage * share > length;
        }
    }
}
