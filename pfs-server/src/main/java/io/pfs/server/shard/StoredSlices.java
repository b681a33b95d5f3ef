package io.pfs.server.shard;

import io.pfs.Limits;
import io.pfs.ShardId;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.server.change.Change.CheckpointDone;
import io.pfs.server.change.Change.ValidFile;
import io.pfs.server.image.SliceRecord;
import io.pfs.server.metadata.MetadataScan;
import io.pfs.server.metadata.MetadataScan.Found;
import io.pfs.server.slice.Slice;
import io.pfs.server.slice.SlicePlace.Unloaded;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Which records of the metadata log are the newest that count, for each slice of one shard. */
final class StoredSlices {
    private final TreeMap<SliceKey, Newest> newest = new TreeMap<>();
    private long highestCheckpoint;

    /** The newest image of a slice and the newest delta to it. */
    private record Newest(Found image, Optional<Found> delta) {
        /** Its depth is the newest: a delta may have been written after a split that the image does not know. */
        Found last() {
            return delta.orElse(image);
        }

        StoredAt stored() {
            Found last = last();
            return new StoredAt(
                    image.place(),
                    delta.map(Found::place),
                    last.record().newest().sequence(),
                    image.record().newest().sequence(),
                    last.record().rowCount());
        }
    }

    private StoredSlices() {}

    /** Takes from a scan what this checkpoint made count. */
    static StoredSlices of(ShardId shard, CheckpointDone checkpoint, MetadataScan scan) {
        Map<Long, Long> validLengths = new HashMap<>();
        for (ValidFile file : checkpoint.files()) {
            validLengths.put(file.fileId(), file.length());
        }
        StoredSlices slices = new StoredSlices();
        for (Found found : scan.found()) {
            SliceRecord record = found.record();
            if (record.shard().equals(shard)) {
                slices.highestCheckpoint = Math.max(slices.highestCheckpoint, record.checkpoint());
                boolean counts = found.place().end()
                                <= validLengths.getOrDefault(found.place().fileId(), 0L)
                        && record.checkpoint() <= checkpoint.number();
                if (counts) {
                    slices.offer(found);
                }
            }
        }
        return slices;
    }

    /** How many slices are on storage. */
    int count() {
        return newest.size();
    }

    /** Number of the last checkpoint that left any record, whether it counts or not. */
    long highestCheckpoint() {
        return highestCheckpoint;
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

    /** The slices of a table, without their rows. */
    List<HeldSlice> of(TableState table, Limits limits) {
        SliceKey first = new SliceKey(table.facts().id(), new SliceId(0));
        SliceKey last = new SliceKey(table.facts().id(), new SliceId(Limits.SLICES_MAX - 1));
        NavigableMap<SliceKey, Newest> ofTable = newest.subMap(first, true, last, true);
        List<HeldSlice> slices = new ArrayList<>(ofTable.size());
        ofTable.forEach((key, found) -> {
            StoredAt stored = found.stored();
            Slice overlay = Slice.overlay(key, found.last().record().depth(), table.hash(), limits);
            Unloaded place = new Unloaded(Optional.empty(), stored.sequence(), overlay);
            slices.add(new HeldSlice(place, Optional.of(stored)));
        });
        return slices;
    }
}
