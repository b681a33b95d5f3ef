package io.pfs.hash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SliceBitmapTest {
    private static final String NAME = "SliceBitmapTest";
    private static final int SEEDS = 120;
    private static final int HASHES = 200;

    @Test
    void aNewTableHasOneSlice() {
        SliceBitmap bitmap = new SliceBitmap();
        assertEquals(1, bitmap.count());
        assertEquals(0, bitmap.radix());
        assertEquals(0, bitmap.depth(0));
        assertEquals(0, bitmap.sliceOf(-1));
        assertTrue(bitmap.has(0));
        assertFalse(bitmap.has(1));
        assertFalse(bitmap.has(Limits.SLICES_MAX - 1));
    }

    @Test
    void findsTheSliceThatABruteForceSearchFinds() {
        Seeds.each(NAME, SEEDS, seed -> {
            SplitHistory history = SplitHistory.ofSeed(seed);
            SliceBitmap bitmap = history.bitmap();
            for (int i = 0; i < HASHES; i++) {
                long hash = history.anyHash();
                assertEquals(history.owner(hash), bitmap.sliceOf(hash), () -> Long.toHexString(hash));
            }
        });
    }

    @Test
    void derivesDepthsCountAndRadixFromTheBits() {
        Seeds.each(NAME, SEEDS, seed -> {
            SplitHistory history = SplitHistory.ofSeed(seed);
            SliceBitmap bitmap = history.bitmap();
            history.depths.forEach((slice, depth) -> assertEquals(depth, bitmap.depth(slice), "slice " + slice));
            assertEquals(history.depths.size(), bitmap.count());
            int deepest = history.depths.values().stream().max(Integer::compare).orElseThrow();
            assertEquals(deepest, bitmap.radix());
            List<Integer> slices = new ArrayList<>();
            bitmap.forEach(slices::add);
            assertEquals(List.copyOf(history.depths.keySet()), slices);
        });
    }

    @Test
    void splittingIsAddingTheChild() {
        Seeds.each(NAME, SEEDS, seed -> {
            SplitHistory history = SplitHistory.ofSeed(seed);
            SliceBitmap bitmap = new SliceBitmap();
            for (int child : history.born) {
                assertEquals(child, bitmap.split(SplitArithmetic.parent(child)));
            }
            assertEquals(history.bitmap(), bitmap);
        });
    }

    @Test
    void anOutdatedBitmapLeadsToAnAncestor() {
        Seeds.each(NAME, SEEDS, seed -> {
            SplitHistory history = SplitHistory.ofSeed(seed);
            SliceBitmap truth = history.bitmap();
            SliceBitmap outdated = history.outdated();
            for (int i = 0; i < HASHES; i++) {
                long hash = history.anyHash();
                int believed = outdated.sliceOf(hash);
                int right = truth.sliceOf(hash);
                assertEquals(believed, SplitArithmetic.ancestor(right, outdated.depth(believed)));
                // Whoever holds it knows the truth: one forward is enough.
                assertTrue(SplitArithmetic.covers(right, truth.depth(right), hash));
            }
        });
    }

    @Test
    void mergingIsAUnion() {
        Seeds.each(NAME, SEEDS, seed -> {
            SplitHistory history = SplitHistory.ofSeed(seed);
            SliceBitmap one = history.outdated();
            SliceBitmap other = history.outdated();
            SliceBitmap merged = one.copy();
            assertEquals(!one.equals(merged(one, other)), merged.merge(other));
            assertEquals(merged(other, one), merged, "the order doesn't matter");
            assertFalse(merged.merge(other), "nothing new the second time");
            assertEquals(merged(one, other), merged);
            merged.forEach(slice -> assertTrue(one.has(slice) || other.has(slice)));
            assertEquals(
                    merged.count(),
                    SliceBitmap.ofWords(words(merged), merged.radix()).count());
        });
    }

    /** Each shard knows the splits of its own slices and of those they came from; together they know everything. */
    @Test
    void theUnionOfAllViewsIsTheTruth() {
        Seeds.each(NAME, SEEDS / 4, seed -> {
            SplitHistory history = SplitHistory.ofSeed(seed);
            SliceBitmap union = new SliceBitmap();
            history.depths.keySet().forEach(slice -> union.merge(history(history, slice)));
            assertEquals(history.bitmap(), union);
        });
    }

    @Test
    void aTruncatedBitmapLeadsToTheAncestorOfThatDepth() {
        Seeds.each(NAME, SEEDS, seed -> {
            SplitHistory history = SplitHistory.ofSeed(seed);
            SliceBitmap truth = history.bitmap();
            for (int spread = 0; spread <= Limits.SLICE_DEPTH_MAX; spread += 1 + (int) (seed % 3)) {
                SliceBitmap truncated = truth.truncated(spread);
                assertTrue(truncated.radix() <= spread);
                for (int i = 0; i < HASHES / 10; i++) {
                    long hash = history.anyHash();
                    int placed = SplitArithmetic.ancestor(truth.sliceOf(hash), spread);
                    assertEquals(placed, truncated.sliceOf(hash), "spread " + spread);
                }
            }
            assertEquals(truth, truth.truncated(Limits.SLICE_DEPTH_MAX));
            assertEquals(new SliceBitmap(), truth.truncated(0));
        });
    }

    /** G8: one server for each slice a truncated bitmap may have, which answers with the splits of that slice alone. */
    @Test
    void aNewClientReachesAnyNameInLogarithmicallyManyContacts() {
        Seeds.each(NAME, SEEDS / 4, seed -> {
            SplitHistory history = SplitHistory.ofSeed(seed);
            for (int spread = 0; spread <= 12; spread++) {
                SliceBitmap truth = history.bitmap().truncated(spread);
                for (int i = 0; i < 20; i++) {
                    int contacts = contacts(truth, history.anyHash());
                    assertTrue(contacts <= spread + 1, contacts + " contacts to learn 2^" + spread + " places");
                }
            }
        });
    }

    private static int contacts(SliceBitmap truth, long hash) {
        SliceBitmap known = new SliceBitmap();
        int contacts = 1;
        for (int asked = 0; asked != truth.sliceOf(hash); contacts++) {
            for (int depth = known.depth(asked); depth < truth.depth(asked); depth++) {
                known.split(asked);
            }
            asked = known.sliceOf(hash);
        }
        return contacts;
    }

    @Test
    void refusesSlicesThatSplitsCannotMake() {
        SliceBitmap bitmap = new SliceBitmap();
        assertThrows(PfsException.class, () -> bitmap.add(2), "0 splits into 1 first");
        assertThrows(PfsException.class, () -> bitmap.add(3), "without its parent");
        assertThrows(PfsException.class, () -> bitmap.add(-1));
        assertThrows(PfsException.class, () -> bitmap.add(Limits.SLICES_MAX));
        assertThrows(PfsException.class, () -> bitmap.depth(1));
        assertThrows(PfsException.class, () -> bitmap.split(-1));
        assertEquals(new SliceBitmap(), bitmap, "nothing of it stayed");
    }

    @Test
    void theDeepestSliceDoesNotSplit() {
        SliceBitmap bitmap = new SliceBitmap();
        for (int depth = 0; depth < Limits.SLICE_DEPTH_MAX; depth++) {
            bitmap.split(bitmap.sliceOf(-1));
        }
        assertEquals(Limits.SLICES_MAX - 1, bitmap.sliceOf(-1));
        assertEquals(Limits.SLICE_DEPTH_MAX, bitmap.radix());
        assertThrows(PfsException.class, () -> bitmap.split(Limits.SLICES_MAX - 1));
    }

    /** Every set of slices among the first 16, told possible or not by trying to make it one by one. */
    @Test
    void tellsPossibleSetsFromImpossibleOnes() {
        int possible = 0;
        for (int set = 0; set < 1 << 16; set++) {
            boolean orphaned = Orphans.first(new long[] {set}) >= 0;
            assertEquals(!canBeMade(set), orphaned, Integer.toBinaryString(set));
            possible += orphaned ? 0 : 1;
        }
        assertTrue(possible > 100, "some are possible: " + possible);
    }

    private static boolean canBeMade(int set) {
        SliceBitmap made = new SliceBitmap();
        boolean grows = (set & 1) != 0;
        while (grows) {
            grows = false;
            for (int slice = 0; slice < 16; slice++) {
                if (made.has(slice)) {
                    int child = slice + (1 << made.depth(slice));
                    if (child < 16 && (set & 1 << child) != 0) {
                        made.split(slice);
                        grows = true;
                    }
                }
            }
        }
        return words(made)[0] == set;
    }

    @Test
    void findsAnOrphanInAnyWord() {
        Seeds.each(NAME, SEEDS, seed -> {
            SplitHistory history = SplitHistory.ofSeed(seed);
            SliceBitmap bitmap = history.bitmap();
            int removed = history.born.isEmpty() ? 0 : history.born.get(history.random.nextInt(history.born.size()));
            long[] words = words(bitmap);
            words[removed >>> 6] &= ~(1L << removed);
            boolean needed = removed == 0
                    || history.born.stream().anyMatch(slice -> SplitArithmetic.predecessor(slice) == removed);
            assertEquals(needed, Orphans.first(words) >= 0, "without slice " + removed);
        });
    }

    @Test
    void equalsWhatHasTheSameSlices() {
        SliceBitmap one = new SliceBitmap();
        SliceBitmap other = one.copy();
        assertEquals(one, other);
        one.split(0);
        assertNotEquals(one, other);
        other.add(1);
        assertEquals(one, other);
        assertEquals(one.hashCode(), other.hashCode());
        assertEquals("2 slices, at most 1 deep", one.toString());
    }

    private static SliceBitmap merged(SliceBitmap left, SliceBitmap right) {
        SliceBitmap merged = left.copy();
        merged.merge(right);
        return merged;
    }

    /** The splits of one slice and of all it came from, up to its birth. */
    private static SliceBitmap history(SplitHistory history, int slice) {
        SliceBitmap known = new SliceBitmap();
        for (int bits = 1; bits <= Limits.SLICE_DEPTH_MAX; bits++) {
            int ancestor = SplitArithmetic.ancestor(slice, bits - 1);
            if (known.has(ancestor) && known.depth(ancestor) < history.depths.get(ancestor)) {
                known.split(ancestor);
            }
        }
        return known;
    }

    static long[] words(SliceBitmap bitmap) {
        long[] words = new long[Math.max(1, (1 << bitmap.radix()) >>> 6)];
        bitmap.forEach(slice -> words[slice >>> 6] |= 1L << slice);
        return words;
    }
}
