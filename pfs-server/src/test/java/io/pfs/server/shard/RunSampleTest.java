package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.hash.SliceOrder;
import org.junit.jupiter.api.Test;

/** How many rows a part of a table has is told by its first slices. */
final class RunSampleTest {
    private static final int DEPTH = 8;

    /** Slices of ten rows each, as a table has that has split so often, from the one at a place in their order on. */
    private static RunSample sample(int from, int slices) {
        RunSample sample = new RunSample();
        for (int i = from; i < from + slices; i++) {
            sample.add(SliceOrder.interval(Integer.reverse(i) >>> -DEPTH, DEPTH), 10);
        }
        return sample;
    }

    private static long first(int slice) {
        return (long) slice << -DEPTH;
    }

    private static long rowsToTheEnd(int from, int slices) {
        return sample(from, slices).rowsIn(new SliceOrder.Interval(first(from), -1));
    }

    @Test
    void ofAllSlicesItIsTheirSum() {
        RunSample whole = new RunSample();
        whole.add(SliceOrder.interval(0, 0), 10);
        assertEquals(10, whole.rowsIn(SliceOrder.interval(0, 0)));
        assertEquals(2560, rowsToTheEnd(0, 256));
        assertEquals(500, rowsToTheEnd(206, 50));
        RunSample some = sample(3, 5);
        assertEquals(50, some.rowsIn(new SliceOrder.Interval(first(3), some.last())));
    }

    @Test
    void ofSomeSlicesItFollowsByTheirShare() {
        assertEquals(2560, rowsToTheEnd(0, 64));
        assertEquals(560, rowsToTheEnd(200, 14));
        assertEquals(35, sample(8, 7).rowsIn(new SliceOrder.Interval(first(8), first(11) + first(1) / 2 - 1)));
        assertFalse(sample(0, 63).isEnough());
        assertTrue(sample(0, 64).isEnough());
    }
}
