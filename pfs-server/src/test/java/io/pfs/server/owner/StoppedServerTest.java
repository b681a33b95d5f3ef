package io.pfs.server.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ServerId;
import io.pfs.net.Address;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A stop comes to its end in bounded time, and keeps few seats away until then. */
final class StoppedServerTest {
    private static final long LOOK_NS = 2 * KeeperWorld.MS;
    private static final long SECOND_NS = 1_000 * KeeperWorld.MS;
    private static final long CALM_NS = 10 * SECOND_NS;
    private static final long PATIENCE_NS = 20 * SECOND_NS;
    /** Its clock may run fast. */
    private static final long DRIFT_NS = SECOND_NS;

    private static final int AWAY_IN_CALM_MAX = 2;
    private static final int AWAY_IN_HASTE_MAX = 8;
    /** To close what is left, and to have said so. */
    private static final long REST_NS = 2 * SECOND_NS;

    private static KeeperWorld world(int seats) {
        KeeperWorld world = new KeeperWorld(1, seats);
        world.isCalm = true;
        return world;
    }

    private static int answering(KeeperWorld world) {
        return (int) IntStream.range(0, world.seats())
                .filter(seat -> world.isServed(new ServerId(seat)))
                .count();
    }

    /** One that has all seats, while another one is there that has none. */
    private static KeeperServer startWithAll(KeeperWorld world) {
        world.ensemble.drain(new Address("server1", Address.DEFAULT_PORT), true);
        KeeperServer first = startSettled(world);
        startSettled(world);
        return first;
    }

    private static KeeperServer startSettled(KeeperWorld world) {
        KeeperServer server = world.start();
        while (!server.isSettled() || answering(world) < world.seats()) {
            world.pass(SECOND_NS / 10);
        }
        return server;
    }

    /** Returns how long it took until the server had ended; at any time few seats were away. */
    private static long passUntilEnded(KeeperWorld world, KeeperServer server) {
        long passedNs = 0;
        while (server.isRunning() && passedNs < 2 * PATIENCE_NS) {
            world.pass(LOOK_NS);
            passedNs += LOOK_NS;
            int away = world.seats() - answering(world);
            int max = passedNs < CALM_NS - DRIFT_NS ? AWAY_IN_CALM_MAX : AWAY_IN_HASTE_MAX;
            assertTrue(away <= max, away + " seats are away after " + passedNs + " ns");
        }
        return passedNs;
    }

    @Test
    void aHundredSeatsAreHandedOverFewAtATimeAndInTime() {
        KeeperWorld world = world(100);
        KeeperServer first = startWithAll(world);
        first.stop();
        long tookNs = passUntilEnded(world, first);
        assertTrue(tookNs > CALM_NS && tookNs < PATIENCE_NS, tookNs + " ns");
        world.pass(SECOND_NS);
        assertEquals(100, answering(world));
    }

    @Test
    void whateverIsLeftInTheEndGoesAtOnce() {
        KeeperWorld world = world(400);
        KeeperServer first = startWithAll(world);
        first.stop();
        world.pass(PATIENCE_NS + REST_NS);
        assertFalse(first.isRunning());
    }

    @Test
    void manySeatsThatNobodyOpensDoNotKeepAStopFromItsEnd() {
        KeeperWorld world = world(100);
        KeeperServer first = startWithAll(world);
        world.servers.get(1).hinder(true);
        first.stop();
        world.pass(PATIENCE_NS + REST_NS);
        assertFalse(first.isRunning());
        world.servers.get(1).hinder(false);
        world.pass(40 * SECOND_NS);
        assertEquals(100, answering(world));
    }

    /** As the storage hangs, say. Nobody has served what it left, and another one claims that in a later epoch. */
    @Test
    void anOpeningThatHangsIsLeftToOthers() {
        KeeperWorld world = world(6);
        startSettled(world);
        KeeperServer hanging = world.start();
        hanging.hang();
        world.pass(5 * SECOND_NS);
        assertTrue(answering(world) < 6, "some are on their way to it");
        hanging.stop();
        world.pass(SECOND_NS);
        assertTrue(hanging.isRunning(), "it may come to its end yet");
        world.pass(PATIENCE_NS);
        assertFalse(hanging.isRunning());
        assertFalse(hanging.left().isEmpty());
        world.pass(5 * SECOND_NS);
        assertEquals(6, answering(world));
    }

    @Test
    void closingsThatHangAreLeftToOthers() {
        KeeperWorld world = world(6);
        KeeperServer first = startWithAll(world);
        first.keepsClosing(true);
        first.stop();
        world.pass(PATIENCE_NS + SECOND_NS);
        assertTrue(first.isRunning(), "they may come to their ends yet");
        world.pass(Lingering.LONG_NS + PATIENCE_NS / 10);
        assertFalse(first.isRunning());
        assertEquals(6, first.left().size());
        world.pass(5 * SECOND_NS);
        assertEquals(6, answering(world));
    }

    @Test
    void closingsThatHangDoNotKeepWhoHasLostItsMembershipEither() {
        KeeperWorld world = world(6);
        KeeperServer first = startWithAll(world);
        first.keepsClosing(true);
        first.stop();
        world.pass(SECOND_NS);
        first.cut(true);
        world.pass(PATIENCE_NS + Lingering.LONG_NS);
        assertFalse(first.isRunning());
        assertEquals(6, answering(world));
    }

    @Test
    void closingsThatTakeLongAreWaitedFor() {
        KeeperWorld world = world(6);
        KeeperServer first = startWithAll(world);
        first.keepsClosing(true);
        first.stop();
        world.pass(PATIENCE_NS + Lingering.LONG_NS / 2);
        first.keepsClosing(false);
        world.pass(2 * SECOND_NS);
        assertFalse(first.isRunning());
        assertEquals(List.of(), first.left());
        world.pass(5 * SECOND_NS);
        assertEquals(6, answering(world));
    }

    @Test
    void anOpeningThatComesToItsEndIsClosedInOrderAndNothingIsLeft() {
        KeeperWorld world = world(6);
        startSettled(world);
        KeeperServer second = world.start();
        world.pass(SECOND_NS / 4);
        second.stop();
        world.pass(5 * SECOND_NS);
        assertFalse(second.isRunning());
        assertEquals(List.of(), second.left());
        assertEquals(6, answering(world));
    }
}
