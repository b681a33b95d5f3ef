package io.pfs.server.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.net.ClusterMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** More servers than can be told of in one map. */
final class FullClusterTest {
    private static final int SEATS = 4;
    /** With names so long, so many are told in 3,072 bytes. */
    private static final int NAME_LENGTH = 250;

    private static final int FIT = 12;
    /** So many that each server has some. */
    private static final int MANY_SEATS = 26;

    private static final long SESSION_ENDS_WITHIN_NS = 60_000 * KeeperWorld.MS;

    private KeeperWorld world = new KeeperWorld(1, SEATS);

    private KeeperServer start(int number) {
        return world.start("h".repeat(NAME_LENGTH - 2) + String.format("%02d", number));
    }

    @Test
    void whoIsOneTooManyIsRefusedAndAllOthersGoOn() {
        IntStream.range(0, FIT).forEach(this::start);
        world.settle();
        KeeperServer tooMany = start(FIT);
        world.settle();
        PfsException refusal = tooMany.refusal().orElseThrow();
        assertEquals(ErrorCode.USAGE, refusal.code());
        assertTrue(refusal.getMessage().contains("13 servers with 4 seats"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("3072"), refusal.getMessage());
        assertTrue(
                IntStream.range(0, SEATS)
                        .mapToObj(ServerId::new)
                        .allMatch(seat -> world.servers.stream().anyMatch(server -> server.mayAnswer(seat))),
                "each seat is served");
        world.servers.get(0).stop();
        world.settle();
        assertEquals(Optional.empty(), start(FIT + 1).refusal());
        world.settle();
        assertEquals(FIT, world.ensemble.servers().size());
    }

    /** Who was there goes on, whoever came while it was cut off. */
    @Test
    void whoComesBackIsNotRefusedForSomebodyElse() {
        IntStream.range(0, FIT).forEach(this::start);
        world.settle();
        KeeperServer away = world.servers.get(0);
        away.cut(true);
        world.pass(SESSION_ENDS_WITHIN_NS);
        KeeperServer next = start(FIT);
        world.pass(SESSION_ENDS_WITHIN_NS);
        assertEquals(Optional.empty(), next.refusal());
        away.cut(false);
        world.pass(SESSION_ENDS_WITHIN_NS);
        assertEquals(Optional.empty(), away.refusal());
    }

    /** As servers tell it, if they can. */
    private ClusterMap map() {
        Map<MemberId, JoinedServer> servers = world.ensemble.servers();
        return new ClusterMap(
                1,
                world.ensemble.seats().stream()
                        .map(seat -> seat.holder().map(servers::get).map(JoinedServer::address))
                        .toList());
    }

    private static long held(KeeperServer by) {
        return IntStream.range(0, MANY_SEATS)
                .filter(seat -> by.mayAnswer(new ServerId(seat)))
                .count();
    }

    /** So that all the others can be told of, it is to have nothing while it is one too many. */
    @Test
    void whoComesBackAsOneTooManyHoldsNothing() {
        world = new KeeperWorld(1, MANY_SEATS);
        IntStream.range(0, FIT).forEach(this::start);
        world.settle();
        KeeperServer away = world.servers.get(0);
        away.cut(true);
        world.pass(SESSION_ENDS_WITHIN_NS);
        start(FIT);
        world.pass(SESSION_ENDS_WITHIN_NS);
        away.cut(false);
        world.settle();
        assertEquals(FIT, map().addresses().size());
        assertEquals(0, held(away));
        world.servers.get(1).stop();
        world.settle();
        assertEquals(FIT, map().addresses().size());
        assertTrue(held(away) > 0, "there is room for it");
    }

    /** All agree on who came last, also where it was another one that saw all of them when it came. */
    @Test
    void whoseClockSaysThatItCameLastHoldsNothingIfTheyAreTooMany() {
        world = new KeeperWorld(1, MANY_SEATS);
        world.aheadMillis = SESSION_ENDS_WITHIN_NS;
        IntStream.range(0, FIT).forEach(this::start);
        world.settle();
        world.aheadMillis = 0;
        KeeperServer next = start(FIT);
        world.settle();
        assertEquals(Optional.empty(), next.refusal());
        assertEquals(FIT, map().addresses().size());
        assertTrue(held(next) > 0);
    }

    @Test
    void whoIsDrainedTakesNobodysPlace() {
        world = new KeeperWorld(1, MANY_SEATS);
        world.aheadMillis = SESSION_ENDS_WITHIN_NS;
        IntStream.range(0, FIT).forEach(this::start);
        world.settle();
        world.aheadMillis = 0;
        KeeperServer next = start(FIT);
        world.ensemble.drain(next.address(), true);
        world.settle();
        assertEquals(0, held(next));
        assertTrue(world.servers.stream().filter(server -> server != next).allMatch(server -> held(server) > 0));
    }
}
