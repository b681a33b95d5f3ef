package io.pfs.server.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.cluster.SeatPlan;
import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Seats of which some have much to do, while servers are well. */
final class LoadedSeatsTest {
    private static final int SEATS = 12;
    private static final int HOT_PERMILLE = 300;
    private static final int COOL_PERMILLE = 10;
    private static final long LOOK_NS = 1_000 * KeeperWorld.MS;
    private static final long MINUTE_NS = 60 * LOOK_NS;

    /** How far one server's clock may run ahead of another's, and more. */
    private static final double DRIFT = 1.12;

    /** A world in which nothing goes wrong, and how seats move in it. */
    private static final class Loaded {
        private final KeeperWorld world;
        private final int[] heat = new int[SEATS];
        /** When seats began to be wanted elsewhere. */
        private final List<Long> changedNs = new ArrayList<>();

        private int moves;

        Loaded(long seed, int servers) {
            world = new KeeperWorld(seed, SEATS);
            world.isCalm = true;
            IntStream.range(0, servers).forEach(server -> world.start());
            world.settle();
        }

        void heat(int seat, int permille) {
            heat[seat] = permille;
            world.heat(seat, permille);
        }

        /** All others are cool. */
        void heatOfOneServer(int seats) {
            IntStream.range(0, SEATS).forEach(seat -> heat(seat, COOL_PERMILLE));
            MemberId one = weights().keySet().stream()
                    .max(Comparator.comparingLong(member -> seatsOf(member).count()))
                    .orElseThrow();
            seatsOf(one).limit(seats).forEach(seat -> heat(seat, HOT_PERMILLE));
        }

        private IntStream seatsOf(MemberId member) {
            List<Optional<MemberId>> wanted = world.ensemble.wanted();
            return IntStream.range(0, SEATS).filter(seat -> wanted.get(seat).equals(Optional.of(member)));
        }

        NavigableMap<MemberId, Integer> weights() {
            NavigableMap<MemberId, Integer> weights = new TreeMap<>();
            world.ensemble.servers().forEach((member, server) -> weights.put(member, server.weight()));
            return weights;
        }

        /** What the hottest server has to do for its weight. */
        double hottest() {
            return weights().entrySet().stream()
                    .mapToDouble(server -> (double) seatsOf(server.getKey())
                                    .map(seat -> heat[seat])
                                    .sum()
                            / server.getValue())
                    .max()
                    .orElseThrow();
        }

        void pass(long ns) {
            for (long passed = 0; passed < ns; passed += LOOK_NS) {
                passAMoment();
            }
        }

        void passAMoment() {
            List<Optional<MemberId>> before = world.ensemble.wanted();
            world.pass(LOOK_NS);
            List<Optional<MemberId>> after = world.ensemble.wanted();
            int changes = (int) IntStream.range(0, SEATS)
                    .filter(seat -> !before.get(seat).equals(after.get(seat)))
                    .count();
            if (changes > 0) {
                assertTrue(changes <= 2, () -> changes + " seats at once");
                changedNs.add(world.time.monotonicNs());
                moves += changes;
            }
        }
    }

    @Test
    void whatIsHotOnOneServerIsSpreadAndThenNothingMoves() {
        Seeds.each("LoadedSeatsTest#whatIsHotOnOneServerIsSpreadAndThenNothingMoves", 6, LoadedSeatsTest::spreads);
    }

    private static void spreads(long seed) {
        Loaded loaded = new Loaded(seed, 3);
        loaded.heatOfOneServer(3);
        double before = loaded.hottest();
        loaded.pass(10 * MINUTE_NS);
        assertTrue(loaded.hottest() <= 0.9 * before, () -> loaded.hottest() + " of " + before + " are left");
        assertTrue(loaded.moves >= 1 && loaded.moves <= 6, () -> loaded.moves + " seats have moved");
        assertTrue(loaded.world.isServed());
        int moves = loaded.moves;
        loaded.pass(15 * MINUTE_NS);
        assertEquals(moves, loaded.moves);
    }

    @Test
    void whileLittleIsToBeDoneNothingMoves() {
        Loaded loaded = new Loaded(1, 3);
        loaded.heatOfOneServer(0);
        loaded.pass(10 * MINUTE_NS);
        assertEquals(0, loaded.moves);
    }

    @Test
    void whatEveryoneSharesStays() {
        Loaded loaded = new Loaded(1, 3);
        IntStream.range(0, SEATS).forEach(seat -> loaded.heat(seat, HOT_PERMILLE));
        loaded.pass(10 * MINUTE_NS);
        assertEquals(0, loaded.moves);
    }

    @Test
    void whateverLoadsDoFewSeatsMove() {
        Seeds.each("LoadedSeatsTest#whateverLoadsDoFewSeatsMove", 4, LoadedSeatsTest::changeTime);
    }

    /** Time and again a seat begins to have much to do, or stops to. */
    private static void changeTime(long seed) {
        Loaded loaded = new Loaded(seed, 3);
        long ns = 30 * MINUTE_NS;
        for (long passed = 0; passed < ns; passed += LOOK_NS) {
            loaded.passAMoment();
            if (loaded.world.random.nextInt(20) == 0) {
                loaded.heat(loaded.world.random.nextInt(SEATS), loaded.world.random.nextInt(3) * 1000);
            }
        }
        int timesEach = (int) (ns * DRIFT / LoadSteps.SEAT_REST_NS) + 1;
        assertTrue(loaded.moves > 0 && loaded.moves <= SEATS * timesEach, () -> loaded.moves + " seats have moved");
        for (int i = 1; i < loaded.changedNs.size(); i++) {
            long betweenNs = loaded.changedNs.get(i) - loaded.changedNs.get(i - 1);
            assertTrue(betweenNs * DRIFT >= LoadSteps.PAUSE_NS, () -> betweenNs + " ns between two steps");
        }
    }

    /** There each seat has more to do than elsewhere, whichever it is: what goes comes to nothing, and is not tried again and again. */
    @Test
    void whereAServerIsSlowSeatsDoNotGoRoundForEver() {
        Loaded loaded = new Loaded(1, 2);
        loaded.weights()
                .keySet()
                .forEach(member -> loaded.seatsOf(member).limit(2).forEach(seat -> loaded.heat(seat, 200)));
        loaded.world.servers.get(0).slowness = 2;
        loaded.pass(60 * MINUTE_NS);
        int firstMoves = loaded.moves;
        loaded.pass(60 * MINUTE_NS);
        int later = loaded.moves - firstMoves;
        assertTrue(firstMoves > 0, "nothing is slow");
        assertTrue(later <= 4, () -> later + " seats have moved in the second hour, " + firstMoves + " in the first");
    }

    @Test
    void whenAServerComesSeatsMoveAsIfThereWereNoLoads() {
        Loaded loaded = new Loaded(1, 2);
        loaded.heatOfOneServer(3);
        List<Optional<MemberId>> before = loaded.world.ensemble.wanted();
        loaded.world.start();
        loaded.world.pass(LoadSteps.PAUSE_NS * 3 / 4);
        List<MemberId> expected = SeatPlan.next(before, loaded.weights());
        assertEquals(expected.stream().map(Optional::of).toList(), loaded.world.ensemble.wanted());
        assertTrue(loaded.world.isServed());
    }
}
