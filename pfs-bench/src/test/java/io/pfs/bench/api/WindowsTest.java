package io.pfs.bench.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class WindowsTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void windowsOfAllClientsAreAddedUp() {
        Timeline one = new Timeline(SECOND);
        Timeline other = new Timeline(SECOND);
        one.add(0, 10);
        one.add(SECOND - 1, 20);
        one.add(SECOND, 5);
        other.add(SECOND + 1, 7);
        other.add(2 * SECOND + SECOND / 2, 4);
        Windows windows = Windows.of(SECOND, 2 * SECOND + SECOND / 2, 2 * SECOND + 1, List.of(one, other));
        assertEquals(List.of(30L, 12L, 4L), windows.counts());
        assertEquals(2, windows.full());
        assertTrue(windows.isFull(1));
        assertFalse(windows.isFull(2), "not all were at work to its end");
        assertEquals(21, windows.mean(), 1e-9);
        assertEquals(12, windows.least(), 1e-9);
        assertEquals(8, windows.perSecond(2), 1e-9);
    }

    @Test
    void oneInWhichNothingWasDoneCounts() {
        Timeline timeline = new Timeline(SECOND);
        timeline.add(0, 9);
        timeline.add(200 * SECOND, 9);
        Windows windows = Windows.of(SECOND, 201 * SECOND, 201 * SECOND, List.of(timeline));
        assertEquals(201, windows.full());
        assertEquals(0, windows.least());
    }
}
