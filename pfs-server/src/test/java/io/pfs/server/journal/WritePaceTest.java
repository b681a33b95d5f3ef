package io.pfs.server.journal;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class WritePaceTest {
    private final WritePace pace = new WritePace(0);

    @Test
    void aFastDiskGetsHalfOfTheCallersEarly() {
        pace.begins(64, 1_000);
        pace.ended(1_100);
        assertFalse(pace.isEarlyCommitDue(31, 1_200), "not yet half of them");
        assertFalse(pace.isEarlyCommitDue(32, 1_140), "the disk was idle for less than half a force");
        assertTrue(pace.isEarlyCommitDue(32, 1_160));
    }

    @Test
    void aSlowDiskWaitsForAll() {
        pace.begins(64, 0);
        pace.ended(10_000_000);
        assertFalse(pace.isEarlyCommitDue(63, 10_300_000), "it takes longer than all of them");
    }

    @Test
    void aFewAreNotWorthAForce() {
        pace.begins(4, 0);
        pace.ended(100);
        assertFalse(pace.isEarlyCommitDue(7, 1_000_000));
        assertTrue(pace.isEarlyCommitDue(8, 1_000_000));
    }
}
