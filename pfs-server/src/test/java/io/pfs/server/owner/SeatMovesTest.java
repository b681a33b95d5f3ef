package io.pfs.server.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.net.Address;
import io.pfs.wire.ClusterPicture;
import io.pfs.wire.SeatMove;
import io.pfs.wire.SeatMove.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What is told of seats that move, and servers that are drained. */
final class SeatMovesTest {
    private static final int SEATS = 4;
    private static final long WHILE_NS = 10_000 * KeeperWorld.MS;
    private static final Address FIRST = new Address("server0", 7420);
    private static final String SECOND = "server1:7420";
    private static final int SEEDS = 10;
    /** Who joins has it, and has it again who is to have something again. */
    private static final ServerId LAST = new ServerId(SEATS - 1);

    private final KeeperWorld world = new KeeperWorld(1, SEATS);
    private final KeeperServer first = world.start();

    private KeeperServer startSecond() {
        world.settle();
        KeeperServer second = world.start();
        world.settle();
        return second;
    }

    /** Why seats came from the first to the second server; each such move took its time. */
    private Set<Cause> causes() {
        return world.ensemble.moves().stream()
                .flatMap(Optional::stream)
                .filter(move -> move.to().equals(SECOND))
                .peek(move -> assertEquals(Optional.of(FIRST.toString()), move.from()))
                .peek(move -> assertTrue(move.tookMillis() > 0, move::toString))
                .map(SeatMove::cause)
                .collect(Collectors.toSet());
    }

    private long answering(KeeperServer server) {
        return List.of(0, 1, 2, 3).stream()
                .filter(seat -> server.mayAnswer(new ServerId(seat)))
                .count();
    }

    @Test
    void whoIsDrainedHandsAllOverAndGetsItsPartAgain() {
        KeeperServer second = startSecond();
        assertEquals(Set.of(Cause.BALANCE), causes());
        world.ensemble.drain(FIRST, true);
        world.pass(WHILE_NS);
        assertEquals(SEATS, answering(second));
        assertEquals(Set.of(Cause.BALANCE, Cause.DRAIN), causes());
        assertTrue(first.isSettled() && second.isSettled());
        world.ensemble.drain(FIRST, false);
        world.pass(WHILE_NS);
        assertTrue(answering(first) > 0 && answering(second) > 0);
    }

    @Test
    void whoIsDrainedServesIfNobodyElseIsThere() {
        KeeperServer second = startSecond();
        world.ensemble.drain(FIRST, true);
        world.pass(WHILE_NS);
        second.kill();
        world.pass(WHILE_NS);
        assertEquals(SEATS, answering(first));
    }

    @Test
    void deathAndStopAreToldApart() {
        KeeperServer second = startSecond();
        first.kill();
        world.pass(WHILE_NS);
        assertEquals(SEATS, answering(second));
        assertEquals(Set.of(Cause.BALANCE, Cause.DEATH), causes());
    }

    @Test
    void aStopIsTold() {
        KeeperServer second = startSecond();
        first.stop();
        world.pass(WHILE_NS);
        assertEquals(SEATS, answering(second));
        assertEquals(Set.of(Cause.BALANCE, Cause.STOP), causes());
    }

    @Test
    void whatFailsIsOpenedAnew() {
        world.settle();
        assertEquals(Optional.of(Cause.FIRST), world.ensemble.moves().get(0).map(SeatMove::cause));
        first.breakDown(new ServerId(0));
        world.pass(WHILE_NS);
        assertEquals(Optional.of(Cause.FAILURE), world.ensemble.moves().get(0).map(SeatMove::cause));
    }

    @Test
    void thePictureShowsWhatIsServedAndWhatIsOnTheWay() {
        startSecond();
        ClusterPicture calm = picture();
        assertTrue(calm.seats().stream()
                .allMatch(seat -> seat.isServed()
                        && seat.holder().equals(seat.wanted())
                        && seat.underWay().isEmpty()));
        first.kill();
        world.pass(2 * world.times.timeoutNs() / 3 * 2);
        ClusterPicture after = picture();
        assertEquals(1, after.servers().size());
        assertEquals(
                List.of(SECOND),
                after.servers().stream().map(server -> server.address()).toList());
        assertTrue(after.isCurrent());
        world.ensemble.away(true);
        world.pass(world.times.timeoutNs());
        ClusterPicture old = picture();
        assertTrue(!old.isCurrent(), "it does not reach the coordinator");
        assertEquals(
                4,
                old.seats().stream().filter(seat -> seat.holder().isPresent()).count());
        assertTrue(
                old.seats().stream().allMatch(seat -> seat.underWay().isEmpty()),
                "what moved last is not under way: " + old.seats());
    }

    /** As the second server tells it. */
    private ClusterPicture picture() {
        List<ClusterPicture> told = new ArrayList<>();
        world.servers.get(1).look(told::add);
        world.pass(100 * KeeperWorld.MS);
        return told.get(0);
    }

    /** Who asks waits for an answer, and a session that is cut off gives none. */
    @Test
    void whoAsksIsAnsweredAlsoIfTheSessionIsLost() {
        startSecond();
        List<ClusterPicture> pictures = new ArrayList<>();
        List<Optional<PfsException>> drained = new ArrayList<>();
        first.cut(true);
        first.look(pictures::add);
        first.drain(new Address("server1", 7420), drained::add);
        assertEquals(List.of(), pictures);
        world.pass(4 * world.times.timeoutNs());
        assertEquals(1, pictures.size());
        assertEquals(1, drained.size());
        assertEquals(ErrorCode.BUSY, drained.get(0).orElseThrow().code());
        first.cut(false);
        world.pass(WHILE_NS);
        assertEquals(1, pictures.size());
        assertEquals(1, drained.size());
    }

    /** Who opens a seat is told that it broke before being told that it is open. */
    @Test
    void aSeatThatBreaksAsItOpensIsOpenedAnew() {
        first.breakNext();
        world.settle();
        world.pass(WHILE_NS);
        assertEquals(SEATS, answering(first));
    }

    /** Else it would look as if nobody served it, until it moves again. */
    @Test
    void aSeatIsServedAlsoIfThePlanChangesAndChangesBackWhileItIsOpened() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            KeeperWorld other = new KeeperWorld(seed, SEATS);
            other.isCalm = true;
            other.start();
            other.settle();
            KeeperServer second = other.start();
            other.settle();
            second.breakDown(LAST);
            int before = second.tries();
            while (second.tries() == before) {
                other.pass(KeeperWorld.MS);
            }
            other.ensemble.drain(second.address(), true);
            other.pass(50 * KeeperWorld.MS);
            other.ensemble.drain(second.address(), false);
            other.settle();
            requireAllAreNoted(other, "seed " + seed);
        }
    }

    private static void requireAllAreNoted(KeeperWorld world, String what) {
        for (int seat = 0; seat < SEATS; seat++) {
            SeatMove noted = world.ensemble.moves().get(seat).orElseThrow();
            assertEquals(world.ensemble.seats().get(seat).epoch().value(), noted.epoch(), what + ", seat " + seat);
            assertTrue(noted.tookMillis() > 0, what + ": " + noted);
        }
    }
}
