package io.pfs.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.testing.Seeds;
import org.junit.jupiter.api.Test;

/** What clients wait for while servers join and leave, in simulated time. A seed of these tests stands for five worlds. */
final class ElasticSimulationTest {
    private static final String NAME = "ElasticSimulationTest#";
    private static final double AWAY_MILLIS_MAX = 500;

    @Test
    void oneServerBecomesTwoAndOneAgain() {
        Seeds.each(
                NAME + "oneServerBecomesTwoAndOneAgain",
                1,
                five -> require(ElasticRounds.run(five, new ElasticShape(1, 2, 1)), 1.15, 1.25));
    }

    @Test
    void threeServersBecomeSixAndTwo() {
        Seeds.each(
                NAME + "threeServersBecomeSixAndTwo",
                1,
                five -> require(ElasticRounds.run(five, new ElasticShape(3, 6, 2)), 3, 3));
    }

    @Test
    void oneSeedIsOneHistory() {
        ElasticShape shape = new ElasticShape(2, 3, 2);
        long first = ElasticSimulation.run(1, shape).traceHash();
        assertEquals(first, ElasticSimulation.run(1, shape).traceHash());
    }

    /**
     * Throws if clients wait for longer than they may.
     *
     * @param joinedTimes so many times as late as when nothing moved may one of a hundred operations be when others have joined
     * @param leftTimes the same for when some have left
     */
    private static void require(ElasticRounds rounds, double joinedTimes, double leftTimes) {
        System.out.println(rounds);
        assertEquals(0, rounds.failures().size(), () -> "nothing fails, and nothing is lost: " + rounds.failures());
        assertTrue(rounds.joinedTimes() <= joinedTimes, () -> "joined, at most " + joinedTimes + " times: " + rounds);
        assertTrue(rounds.leftTimes() <= leftTimes, () -> "left, at most " + leftTimes + " times: " + rounds);
        assertTrue(
                rounds.longestAwayMillis() <= AWAY_MILLIS_MAX,
                () -> "no seat is away for longer than " + AWAY_MILLIS_MAX + " ms: " + rounds);
    }
}
