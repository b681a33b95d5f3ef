package io.pfs.server.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ServerId;
import io.pfs.wire.ClusterPicture;
import io.pfs.wire.SeatTrouble;
import io.pfs.wire.SeatTrouble.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Seats that are open at a server which answers nothing of them. */
final class SilentSeatsTest {
    private static final int SEATS = 6;
    private static final long SECOND_NS = 1_000 * KeeperWorld.MS;
    /** To notice it, and to tell. */
    private static final long KNOWN_WITHIN_NS = 2 * SECOND_NS;

    private final KeeperWorld world = new KeeperWorld(1, SEATS);
    private final KeeperServer one = started();
    private final KeeperServer other = started();

    private KeeperServer started() {
        KeeperServer server = world.start();
        world.settle();
        return server;
    }

    private ClusterPicture seenBy(KeeperServer server) {
        List<ClusterPicture> pictures = new ArrayList<>();
        server.look(pictures::add);
        world.pass(SECOND_NS / 10);
        return pictures.get(0);
    }

    private List<Integer> answeredBy(KeeperServer server) {
        return IntStream.range(0, SEATS)
                .filter(seat -> server.mayAnswer(new ServerId(seat)))
                .boxed()
                .toList();
    }

    private static List<Integer> silent(ClusterPicture picture) {
        return IntStream.range(0, SEATS).filter(picture::isSilent).boxed().toList();
    }

    @Test
    void whatIsNotAnsweredForIsKnownToAllSoonAndTakenBackAndMovesNothing() {
        List<Integer> its = answeredBy(one);
        List<SeatEntry> before = world.ensemble.seats();
        one.silence(true);
        world.pass(KNOWN_WITHIN_NS);
        ClusterPicture picture = seenBy(other);
        assertEquals(its, silent(picture));
        assertTrue(its.size() > 1 && its.size() < SEATS);
        for (int seat = 0; seat < SEATS; seat++) {
            assertEquals(!its.contains(seat), picture.isServed(seat), "seat " + seat);
        }
        SeatTrouble trouble = picture.troubles().get(0);
        assertEquals(Standing.SILENT, trouble.standing());
        assertEquals("its storage is out of reach", trouble.cause());
        world.pass(10 * SECOND_NS);
        assertEquals(trouble.sinceMillis(), seenBy(one).troubles().get(0).sinceMillis(), "since when is said once");
        one.silence(false);
        world.pass(KNOWN_WITHIN_NS);
        assertEquals(List.of(), seenBy(other).troubles());
        assertEquals(before, world.ensemble.seats());
        assertEquals(its, answeredBy(one));
    }

    /** What it closes at once may take long, on a storage that is out of reach, and is held meanwhile. */
    @Test
    void whatStoppedByItselfIsNotServedUntilItIsOpenedAnew() {
        ServerId seat = new ServerId(answeredBy(one).get(0));
        one.keepsClosing(true);
        one.breakDown(seat);
        world.pass(KNOWN_WITHIN_NS);
        assertFalse(seenBy(other).isServed(seat.value()));
        assertEquals("IO_FAILED: planned", seenBy(other).troubles().get(0).cause());
        one.keepsClosing(false);
        world.pass(5 * SECOND_NS);
        assertTrue(seenBy(other).isServed(seat.value()));
        assertEquals(List.of(), seenBy(other).troubles());
    }

    /** Its lease is what keeps it from answering, and says nothing of its storage. */
    @Test
    void whoIsCutOffFromTheCoordinatorSaysNothingOfItsStorage() {
        for (int time = 0; time < 30; time++) {
            one.cut(true);
            world.pass(world.times.timeoutNs() * 3 / 4);
            assertEquals(List.of(), answeredBy(one));
            one.cut(false);
            world.pass(SECOND_NS / 4);
            assertEquals(List.of(), seenBy(other).troubles());
            world.pass(SECOND_NS + time * (37 * KeeperWorld.MS));
        }
    }

    @Test
    void aSilentSeatThatIsHandedOverIsServedByWhoGetsIt() {
        one.silence(true);
        world.pass(KNOWN_WITHIN_NS);
        world.ensemble.drain(one.address(), true);
        world.pass(10 * SECOND_NS);
        assertEquals(SEATS, answeredBy(other).size());
        assertEquals(List.of(), seenBy(other).troubles());
    }
}
