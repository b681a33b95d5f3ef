package io.pfs.bench.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** A directory in numbers moves what arithmetic says. */
final class SplitModelTest {
    private static final int SLICE_ROWS = 1024;
    private static final int FILES = 80_000;

    @Test
    void equalThresholdsMoveWhatEvenSlicesWould() {
        SplitModel model = new SplitModel(8, SLICE_ROWS, false);
        model.create(FILES);
        double even = SplitModel.movedEvenly(FILES, SLICE_ROWS);
        assertEquals(FILES, model.created());
        assertEquals(even, (double) model.moved(), even / 100);
    }

    /** Slices of 0.6 to 1 of the most a slice may hold: half of what each held then has moved. */
    @Test
    void drawnThresholdsKeepSlicesBelowTheMost() {
        SplitModel model = new SplitModel(8, SLICE_ROWS, true);
        model.create(FILES);
        assertTrue(model.splits() >= FILES / SLICE_ROWS - 1, "splits: " + model.splits());
        double share = (double) model.moved() / FILES;
        assertTrue(share > 0.5 && share < 1, "share of the rows that moved: " + share);
    }

    @Test
    void onlyTheFirstSplitsGoToOtherServers() {
        SplitModel alone = new SplitModel(1, SLICE_ROWS, true);
        alone.create(FILES);
        assertEquals(0, alone.handedOver());

        SplitModel spread = new SplitModel(8, SLICE_ROWS, true);
        spread.create(FILES);
        long before = spread.handedOver();
        assertTrue(before > 0);
        spread.create(FILES);
        assertEquals(before, spread.handedOver());
    }

    @Test
    void whatFitsIntoOneSliceMovesNothing() {
        assertEquals(0, SplitModel.movedEvenly(SLICE_ROWS, SLICE_ROWS));
        assertEquals(SLICE_ROWS / 2.0, SplitModel.movedEvenly(SLICE_ROWS + 1, SLICE_ROWS));
    }
}
