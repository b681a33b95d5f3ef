package io.pfs.server.journal;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class WritePaceTest {
    private final WritePace pace = new WritePace();

    /** A force of 64 records, and what serving their callers takes. */
    private void turn(long forceNs, long serveNs) {
        pace.begins(64, 1_000);
        pace.ended(64, 1_000 + forceNs);
        pace.turnEnded(128, 1_000 + forceNs + serveNs);
    }

    @Test
    void aFastDiskGetsHalfOfTheCallersEarly() {
        turn(100, 6_400);
        assertFalse(pace.isEarlyCommitDue(31), "not yet half of them");
        assertTrue(pace.isEarlyCommitDue(32));
    }

    @Test
    void aSlowDiskWaitsForAll() {
        turn(10_000, 6_400);
        assertFalse(pace.isEarlyCommitDue(63), "it takes longer than to serve all of them");
    }

    @Test
    void aFewAreNotWorthAForce() {
        pace.begins(4, 0);
        pace.ended(4, 10);
        pace.turnEnded(12, 10_000);
        assertFalse(pace.isEarlyCommitDue(7));
        assertTrue(pace.isEarlyCommitDue(8));
    }

    @Test
    void twoHalvesBecomeOneAgainOnADiskThatIsSlow() {
        turn(10_000, 6_400);
        pace.begins(32, 20_000);
        assertTrue(pace.isGatheringDue(32), "all 64 are served while a force would take");
    }

    @Test
    void twoHalvesStayApartOnADiskThatIsFast() {
        turn(100, 6_400);
        pace.begins(32, 20_000);
        assertFalse(pace.isGatheringDue(32), "one half is forced while the other is served");
    }

    @Test
    void aTurnInWhichFewCameSaysNothing() {
        turn(1_000, 640);
        pace.ended(128, 2_000);
        pace.turnEnded(135, 900_000);
        assertTrue(pace.isGatheringDue(32), "they came late, which is not to say that they were served slowly");
    }
}
