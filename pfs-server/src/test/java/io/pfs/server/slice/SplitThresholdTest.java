package io.pfs.server.slice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.testing.Seeds;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SplitThresholdTest {
    private static final int ROWS_MAX = 1024;
    private static final int SLICES = 512;

    @Test
    void liesBetweenSixTenthsAndAllOfTheMost() {
        int[] tenths = new int[5];
        for (int slice = 0; slice < 4_000; slice++) {
            int threshold = of(77, slice, 12);
            double share = (double) threshold / ROWS_MAX;
            assertTrue(share >= 0.6 && share <= 1.0, "threshold of slice " + slice + ": " + threshold);
            tenths[Math.min(4, (int) ((share - 0.6) / 0.08))]++;
        }
        for (int count : tenths) {
            assertTrue(count > 650 && count < 950, "evenly spread: " + Arrays.toString(tenths));
        }
    }

    @Test
    void dependsOnTableSliceAndDepth() {
        assertEquals(of(1, 2, 3), of(1, 2, 3), "a pure function");
        int[] byTable = {of(1, 2, 3), of(2, 2, 3), of(3, 2, 3), of(4, 2, 3)};
        int[] bySlice = {of(1, 0, 3), of(1, 1, 3), of(1, 2, 3), of(1, 3, 3)};
        int[] byDepth = {of(1, 2, 2), of(1, 2, 3), of(1, 2, 4), of(1, 2, 5)};
        for (int[] thresholds : new int[][] {byTable, bySlice, byDepth}) {
            assertTrue(Arrays.stream(thresholds).distinct().count() >= 3, Arrays.toString(thresholds));
        }
    }

    @Test
    void smallLimitsKeepTheirMeaning() {
        for (int slice = 0; slice < 100; slice++) {
            int threshold = SplitThreshold.of(key(9, slice), 8, 4);
            assertTrue(threshold >= 3 && threshold <= 4, "of four: " + threshold);
        }
    }

    /**
     * A table of 512 slices is filled evenly until all have split: how many split while a fiftieth of the rows
     * arrives? With a fixed threshold a quarter of all do, with a drawn one hardly a tenth.
     */
    @Test
    void slicesDoNotAllSplitAtOnce() {
        Seeds.each("SplitThresholdTest#slicesDoNotAllSplitAtOnce", 5, seed -> {
            int fixed = worstWindow(seed, false);
            int drawn = worstWindow(seed, true);
            assertTrue(
                    drawn * 5 < fixed * 2,
                    "splits in the worst window: " + drawn + ", with a fixed threshold " + fixed);
        });
    }

    private static int worstWindow(long seed, boolean isDrawn) {
        Random random = new Random(seed);
        int[] rows = new int[SLICES];
        int[] thresholds = new int[SLICES];
        for (int slice = 0; slice < SLICES; slice++) {
            thresholds[slice] = isDrawn ? of(seed, slice, 9) : ROWS_MAX;
        }
        int arrivals = SLICES * ROWS_MAX * 5 / 4;
        int windowRows = SLICES * ROWS_MAX / 50;
        int[] splitsByWindow = new int[arrivals / windowRows + 1];
        for (int i = 0; i < arrivals; i++) {
            int slice = random.nextInt(SLICES);
            if (++rows[slice] == thresholds[slice] + 1) {
                splitsByWindow[i / windowRows]++;
            }
        }
        return Arrays.stream(splitsByWindow).max().orElseThrow();
    }

    private static int of(long table, int slice, int depth) {
        return SplitThreshold.of(key(table, slice), depth, ROWS_MAX);
    }

    private static SliceKey key(long table, int slice) {
        return new SliceKey(new TableId(table), new SliceId(slice));
    }
}
