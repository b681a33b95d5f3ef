package io.pfs.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.testing.Seeds;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Seats that move between servers that come, go, die and sleep, each history from one seed. */
final class SeatSimulationTest {
    private static final int SEEDS = 40;
    private static final int WITHIN_SEEDS = 100;
    private static final long AFRESH_FROM = 1_000;

    /** Whatever never happens is not tested: each of these must have, in some run. */
    private static final List<String> MUST_HAPPEN = List.of(
            "coordinator: away",
            "coordinator: message or answer lost",
            "coordinator: out of reach for one",
            "disk: refused to who had it before",
            "engine: repeated request answered again",
            "engine: row renamed from another server",
            "engine: slice adopted from another server",
            "hdfs: away while files were to be closed",
            "hdfs: closed as it was flushed",
            "hdfs: closed with more than was flushed",
            "hdfs: a file used by who had the folder before",
            "hdfs: asked to close a file for somebody else",
            "hdfs: folder taken",
            "hdfs: refused to who had a lease before",
            "hdfs: refused to who had the folder before",
            "hdfs: woke while files were being closed",
            "program: done",
            "seats: a call failed in a silent storage",
            "seats: a call of a silent storage happened late",
            "seats: a job hung in a silent storage",
            "seats: a keeper told of a problem",
            "seats: another opened what one could not",
            "seats: another opened what was in a silent storage",
            "seats: audit",
            "seats: call held until a seat is open",
            "seats: closed AT_ONCE",
            "seats: closed IN_ORDER",
            "seats: closed a home that another has",
            "seats: closed a silent home",
            "seats: closed by one checkpoint",
            "seats: closed by two checkpoints",
            "seats: connection cut",
            "seats: fell asleep before it opened or closed a seat",
            "seats: got ready",
            "seats: given up as the storage was silent",
            "seats: history checked",
            "seats: moved",
            "seats: kept from opening",
            "seats: map pushed",
            "seats: not opened, EPOCH_PASSED",
            "seats: not opened, IO_FAILED",
            "seats: old map pushed, and dropped",
            "seats: operation of unknown outcome",
            "seats: partition",
            "seats: not opened as the storage was silent",
            "seats: nothing asked as the lease did not hold",
            "seats: nothing asked as the storage was silent",
            "seats: refused, NOT_OWNER",
            "seats: refused at once, as enough was held",
            "seats: refused at once, as the opening took long",
            "seats: server died in a call of a disk",
            "seats: server fell asleep",
            "seats: server hindered for a while",
            "seats: server joined",
            "seats: server killed",
            "seats: server killed asleep",
            "seats: server stopped in order",
            "seats: step to another server",
            "seats: storage away for who takes one",
            "seats: storage silent for one",
            "seats: taken from a storage that was away",
            "seats: taken over after a death",
            "seats: woke and its lease did not hold",
            "seats: woke and went on",
            "seats: woke when another had its seat",
            "writer: large cell written",
            "writer: went on elsewhere");

    private static final String FOUND_SOON = "let an old map replace a newer one";

    /** Which seed finds each bug. */
    private static final Map<String, Long> RECORDED = recorded();

    private static Map<String, Long> recorded() {
        Map<String, Long> seeds = new TreeMap<>();
        seeds.put("answer until one hears that the session has ended", 1L);
        seeds.put("claim a seat before who has it has released it", 1L);
        seeds.put("forget what was answered before a move", 2L);
        seeds.put("keep to oneself what one can't open", 1L);
        seeds.put("keep what one has in a storage that does not answer", 1L);
        seeds.put("let an old map replace a newer one", 1L);
        seeds.put("let who lost a home write on", 3L);
        seeds.put("look at the lease when something is asked, and not when the answer leaves", 5L);
        seeds.put("open a home without regard to its epoch", 16L);
        return seeds;
    }

    @Test
    void whatWasAcknowledgedIsThereWhereverSeatsAre() {
        Tally tally = new Tally();
        Seeds.each(
                "SeatSimulationTest#whatWasAcknowledgedIsThereWhereverSeatsAre",
                SEEDS,
                seed -> tally.addAll(SeatSimulation.run(seed, SeatPlant.NONE).tally()));
        System.out.println("seats; what happened:");
        tally.counts().forEach((what, times) -> System.out.println("  " + times + "  " + what));
        List<String> never =
                MUST_HAPPEN.stream().filter(what -> tally.of(what) == 0).toList();
        assertEquals(List.of(), System.getProperty("pfs.seed", "").isEmpty() ? never : List.of());
    }

    @Test
    void oneSeedIsOneHistory() {
        for (long seed = 1; seed <= 3; seed++) {
            long first = SeatSimulation.run(seed, SeatPlant.NONE).traceHash();
            assertEquals(first, SeatSimulation.run(seed, SeatPlant.NONE).traceHash(), "seed " + seed);
        }
    }

    @Test
    void eachPlantedBugIsCaughtByItsRecordedSeed() {
        assertEquals(SeatPlants.ALL.keySet(), RECORDED.keySet());
        RECORDED.forEach((bug, seed) -> assertTrue(isCaught(bug, seed), "not caught by seed " + seed + ": " + bug));
    }

    /** One by day, all by night. */
    @Test
    void plantedBugsAreFoundAfresh() {
        for (String bug : Seeds.nightly() ? SeatPlants.ALL.keySet() : List.of(FOUND_SOON)) {
            assertTrue(firstSeed(bug, AFRESH_FROM) >= 0, "not found within " + WITHIN_SEEDS + " seeds: " + bug);
        }
    }

    private static long firstSeed(String bug, long from) {
        for (long seed = from; seed < from + WITHIN_SEEDS; seed++) {
            if (isCaught(bug, seed)) {
                return seed;
            }
        }
        return -1;
    }

    private static boolean isCaught(String bug, long seed) {
        try {
            SeatSimulation.run(seed, SeatPlants.ALL.get(bug).get());
            return false;
        } catch (SimViolation caught) {
            return true;
        }
    }

    /** Prints the first seed for each bug, for the list above. */
    public static void main(String[] args) {
        SeatPlants.ALL.keySet().forEach(bug -> System.out.println(bug + ": seed " + firstSeed(bug, 1)));
    }
}
