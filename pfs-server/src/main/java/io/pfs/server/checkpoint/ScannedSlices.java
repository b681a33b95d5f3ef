package io.pfs.server.checkpoint;

import io.pfs.ShardId;
import io.pfs.SliceKey;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.change.Change.CheckpointDone;
import io.pfs.server.change.Change.ValidFile;
import io.pfs.server.image.SliceRecord;
import io.pfs.server.metadata.MetadataScan;
import io.pfs.server.metadata.MetadataScan.Found;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Finds by a scan what the boost index would tell: the newest records that count, for each slice of one shard. */
public final class ScannedSlices {
    private final TreeMap<SliceKey, Newest> newest = new TreeMap<>();

    /** The newest image of a slice and the newest delta to it. */
    private record Newest(Found image, Optional<Found> delta) {
        /** Its depth is the newest: a delta may have been written after a split that the image does not know. */
        Found last() {
            return delta.orElse(image);
        }

        StoredAt stored() {
            SliceRecord last = last().record();
            return new StoredAt(
                    image.place(),
                    delta.map(Found::place),
                    last.depth(),
                    last.newest().sequence(),
                    image.record().newest().sequence(),
                    last.rowCount(),
                    Optional.empty());
        }
    }

    private ScannedSlices() {}

    /** Takes from a scan what this checkpoint made count. */
    public static SortedMap<SliceKey, StoredAt> of(ShardId shard, CheckpointDone checkpoint, MetadataScan scan) {
        Map<Long, Long> validLengths = new HashMap<>();
        for (ValidFile file : checkpoint.files()) {
            validLengths.put(file.fileId(), file.length());
        }
        ScannedSlices slices = new ScannedSlices();
        for (Found found : scan.found()) {
            SliceRecord record = found.record();
            boolean counts = record.shard().equals(shard)
                    && found.place().end()
                            <= validLengths.getOrDefault(found.place().fileId(), 0L)
                    && record.checkpoint() <= checkpoint.number();
            if (counts) {
                slices.offer(found);
            }
        }
        TreeMap<SliceKey, StoredAt> stored = new TreeMap<>();
        slices.newest.forEach((key, known) -> stored.put(key, known.stored()));
        return stored;
    }

    private void offer(Found found) {
        SliceKey key = found.record().key();
        Newest known = newest.get(key);
        if (found.record().kind() == SliceRecord.Kind.IMAGE) {
            if (known == null || isNewer(found, known.image)) {
                newest.put(key, new Newest(found, Optional.empty()));
            }
        } else if (known != null && isDeltaOf(found, known.image) && isNewer(found, known.last())) {
            newest.put(key, new Newest(known.image, Optional.of(found)));
        }
    }

    private static boolean isNewer(Found found, Found than) {
        return found.record().newest().compareTo(than.record().newest()) >= 0;
    }

    private static boolean isDeltaOf(Found delta, Found image) {
        return delta.record().imageSequence() == image.record().newest().sequence();
    }
}
