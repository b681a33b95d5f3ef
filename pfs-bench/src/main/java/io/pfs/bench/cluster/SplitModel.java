package io.pfs.bench.cluster;

import io.pfs.Check;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.cluster.Member;
import io.pfs.cluster.ShardAssignment;
import io.pfs.cluster.StridePlacement;
import io.pfs.hash.NameHash;
import io.pfs.hash.SliceBitmap;
import io.pfs.hash.SplitArithmetic;
import io.pfs.server.slice.SplitThreshold;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A directory that grows over some servers, in numbers alone: the hashes, thresholds, bitmap and placement that the engine
 * has, and no rows.
 */
final class SplitModel {
    private static final int SHARDS = 1024;
    private static final ShardId BASE = new ShardId(0);
    private static final TableId TABLE = new TableId(7);

    private final int sliceRowsMax;
    private final boolean isDrawn;
    private final int spread;
    private final NameHash hash = new NameHash(1);
    private final StridePlacement places = new StridePlacement(SHARDS);
    private final ShardAssignment owners;
    private final SliceBitmap bitmap = new SliceBitmap();
    private final Map<Integer, Hashes> slices = new HashMap<>();
    private long created;
    private long moved;
    private long handedOver;

    /** Those of the names in a slice. */
    private static final class Hashes {
        private long[] values = new long[64];
        private int count;

        void add(long value) {
            if (count == values.length) {
                values = Arrays.copyOf(values, 2 * count);
            }
            values[count++] = value;
        }
    }

    /**
     * An empty directory.
     *
     * @param sliceRowsMax rows of a slice
     * @param isDrawn whether each slice splits at a threshold of its own, as ours do; else all at {@code sliceRowsMax}
     */
    SplitModel(int servers, int sliceRowsMax, boolean isDrawn) {
        this.sliceRowsMax = sliceRowsMax;
        this.isDrawn = isDrawn;
        this.spread = Integer.SIZE - Integer.numberOfLeadingZeros(servers - 1);
        this.owners = ShardAssignment.first(
                SHARDS, IntStream.range(0, servers).mapToObj(Member::of).toList());
        slices.put(0, new Hashes());
    }

    /** Makes so many files, of any names. */
    void create(int files) {
        for (int i = 0; i < files; i++) {
            long name = hash.of(RowName.of("file." + created++));
            int slice = bitmap.sliceOf(name);
            Hashes hashes = Check.present(slices.get(slice), "a slice has its hashes");
            hashes.add(name);
            if (hashes.count > threshold(slice)) {
                split(slice, hashes);
            }
        }
    }

    private int threshold(int slice) {
        SliceKey key = new SliceKey(TABLE, new SliceId(slice));
        return isDrawn ? SplitThreshold.of(key, bitmap.depth(slice), sliceRowsMax) : sliceRowsMax;
    }

    private void split(int slice, Hashes hashes) {
        int child = bitmap.split(slice);
        int depth = SplitArithmetic.birthDepth(child);
        Hashes lower = new Hashes();
        Hashes upper = new Hashes();
        for (int i = 0; i < hashes.count; i++) {
            boolean isUpper = SplitArithmetic.covers(child, depth, hashes.values[i]);
            (isUpper ? upper : lower).add(hashes.values[i]);
        }
        slices.put(slice, lower);
        slices.put(child, upper);
        moved += upper.count;
        handedOver += server(slice) == server(child) ? 0 : upper.count;
    }

    private int server(int slice) {
        return owners.owner(places.shard(BASE, slice, spread)).value();
    }

    long created() {
        return created;
    }

    int splits() {
        return slices.size() - 1;
    }

    /** Rows that went from a slice to another when it split. */
    long moved() {
        return moved;
    }

    /** Those of them that went to another server. */
    long handedOver() {
        return handedOver;
    }

    /** Rows moved if all slices had the same rows at all times, and split at once when they are full. */
    static double movedEvenly(long created, int sliceRowsMax) {
        double moved = 0;
        for (double full = sliceRowsMax; full < created; full *= 2) {
            moved += full / 2;
        }
        return moved;
    }
}
