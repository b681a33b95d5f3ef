package io.pfs.server.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ServerId;
import io.pfs.net.Address;
import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Seats that are wanted elsewhere, though who has them is well: of each machine few are away at a time, of those that come from it and of those that go to it. */
final class PlannedMovesTest {
    private static final int SEATS = 12;
    private static final int AWAY_MAX = 2;
    private static final long LOOK_NS = 2 * KeeperWorld.MS;
    private static final long SECOND_NS = 1_000 * KeeperWorld.MS;
    private static final int CHANGES = 20;
    private static final int SERVERS_MAX = 5;
    private static final int MACHINES = 4;
    private static final long PATIENCE_NS = 2 * SECOND_NS;
    private static final long HANDED_OVER_WITHIN_NS = 10 * SECOND_NS;

    /** What a server takes at most to close a seat, or to open it, and to hear of that. */
    private static final long STEP_NS = 400 * KeeperWorld.MS;

    private final Watched watched = new Watched(1);
    private final KeeperWorld world = watched.world;

    /** A world in which nothing goes wrong, looked at all the time. */
    private static final class Watched {
        private final KeeperWorld world;
        private boolean plansChange;

        Watched(long seed) {
            world = new KeeperWorld(seed, SEATS);
            world.isCalm = true;
        }

        KeeperServer startSettled() {
            return startSettled("server" + world.servers.size());
        }

        KeeperServer startSettled(String host) {
            KeeperServer server = world.start(host);
            world.settle();
            return server;
        }

        void await(BooleanSupplier holds) {
            PlannedMovesTest.await(holds, () -> pass(LOOK_NS));
        }

        void pass(long ns) {
            for (long passed = 0; passed < ns; passed += LOOK_NS) {
                world.pass(LOOK_NS);
                requireFewAway();
            }
        }

        private void requireFewAway() {
            if (plansChange) { // others may go by another one for a moment, and what is away may be another's to get
                // now
                requireFew("gave away", away(seat -> world.openedLast(seat).map(KeeperServer::toString)));
            } else {
                requireFew("gave away", away(seat -> world.openedLast(seat).map(Watched::machine)));
                requireFew("is to get", away(seat -> wanted(seat).map(Watched::machine)));
            }
        }

        private static String machine(KeeperServer server) {
            return server.address().host();
        }

        /** What is served by nobody, by who has to do with it. */
        private Map<String, List<ServerId>> away(Function<ServerId, Optional<String>> concerned) {
            Map<String, List<ServerId>> away = new TreeMap<>();
            for (int number = 0; number < SEATS; number++) {
                ServerId seat = new ServerId(number);
                if (world.openedLast(seat).isPresent() && !world.isServed(seat)) {
                    concerned
                            .apply(seat)
                            .ifPresent(who -> away.computeIfAbsent(who, any -> new ArrayList<>())
                                    .add(seat));
                }
            }
            return away;
        }

        private Optional<KeeperServer> wanted(ServerId seat) {
            Optional<Address> wanted = world.ensemble
                    .wanted()
                    .get(seat.value())
                    .map(world.ensemble.servers()::get)
                    .map(JoinedServer::address);
            return world.servers.stream()
                    .filter(server -> wanted.equals(Optional.of(server.address())))
                    .findFirst();
        }

        private static void requireFew(String what, Map<String, List<ServerId>> away) {
            away.forEach((who, seats) -> assertTrue(
                    seats.size() <= AWAY_MAX, () -> "what " + who + " " + what + " is served by nobody: " + seats));
        }

        boolean isSettled() {
            return world.isServed()
                    && world.servers.stream().filter(KeeperServer::isRunning).allMatch(KeeperServer::isSettled);
        }
    }

    /** Says how long it took. */
    private static long await(BooleanSupplier holds, Runnable passing) {
        for (long passed = 0; passed < HANDED_OVER_WITHIN_NS; passed += LOOK_NS) {
            if (holds.getAsBoolean()) {
                return passed;
            }
            passing.run();
        }
        throw new AssertionError("not within " + HANDED_OVER_WITHIN_NS + " ns");
    }

    private static long answering(KeeperServer server) {
        return IntStream.range(0, SEATS)
                .filter(seat -> server.mayAnswer(new ServerId(seat)))
                .count();
    }

    @Test
    void whoJoinsGetsItsPartFewAtATime() {
        watched.startSettled();
        KeeperServer second = world.start();
        watched.await(() -> answering(second) > 0 && watched.isSettled());
    }

    /** A process that opens a seat for the first time takes several times as long as later. */
    @Test
    void whoJoinsGetsItsFirstAlone() {
        watched.startSettled();
        KeeperServer second = world.start();
        watched.await(() -> {
            boolean isCold = answering(second) == 0;
            long away = IntStream.range(0, SEATS)
                    .filter(seat -> !world.isServed(new ServerId(seat)))
                    .count();
            assertTrue(away <= 1 || !isCold, "while it serves none " + away + " are away");
            return !isCold && watched.isSettled();
        });
    }

    @Test
    void whoIsStoppedHandsOverFewAtATime() {
        KeeperServer first = watched.startSettled();
        KeeperServer second = watched.startSettled();
        first.stop();
        watched.await(() -> answering(second) == SEATS);
        assertFalse(first.isRunning());
    }

    @Test
    void whoIsDrainedHandsOverFewAtATime() {
        KeeperServer first = watched.startSettled();
        KeeperServer second = watched.startSettled();
        world.ensemble.drain(new Address("server0", 7420), true);
        watched.await(() -> answering(second) == SEATS);
        world.ensemble.drain(new Address("server0", 7420), false);
        watched.await(() -> answering(first) > 0 && watched.isSettled());
    }

    @Test
    void manyGiveToOneFewAtATime() {
        IntStream.range(0, 3).forEach(server -> watched.startSettled());
        KeeperServer joining = world.start();
        watched.await(() -> answering(joining) > 0 && watched.isSettled());
    }

    @Test
    void serversOfOneMachineTakeTurns() {
        IntStream.range(0, 3).forEach(server -> watched.startSettled("machine"));
        List<KeeperServer> joining =
                Stream.generate(() -> world.start("machine")).limit(3).toList();
        watched.await(() -> joining.stream().allMatch(server -> answering(server) > 0) && watched.isSettled());
        List<KeeperServer> leaving = world.servers.subList(0, 4);
        leaving.forEach(KeeperServer::stop);
        watched.await(() -> watched.isSettled() && leaving.stream().noneMatch(KeeperServer::isRunning));
    }

    @Test
    void underAnyPlansThatChangeMeanwhileFewAreAway() {
        Seeds.each("PlannedMovesTest#underAnyPlansThatChangeMeanwhileFewAreAway", 40, PlannedMovesTest::comeAndGo);
    }

    /** One stays, so that none is the last. Some share a machine. */
    private static void comeAndGo(long seed) {
        Watched watched = new Watched(seed);
        KeeperWorld world = watched.world;
        List<KeeperServer> others = new ArrayList<>();
        KeeperServer first = watched.startSettled();
        watched.plansChange = true;
        for (int change = 0; change < CHANGES; change++) {
            if (others.isEmpty() || (others.size() < SERVERS_MAX && world.random.nextBoolean())) {
                others.add(world.start("machine" + world.random.nextInt(MACHINES)));
            } else {
                others.remove(world.random.nextInt(others.size())).stop();
            }
            watched.pass(world.random.nextLong(1500 * KeeperWorld.MS));
        }
        watched.await(() -> watched.isSettled() && running(world).size() == others.size() + 1);
        assertTrue(first.isRunning());
    }

    private static List<KeeperServer> running(KeeperWorld world) {
        return world.servers.stream().filter(KeeperServer::isRunning).toList();
    }

    @Test
    void whatNobodyOpensHoldsUpTheOthersForAMomentOnly() {
        KeeperServer first = watched.startSettled();
        KeeperServer second = watched.startSettled();
        for (int seat = 0, damaged = 0; damaged < AWAY_MAX; seat++) {
            if (first.mayAnswer(new ServerId(seat))) {
                world.damage(new ServerId(seat), true);
                damaged++;
            }
        }
        first.stop();
        long tookNs = await(() -> answering(second) == SEATS - AWAY_MAX, () -> world.pass(LOOK_NS));
        assertTrue(tookNs > PATIENCE_NS, "these go first: " + tookNs + " ns");
        assertTrue(tookNs < PATIENCE_NS + (SEATS - AWAY_MAX) * STEP_NS, tookNs + " ns");
    }

    @Test
    void aStopEndsThoughNobodyOpensAnything() {
        KeeperServer first = watched.startSettled();
        KeeperServer second = watched.startSettled();
        second.hinder(true);
        first.stop();
        world.pass(10 * SECOND_NS + 2 * STEP_NS);
        assertFalse(first.isRunning());
    }

    @Test
    void aStopEndsAtOnceIfNobodyElseIsThere() {
        KeeperServer only = watched.startSettled();
        only.stop();
        world.pass(2 * STEP_NS);
        assertFalse(only.isRunning());
        assertEquals(0, answering(only));
    }

    @Test
    void aStopEndsAtOnceIfTheOthersAreStoppedAsWell() {
        List<KeeperServer> all = List.of(watched.startSettled(), watched.startSettled(), watched.startSettled());
        all.forEach(KeeperServer::stop);
        world.pass(4 * STEP_NS);
        assertTrue(all.stream().noneMatch(KeeperServer::isRunning));
    }

    @Test
    void whoWasCutOffWhileItHandedOverDoesSoAgain() {
        KeeperServer first = watched.startSettled();
        world.start();
        watched.await(() -> answering(first) < SEATS);
        first.cut(true);
        world.pass(4 * world.times.timeoutNs());
        assertEquals(0, answering(first));
        world.settle();
        world.start();
        watched.await(() -> watched.isSettled() && running(world).stream().allMatch(server -> answering(server) > 0));
    }
}
