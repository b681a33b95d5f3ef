package io.pfs.sim;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.testing.Seeds;
import org.junit.jupiter.api.Test;

/** The ordinary workload, by clients that have the disks of the servers before them. */
final class LocalReadsSimTest {
    private static final int SEEDS = 16;
    private static final int SEEDS_UNTIL_CAUGHT = 20;

    /** No bug: all that is replaced is how clients read. */
    private static final Plant BESIDE = new Plant() {
        @Override
        public boolean readsBeside() {
            return true;
        }
    };

    /** The same, and the bug that a place is used again. */
    private static final Plant KEEPS_PLACES = new Plant() {
        @Override
        public boolean readsBeside() {
            return true;
        }

        @Override
        public boolean keepsPlaces() {
            return true;
        }
    };

    @Test
    void whatIsReadBesideAServerIsWhatItCouldHaveAnswered() {
        Tally all = new Tally();
        Seeds.each(
                "LocalReadsSimTest#whatIsReadBesideAServerIsWhatItCouldHaveAnswered",
                SEEDS,
                seed -> all.addAll(Simulation.runWorld(seed, BESIDE, Cut.NONE).tally()));
        for (String what : new String[] {
            "beside: cell read",
            "beside: asked again",
            "beside: in a hurry",
            "beside: stream read",
            "beside: stream asked",
            "gc: segment deleted"
        }) {
            assertTrue(all.of(what) > 0, what + " never happened: " + all.counts());
        }
    }

    /** Else the test before would say nothing. */
    @Test
    void whoKeepsPlacesIsCaught() {
        boolean isCaught = false;
        for (long seed = 1; seed <= SEEDS_UNTIL_CAUGHT && !isCaught; seed++) {
            try {
                Simulation.runWorld(seed, KEEPS_PLACES, Cut.NONE);
            } catch (SimViolation e) {
                isCaught = true;
            }
        }
        assertTrue(isCaught, "in none of the seeds 1 to " + SEEDS_UNTIL_CAUGHT);
    }
}
