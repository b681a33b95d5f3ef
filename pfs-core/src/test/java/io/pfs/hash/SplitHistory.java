package io.pfs.hash;

import io.pfs.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A table's random life, told without bitmaps: which slice split when, and each slice's depth. The truth that bitmaps are
 * compared with.
 */
final class SplitHistory {
    final Random random;
    final Map<Integer, Integer> depths = new TreeMap<>();
    /** The slices in the order in which they came into being, slice 0 left out. */
    final List<Integer> born = new ArrayList<>();

    private SplitHistory(long seed) {
        random = new Random(seed);
        depths.put(0, 0);
    }

    /** Some splits anywhere, then some along the path of a few hashes, down to the greatest depth now and then. */
    static SplitHistory ofSeed(long seed) {
        SplitHistory history = new SplitHistory(seed);
        int bushy = history.random.nextInt(seed % 3 == 0 ? 600 : 60);
        for (int i = 0; i < bushy; i++) {
            history.splitAny();
        }
        int paths = history.random.nextInt(6);
        for (int i = 0; i < paths; i++) {
            int deepest = history.random.nextInt(4) == 0 ? Limits.SLICE_DEPTH_MAX : history.random.nextInt(20);
            history.splitAlong(history.random.nextLong(), deepest);
        }
        return history;
    }

    private void splitAny() {
        List<Integer> slices = new ArrayList<>(depths.keySet());
        split(slices.get(random.nextInt(slices.size())));
    }

    private void splitAlong(long hash, int deepest) {
        while (depths.get(owner(hash)) < deepest) {
            split(owner(hash));
        }
    }

    /** Splits a slice if it may still split; this is the definition, not a call of what is tested. */
    private void split(int slice) {
        int depth = depths.get(slice);
        if (depth < Limits.SLICE_DEPTH_MAX) {
            int child = slice + (1 << depth);
            depths.put(slice, depth + 1);
            depths.put(child, depth + 1);
            born.add(child);
        }
    }

    /** The one slice whose low bits are the hash's, by looking at all of them. */
    int owner(long hash) {
        int owner = -1;
        for (Map.Entry<Integer, Integer> slice : depths.entrySet()) {
            long low = hash & ((1L << slice.getValue()) - 1);
            if (low == slice.getKey()) {
                if (owner >= 0) {
                    throw new AssertionError("two slices own " + Long.toHexString(hash));
                }
                owner = slice.getKey();
            }
        }
        return owner;
    }

    SliceBitmap bitmap() {
        SliceBitmap bitmap = new SliceBitmap();
        born.forEach(bitmap::add);
        return bitmap;
    }

    /** What somebody may know who heard of some splits only: whatever is known, its causes are. */
    SliceBitmap outdated() {
        SliceBitmap bitmap = new SliceBitmap();
        int share = random.nextInt(101);
        for (int slice : born) {
            boolean possible = bitmap.has(SplitArithmetic.predecessor(slice));
            if (possible && random.nextInt(100) < share) {
                bitmap.add(slice);
            }
        }
        return bitmap;
    }

    /** A hash of anywhere, or, half the time, of one of the slices. */
    long anyHash() {
        long hash = random.nextLong();
        if (random.nextBoolean()) {
            List<Integer> slices = new ArrayList<>(depths.keySet());
            int slice = slices.get(random.nextInt(slices.size()));
            int depth = depths.get(slice);
            hash = (hash >>> depth << depth) | slice;
        }
        return hash;
    }
}
