package io.pfs.hash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.PfsException;
import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class SliceOrderTest {
    private static final String NAME = "SliceOrderTest";

    @Test
    void theFirstSliceIsEverything() {
        SliceOrder.Interval all = SliceOrder.interval(0, 0);
        assertEquals(new SliceOrder.Interval(0, -1), all);
        assertTrue(all.isLast());
        assertThrows(PfsException.class, () -> SliceOrder.interval(2, 1), "a slice has its own bits");
    }

    @Test
    void theIntervalsOfAllSlicesTileTheOrder() {
        Seeds.each(NAME, 60, seed -> {
            SplitHistory history = SplitHistory.ofSeed(seed);
            List<SliceOrder.Interval> intervals = new ArrayList<>();
            history.depths.forEach((slice, depth) -> intervals.add(SliceOrder.interval(slice, depth)));
            intervals.sort((a, b) -> Long.compareUnsigned(a.first(), b.first()));
            long expected = 0;
            for (SliceOrder.Interval interval : intervals) {
                assertEquals(expected, interval.first());
                expected = interval.last() + 1;
            }
            assertEquals(0, expected, "the last one ends the order");
        });
    }

    @Test
    void anIntervalHoldsTheHashesOfItsSlice() {
        Seeds.each(NAME, 60, seed -> {
            SplitHistory history = SplitHistory.ofSeed(seed);
            for (int i = 0; i < 100; i++) {
                long hash = history.anyHash();
                history.depths.forEach((slice, depth) -> assertEquals(
                        SplitArithmetic.covers(slice, depth, hash),
                        SliceOrder.interval(slice, depth).contains(SliceOrder.position(hash))));
            }
        });
    }

    @Test
    void aSplitOnlyCutsAnInterval() {
        Seeds.each(NAME, 60, seed -> {
            SliceBitmap bitmap = new SliceBitmap();
            for (int child : SplitHistory.ofSeed(seed).born) {
                int parent = SplitArithmetic.parent(child);
                int depth = bitmap.depth(parent);
                SliceOrder.Interval before = SliceOrder.interval(parent, depth);
                bitmap.add(child);
                SliceOrder.Interval lower = SliceOrder.interval(parent, depth + 1);
                SliceOrder.Interval upper = SliceOrder.interval(child, depth + 1);
                assertEquals(before.first(), lower.first());
                assertEquals(lower.last() + 1, upper.first());
                assertEquals(before.last(), upper.last());
            }
        });
    }

    /** A table that splits between any two pages of its listing. */
    @Test
    void aListingAcrossSplitsMissesAndRepeatsNothing() {
        Seeds.each(NAME, 120, seed -> {
            SplitHistory history = SplitHistory.ofSeed(seed);
            TreeSet<Long> rows = new TreeSet<>(SliceOrder::compare);
            for (int i = 0; i < 300; i++) {
                rows.add(history.anyHash());
            }
            List<Long> listed = new ArrayList<>();
            SliceBitmap bitmap = new SliceBitmap();
            int told = 0;
            long cursor = 0;
            boolean more = true;
            while (more) {
                int splits = Math.min(history.born.size(), told + history.random.nextInt(8));
                for (; told < splits; told++) {
                    bitmap.add(history.born.get(told));
                }
                int slice = bitmap.sliceOf(SliceOrder.hashAt(cursor));
                SliceOrder.Interval page = SliceOrder.interval(slice, bitmap.depth(slice));
                List<Long> found = page(rows, cursor, page.last(), 1 + history.random.nextInt(5));
                listed.addAll(found);
                long last = found.isEmpty() ? page.last() : SliceOrder.position(found.get(found.size() - 1));
                more = last != -1;
                cursor = last + 1;
            }
            assertEquals(new ArrayList<>(rows), listed);
        });
    }

    private static List<Long> page(NavigableSet<Long> rows, long from, long last, int atMost) {
        return rows.subSet(SliceOrder.hashAt(from), true, SliceOrder.hashAt(last), true).stream()
                .limit(atMost)
                .toList();
    }
}
