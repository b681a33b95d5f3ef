package io.pfs.server.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ServerId;
import io.pfs.testing.Seeds;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Keepers over the coordinator in memory, while servers come, go, sleep, are cut off and die. */
final class SeatKeeperModelTest {
    private static final long CHAOS_NS = 60_000 * KeeperWorld.MS;
    private static final int SERVERS_MAX = 5;
    private static final long LOADED_CHAOS_NS = 900_000 * KeeperWorld.MS;
    private static final long PAUSE_BETWEEN_STRIKES_NS = 200_000 * KeeperWorld.MS;
    private static final int ABSURD_PERMILLE = 3000;

    @Test
    void oneServerHoldsAllSeats() {
        KeeperWorld world = new KeeperWorld(1, 4);
        world.start();
        world.settle();
    }

    @Test
    void whoIsStoppedHandsOverAndLeavesNothingHeld() {
        KeeperWorld world = new KeeperWorld(1, 4);
        KeeperServer first = world.start();
        KeeperServer second = world.start();
        world.settle();
        first.stop();
        world.settle();
        assertTrue(!first.isRunning() && second.isRunning());
        second.stop();
        world.settle();
        assertTrue(world.ensemble.seats().stream().map(SeatEntry::holder).allMatch(Optional::isEmpty));
        assertEquals(0, world.ensemble.servers().size());
    }

    @Test
    void whatADeadOneHeldIsTakenWithinTwoSessionTimes() {
        KeeperWorld world = new KeeperWorld(1, 4);
        KeeperServer first = world.start();
        KeeperServer second = world.start();
        world.settle();
        first.kill();
        world.pass(2 * world.times.timeoutNs());
        assertEquals(
                4,
                List.of(0, 1, 2, 3).stream()
                        .filter(s -> second.mayAnswer(new ServerId(s)))
                        .count());
    }

    @Test
    void aSeatThatStopsByItselfIsOpenedAnew() {
        KeeperWorld world = new KeeperWorld(1, 2);
        KeeperServer server = world.start();
        assertFalse(server.isSettled());
        world.settle();
        assertTrue(server.isSettled());
        ServerId seat = new ServerId(1);
        server.breakDown(seat);
        assertFalse(server.mayAnswer(seat) || server.isSettled());
        world.pass(10_000 * KeeperWorld.MS);
        assertTrue(server.mayAnswer(seat) && server.isSettled());
        assertEquals(2, world.ensemble.seats().get(1).epoch().value());
    }

    @Test
    void aCoordinatorThatForgotEverythingGivesNoSeatToAnybody() {
        KeeperWorld world = new KeeperWorld(1, 2);
        world.start();
        world.settle();
        world.start();
        world.settle();
        world.ensemble.wipe();
        world.pass(30_000 * KeeperWorld.MS);
        assertTrue(world.ensemble.seats().stream().map(SeatEntry::holder).allMatch(Optional::isEmpty));
    }

    @Test
    void underAnyFatesNoSeatIsAnsweredForByTwo() {
        Seeds.each("SeatKeeperModelTest", 60, SeatKeeperModelTest::chaos);
    }

    @Test
    void underAnyFatesAndLoadsNoSeatIsAnsweredForByTwo() {
        Seeds.each(
                "SeatKeeperModelTest#underAnyFatesAndLoadsNoSeatIsAnsweredForByTwo",
                8,
                SeatKeeperModelTest::loadedChaos);
    }

    private static void loadedChaos(long seed) {
        KeeperWorld world = new KeeperWorld(seed, 2 + (int) (seed % 12));
        world.start();
        world.start();
        for (long passed = 0; passed < LOADED_CHAOS_NS; ) {
            IntStream.range(0, world.seats())
                    .filter(seat -> world.random.nextInt(4) == 0)
                    .forEach(seat -> world.heat(seat, world.random.nextInt(ABSURD_PERMILLE)));
            strike(world);
            long ns = world.random.nextLong(PAUSE_BETWEEN_STRIKES_NS);
            world.pass(ns / 4);
            world.servers.forEach(KeeperServer::mend);
            world.ensemble.away(false);
            world.pass(ns);
            passed += ns;
        }
        world.settle();
    }

    private static void chaos(long seed) {
        KeeperWorld world = new KeeperWorld(seed, 1 + (int) (seed % 12));
        world.start();
        for (long passed = 0; passed < CHAOS_NS; ) {
            strike(world);
            long ns = world.random.nextLong(1500 * KeeperWorld.MS);
            world.pass(ns);
            passed += ns;
        }
        world.settle();
    }

    private static void strike(KeeperWorld world) {
        List<KeeperServer> running =
                world.servers.stream().filter(KeeperServer::isRunning).toList();
        if (running.size() < 2) {
            world.start();
            return;
        }
        KeeperServer one = running.get(world.random.nextInt(running.size()));
        switch (world.random.nextInt(10)) {
            case 0, 1 -> startOneMore(world, running.size());
            case 2 -> one.kill();
            case 3 -> one.stop();
            case 4, 5 -> one.cut(true);
            case 6 -> one.sleep(true);
            case 7 -> world.ensemble.away(world.random.nextBoolean());
            default -> running.forEach(KeeperServer::mend);
        }
    }

    private static void startOneMore(KeeperWorld world, int running) {
        if (running < SERVERS_MAX) {
            world.start();
        }
    }
}
