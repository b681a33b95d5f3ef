package io.pfs.server.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ServerId;
import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Servers of one machine get ready one after the other, and nobody waits for long. */
final class ReadinessTest {
    private static final int SEATS = 12;
    private static final int SEEDS = 10;
    private static final long LOOK_NS = 2 * KeeperWorld.MS;
    private static final long SECOND_NS = 1_000 * KeeperWorld.MS;
    private static final long PATIENCE_NS = 10 * SECOND_NS;
    /** Longer than a message takes. */
    private static final long APART_NS = 20 * KeeperWorld.MS;
    /** To hear of something, and to get ready. */
    private static final long STEP_NS = 400 * KeeperWorld.MS;

    private KeeperWorld world = calm(1);

    private static KeeperWorld calm(long seed) {
        KeeperWorld world = new KeeperWorld(seed, SEATS);
        world.isCalm = true;
        return world;
    }

    private static long answering(KeeperServer server) {
        return IntStream.range(0, SEATS)
                .filter(seat -> server.mayAnswer(new ServerId(seat)))
                .count();
    }

    private List<KeeperServer> start(String... machines) {
        return Stream.of(machines).map(world::start).toList();
    }

    private static List<KeeperServer> gettingReady(List<KeeperServer> servers) {
        return servers.stream()
                .filter(server -> server.isRunning() && server.isGettingReady())
                .toList();
    }

    private void requireOneAtATime(List<KeeperServer> servers) {
        for (long passedNs = 0; !servers.stream().allMatch(KeeperServer::isSettled); passedNs += LOOK_NS) {
            assertTrue(passedNs < 20 * SECOND_NS, "not all have what they are to have");
            world.pass(LOOK_NS);
            List<KeeperServer> now = gettingReady(servers);
            assertTrue(now.size() <= 1, now::toString);
            boolean oneGetsReady = now.size() == 1;
            servers.stream()
                    .filter(server -> oneGetsReady && answering(server) > 0)
                    .forEach(server -> assertTrue(server.isSettled(), server + " is not done with its seats"));
        }
    }

    @Test
    void serversOfOneMachineGetReadyOneAfterTheOther() {
        Seeds.each("ReadinessTest#serversOfOneMachineGetReadyOneAfterTheOther", SEEDS, seed -> {
            world = calm(seed);
            start("other");
            world.settle();
            requireOneAtATime(startInTurn());
            assertTrue(world.isServed());
        });
    }

    @Test
    void alsoWhereNobodyWasBefore() {
        Seeds.each("ReadinessTest#alsoWhereNobodyWasBefore", SEEDS, seed -> {
            world = calm(seed);
            requireOneAtATime(startInTurn());
            assertTrue(world.isServed());
        });
    }

    /** One after the other, sooner than any of them can be ready. */
    private List<KeeperServer> startInTurn() {
        List<KeeperServer> started = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            started.addAll(start("machine"));
            world.pass(APART_NS);
        }
        return started;
    }

    /** Its seats are served by nobody for as long as the other one waits. */
    @Test
    void whoIsStoppedIsNotWaitedFor() {
        KeeperServer stopped = start("machine").get(0);
        world.settle();
        stopped.keepsClosing(true);
        stopped.stop();
        world.pass(STEP_NS);
        assertTrue(stopped.isRunning());
        KeeperServer next = start("machine").get(0);
        next.stayUnready();
        world.pass(STEP_NS);
        assertTrue(next.isGettingReady());
    }

    @Test
    void whoIsAloneOnItsMachineWaitsForNobody() {
        start("machine").get(0).stayUnready();
        world.pass(STEP_NS);
        List<KeeperServer> others = start("a", "b");
        for (long passedNs = 0; gettingReady(others).size() < others.size(); passedNs += LOOK_NS) {
            assertTrue(passedNs < STEP_NS, others::toString);
            world.pass(LOOK_NS);
        }
    }

    @Test
    void whoDoesNotGetReadyHoldsOthersUpForAMomentOnly() {
        start("machine").get(0).stayUnready();
        world.pass(STEP_NS);
        KeeperServer next = start("machine").get(0);
        world.pass(PATIENCE_NS / 2);
        assertFalse(next.isGettingReady());
        assertEquals(0, answering(next));
        world.pass(PATIENCE_NS / 2 + SECOND_NS);
        world.settle();
        assertEquals(SEATS, answering(next));
    }

    /** Two are ahead, of which each takes nearly all of that time. */
    @Test
    void whoIsDoneHasTheOthersWaitedForAnew() {
        KeeperServer first = start("machine").get(0);
        first.stayUnready();
        world.pass(STEP_NS);
        KeeperServer second = start("machine").get(0);
        second.stayUnready();
        world.pass(STEP_NS);
        KeeperServer third = start("machine").get(0);
        world.pass(PATIENCE_NS - 4 * STEP_NS);
        first.becomeReady();
        world.pass(PATIENCE_NS / 2);
        assertTrue(second.isGettingReady());
        assertFalse(third.isGettingReady());
        second.becomeReady();
        world.pass(PATIENCE_NS / 2);
        assertTrue(third.isSettled());
    }

    @Test
    void whoWasKilledWhileItGotReadyIsNotWaitedForWhenItsSessionHasEnded() {
        KeeperServer killed = start("machine").get(0);
        killed.stayUnready();
        world.pass(STEP_NS);
        assertTrue(killed.isGettingReady());
        KeeperServer next = start("machine").get(0);
        killed.kill();
        world.pass(2 * world.times.timeoutNs());
        assertEquals(SEATS, answering(next));
    }

    @Test
    void whoIsStoppedBeforeItIsReadyHoldsNothing() {
        KeeperServer stopped = start("machine").get(0);
        stopped.stayUnready();
        world.pass(STEP_NS);
        stopped.stop();
        world.pass(STEP_NS);
        assertFalse(stopped.isRunning());
        assertEquals(List.of(), List.copyOf(world.ensemble.servers().values()));
    }

    @Test
    void whoJoinsAnewIsWhatItWas() {
        KeeperServer server = start("machine").get(0);
        server.stayUnready();
        world.pass(STEP_NS);
        server.cut(true);
        world.pass(3 * world.times.timeoutNs());
        server.cut(false);
        world.pass(2 * SECOND_NS);
        assertEquals(
                List.of(0),
                world.ensemble.servers().values().stream()
                        .map(JoinedServer::weight)
                        .toList());
        assertTrue(server.isGettingReady());
        assertFalse(server.isSettled());
    }
}
