package io.pfs.server.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ServerId;
import io.pfs.net.Address;
import io.pfs.wire.ClusterPicture;
import io.pfs.wire.SeatMove;
import io.pfs.wire.SeatTrouble;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Seats that one server can't open, or nobody can. */
final class HinderedServerTest {
    private static final int SEATS = 18;
    private static final long SECOND_NS = 1_000 * KeeperWorld.MS;
    private static final long BOUND_NS = 15 * SECOND_NS;
    private static final long HOUR_NS = 3600 * SECOND_NS;

    private final KeeperWorld world = new KeeperWorld(1, SEATS);

    HinderedServerTest() {
        world.isCalm = true;
    }

    private long answering(KeeperServer server) {
        return IntStream.range(0, SEATS)
                .filter(seat -> server.mayAnswer(new ServerId(seat)))
                .count();
    }

    private KeeperServer startHindered() {
        KeeperServer server = world.start();
        server.hinder(true);
        return server;
    }

    @Test
    void whatANewcomerCannotOpenIsServedByOthers() {
        KeeperServer other = world.start();
        world.settle();
        KeeperServer hindered = startHindered();
        world.pass(BOUND_NS);
        assertTrue(world.isServed());
        assertEquals(0, answering(hindered));
        assertEquals(SEATS, answering(other));
    }

    /** What is wrong with its folder is so with no other. */
    @Test
    void whatANewcomerWithTheFolderOfAnotherFileSystemCannotOpenIsServedByOthers() {
        world.start();
        world.settle();
        world.start().misplace();
        world.pass(BOUND_NS);
        assertTrue(world.isServed());
    }

    @Test
    void whatIsTriedAndFailsForAnotherReasonIsServedByOthersToo() {
        world.start();
        world.settle();
        KeeperServer hindered = startHindered();
        world.pass(BOUND_NS);
        hindered.misplace();
        long unservedNs = 0;
        for (long passed = 0; passed < HOUR_NS; passed += SECOND_NS) {
            world.pass(SECOND_NS);
            unservedNs += world.isServed() ? 0 : SECOND_NS;
        }
        assertTrue(unservedNs < 30 * SECOND_NS, unservedNs + " ns");
    }

    /** With nobody else there, each takes longer pauses, as one does that can't be opened at all. */
    @Test
    void whatOpensAndSoonStopsIsNotOpenedEachSecond() {
        KeeperServer only = world.start();
        only.weaken();
        world.pass(600 * SECOND_NS);
        assertTrue(only.tries() > SEATS, only.tries() + " tries");
        assertTrue(only.tries() < 40 * SEATS, only.tries() + " tries in ten minutes");
    }

    /** Each claim is an epoch, and epochs that catch up would hide that. */
    @Test
    void whatTheCoordinatorHasForgottenIsClaimedOnceAndIsForPeople() {
        KeeperServer only = world.start();
        world.settle();
        ServerId seat = new ServerId(4);
        world.forget(seat);
        int before = only.tries();
        only.breakDown(seat);
        world.pass(HOUR_NS / 4);
        assertEquals(before + 1, only.tries());
        KeeperServer other = world.start();
        world.pass(BOUND_NS);
        Troubles troubles = troubles(only);
        assertEquals(Collections.emptySortedSet(), troubles.barred());
        assertEquals(Set.of(seat), troubles.causes().keySet());
        assertTrue(troubles.causes().get(seat).cause().startsWith("EPOCH_PASSED"), troubles::toString);
        assertTrue(answering(other) > 0);
    }

    private Troubles troubles(KeeperServer server) {
        return world.ensemble.servers().values().stream()
                .filter(joined -> joined.address().equals(server.address()))
                .findFirst()
                .orElseThrow()
                .troubles()
                .orElseThrow();
    }

    /** Else it would be taken from who serves it for nothing, time and again. */
    @Test
    void whatIsForPeopleIsNotTriedAgain() {
        world.start();
        world.settle();
        KeeperServer hindered = startHindered();
        world.pass(BOUND_NS);
        ServerId seat = troubles(hindered).barred().higher(new ServerId(0)); // which it tries first
        world.forget(seat);
        int before = hindered.tries();
        world.pass(10 * 60 * SECOND_NS);
        Troubles troubles = troubles(hindered);
        assertTrue(troubles.causes().get(seat).cause().startsWith("EPOCH_PASSED"), troubles::toString);
        assertFalse(troubles.barred().contains(seat), troubles::toString);
        assertTrue(hindered.tries() - before > 3, "others are tried on");
    }

    /** What is tried is away from who serves it, if anybody does. */
    @Test
    void whatIsTriedIsOpenedAtOnceAlthoughItRests() {
        KeeperServer only = startHindered();
        long triedNs = 0;
        for (long passed = 0; passed < HOUR_NS / 4; passed += SECOND_NS) {
            world.pass(SECOND_NS);
            triedNs = troubles(only).tried().isPresent() ? triedNs + SECOND_NS : 0;
            assertTrue(triedNs < 3 * SECOND_NS, triedNs + " ns");
        }
        assertTrue(only.tries() > 0);
    }

    /** It was open for less than what shows that it can be. */
    @Test
    void whatIsClosedInOrderSoonAfterItWasTriedShowsNothing() {
        world.start();
        world.settle();
        KeeperServer hindered = startHindered();
        world.pass(BOUND_NS);
        hindered.hinder(false);
        passUntilItServes(hindered);
        world.ensemble.drain(hindered.address(), true);
        world.pass(BOUND_NS);
        assertEquals(0, answering(hindered));
        assertFalse(troubles(hindered).barred().isEmpty());
        world.ensemble.drain(hindered.address(), false);
        world.pass(BOUND_NS);
        assertEquals(Troubles.NONE, troubles(hindered));
        assertTrue(answering(hindered) > 1);
    }

    private void passUntilItServes(KeeperServer server) {
        for (long passed = 0; passed < HOUR_NS && answering(server) == 0; passed += SECOND_NS / 10) {
            world.pass(SECOND_NS / 10);
        }
        assertEquals(1, answering(server), "one is tried");
    }

    @Test
    void whatIsLostSoonAfterItWasTriedShowsNothing() {
        world.start();
        world.settle();
        KeeperServer hindered = startHindered();
        world.pass(BOUND_NS);
        hindered.hinder(false);
        passUntilItServes(hindered);
        hindered.cut(true);
        world.pass(BOUND_NS);
        hindered.hinder(true);
        hindered.cut(false);
        world.pass(SECOND_NS);
        assertFalse(troubles(hindered).barred().isEmpty());
        world.pass(BOUND_NS);
        assertTrue(world.isServed());
    }

    @Test
    void whoCannotOpenMoreKeepsWhatItHas() {
        KeeperServer hindered = world.start();
        world.settle();
        KeeperServer dying = world.start();
        KeeperServer other = world.start();
        world.settle();
        long share = answering(hindered);
        hindered.hinder(true);
        dying.kill();
        world.pass(2 * world.times.timeoutNs() + BOUND_NS);
        assertTrue(world.isServed());
        assertTrue(share > 0);
        assertEquals(share, answering(hindered));
        assertEquals(SEATS - share, answering(other));
    }

    @Test
    void itsTriesDoNotKeepSeatsAwayForLongAndBecomeFew() {
        KeeperServer other = world.start();
        world.settle();
        KeeperServer hindered = startHindered();
        world.pass(BOUND_NS);
        long unservedNs = 0;
        for (long passed = 0; passed < 2 * HOUR_NS; passed += SECOND_NS) {
            world.pass(SECOND_NS);
            unservedNs += world.isServed() ? 0 : SECOND_NS;
        }
        assertTrue(hindered.tries() < 3 * SEATS, hindered.tries() + " tries");
        assertTrue(other.tries() < 3 * SEATS, other.tries() + " tries of who can");
        assertTrue(unservedNs < 30 * SECOND_NS, unservedNs + " ns");
    }

    @Test
    void whatOneCanOpenButNotServeIsServedByOthers() {
        KeeperServer other = world.start();
        world.settle();
        KeeperServer weak = world.start();
        weak.weaken();
        world.pass(BOUND_NS);
        assertEquals(SEATS, answering(other));
        world.pass(HOUR_NS);
        assertTrue(weak.tries() < 3 * SEATS, weak.tries() + " tries");
    }

    @Test
    void whileAServerOfAnEarlierVersionIsThereThePlanIsAsItMakesOne() {
        MemberId first = new MemberId(0, 1);
        MemberId second = new MemberId(0, 2);
        List<Optional<MemberId>> wanted = List.of(Optional.of(first), Optional.of(second));
        Troubles troubles =
                new Troubles(new TreeSet<>(Set.of(new ServerId(0))), Optional.empty(), Collections.emptyNavigableMap());
        JoinedServer troubled = new JoinedServer(first, new Address("a", 1), 1, 0).troubled(troubles);
        JoinedServer other = new JoinedServer(second, new Address("b", 1), 1, 0);
        JoinedServer old = new JoinedServer(second, new Address("b", 1), 1, 0, Optional.empty());
        assertEquals(List.of(Optional.of(second), Optional.of(second)), plan(wanted, troubled, other));
        assertEquals(wanted, plan(wanted, troubled, old));
    }

    private static List<Optional<MemberId>> plan(List<Optional<MemberId>> wanted, JoinedServer... servers) {
        NavigableMap<MemberId, JoinedServer> joined = new TreeMap<>();
        List.of(servers).forEach(server -> joined.put(server.member(), server));
        List<SeatEntry> seats = Collections.nCopies(wanted.size(), SeatEntry.NEVER_HELD);
        return new ClusterView(joined, List.of(), seats, wanted).plan();
    }

    @Test
    void whenTheCauseIsGoneItTakesItsPartAgain() {
        KeeperServer other = world.start();
        world.settle();
        KeeperServer hindered = startHindered();
        world.pass(5 * 60 * SECOND_NS);
        assertEquals(0, answering(hindered));
        hindered.hinder(false);
        world.pass(10 * 60 * SECOND_NS);
        assertTrue(answering(hindered) >= SEATS / 3, answering(hindered) + " seats");
        assertTrue(answering(other) >= SEATS / 3, answering(other) + " seats");
        assertTrue(hindered.isSettled() && other.isSettled());
        assertTrue(world.ensemble.servers().values().stream()
                .allMatch(server -> server.troubles().orElseThrow().equals(Troubles.NONE)));
    }

    @Test
    void aSeatThatNobodyCanOpenIsTriedSeldomAndTheOthersAreShared() {
        List<KeeperServer> servers = List.of(world.start(), world.start(), world.start());
        world.settle();
        ServerId seat = new ServerId(4);
        world.damage(seat, true);
        servers.stream().filter(server -> server.mayAnswer(seat)).forEach(server -> server.breakDown(seat));
        world.pass(5 * 60 * SECOND_NS);
        assertEquals(
                3,
                world.ensemble.servers().values().stream()
                        .filter(server ->
                                server.troubles().orElseThrow().barred().contains(seat))
                        .count());
        int before = tries(servers);
        world.pass(HOUR_NS);
        assertTrue(tries(servers) - before < 3600 / 20, tries(servers) - before + " tries in an hour");
        KeeperServer fourth = world.start();
        world.pass(60 * SECOND_NS);
        assertTrue(answering(fourth) > 0, "who comes gets its part of what can be opened");
        world.damage(seat, false);
        world.pass(60 * SECOND_NS);
        assertTrue(world.isServed());
    }

    /** The pool is away for a minute: nobody can open anything, and afterwards nobody takes seats from others for that. */
    @Test
    void whenNothingCouldBeOpenedForAWhileAllIsServedSoonAfter() {
        List<KeeperServer> servers = List.of(world.start(), world.start(), world.start());
        world.settle();
        servers.forEach(server -> server.hinder(true));
        for (int number = 0; number < SEATS; number++) {
            ServerId seat = new ServerId(number);
            servers.stream().filter(server -> server.mayAnswer(seat)).forEach(server -> server.breakDown(seat));
        }
        world.pass(60 * SECOND_NS);
        servers.forEach(server -> server.hinder(false));
        world.pass(40 * SECOND_NS);
        assertTrue(world.isServed());
        int before = tries(servers);
        world.pass(HOUR_NS);
        assertTrue(tries(servers) - before <= SEATS, tries(servers) - before + " more");
        assertTrue(servers.stream().allMatch(KeeperServer::isSettled));
        assertTrue(servers.stream().allMatch(server -> answering(server) > 0));
    }

    private static int tries(List<KeeperServer> servers) {
        return servers.stream().mapToInt(KeeperServer::tries).sum();
    }

    @Test
    void ifOneServerIsThereItTriesOnAndServesWhenItCan() {
        KeeperServer only = startHindered();
        world.pass(5 * 60 * SECOND_NS);
        assertFalse(world.isServed());
        only.hinder(false);
        world.pass(40 * SECOND_NS);
        assertTrue(world.isServed());
    }

    @Test
    void itIsToldOfWhoCannotOpenWhatAndWhy() {
        KeeperServer other = world.start();
        world.settle();
        KeeperServer hindered = startHindered();
        world.pass(BOUND_NS);
        Troubles troubles = troubles(hindered);
        assertTrue(troubles.barred().size() >= SEATS / 3, troubles::toString);
        assertEquals(troubles.barred(), troubles.causes().keySet());
        assertTrue(
                troubles.causes().firstEntry().getValue().cause().endsWith("planned, in two lines"),
                troubles::toString);
        assertTrue(other.isSettled() && hindered.isSettled());
        List<ClusterPicture> pictures = new ArrayList<>();
        other.look(pictures::add);
        world.pass(SECOND_NS);
        ClusterPicture picture = pictures.get(0);
        assertEquals(troubles.barred().size(), picture.troubles().size());
        for (SeatTrouble trouble : picture.troubles()) {
            assertEquals("server1:7420", picture.servers().get(trouble.server()).address());
            assertEquals(SeatTrouble.Standing.OTHERS, trouble.standing());
            assertEquals(
                    Optional.of(SeatMove.Cause.FAILURE),
                    picture.seats().get(trouble.seat()).last().map(SeatMove::cause));
        }
    }

    private ServerId firstOf(KeeperServer server) {
        return IntStream.range(0, SEATS)
                .mapToObj(ServerId::new)
                .filter(server::mayAnswer)
                .findFirst()
                .orElseThrow();
    }

    /** One whose storage hangs says nothing of that itself. */
    @Test
    void whoseOpeningTakesMoreThanAMinuteKeepsWhatItHasAndIsGivenNothingElse() {
        KeeperServer hanging = world.start();
        world.settle();
        KeeperServer dying = world.start();
        KeeperServer other = world.start();
        world.settle();
        long share = answering(hanging);
        ServerId seat = firstOf(hanging);
        hanging.hang();
        hanging.breakDown(seat);
        world.pass(50 * SECOND_NS);
        assertEquals(Troubles.NONE, troubles(hanging));
        world.pass(BOUND_NS);
        assertEquals(Optional.of(seat), troubles(hanging).tried());
        assertTrue(troubles(hanging).causes().get(seat).cause().contains("more than a minute"));
        dying.kill();
        world.pass(2 * world.times.timeoutNs() + BOUND_NS);
        assertEquals(share - 1, answering(hanging));
        assertEquals(SEATS - share, answering(other));
        hanging.goOn();
        world.pass(BOUND_NS);
        assertTrue(world.isServed());
        assertEquals(Troubles.NONE, troubles(hanging));
    }

    /** It can't open it again while it hangs in that, so others are to have it. */
    @Test
    void whatHangsFromALifeThatIsOverIsServedByOthers() {
        KeeperServer hanging = world.start();
        world.settle();
        KeeperServer other = world.start();
        world.settle();
        ServerId seat = firstOf(hanging);
        hanging.hang();
        hanging.breakDown(seat);
        world.pass(50 * SECOND_NS);
        hanging.cut(true);
        world.pass(BOUND_NS);
        hanging.cut(false);
        world.pass(BOUND_NS);
        assertEquals(Set.of(seat), troubles(hanging).barred());
        assertTrue(other.mayAnswer(seat));
        hanging.goOn();
        world.settle();
        assertEquals(Troubles.NONE, troubles(hanging));
        assertTrue(answering(hanging) > 0 && answering(other) > 0);
    }

    /** It was to have the seat to try it, and says so no more when it can't even begin to. */
    @Test
    void whatIsTriedAndHangsFromALifeThatIsOverIsServedByOthers() {
        KeeperServer other = world.start();
        world.settle();
        KeeperServer hanging = startHindered();
        world.pass(BOUND_NS);
        assertEquals(SEATS, answering(other));
        hanging.hang();
        ServerId seat = passUntilItTries(hanging);
        world.pass(70 * SECOND_NS);
        assertTrue(troubles(hanging).causes().get(seat).cause().contains("more than a minute"));
        hanging.cut(true);
        world.pass(BOUND_NS);
        hanging.cut(false);
        world.pass(BOUND_NS);
        assertEquals(Optional.empty(), troubles(hanging).tried());
        assertTrue(troubles(hanging).barred().contains(seat));
        assertEquals(SEATS, answering(other));
        hanging.hinder(false);
        hanging.goOn();
        world.pass(10 * 60 * SECOND_NS);
        assertEquals(Troubles.NONE, troubles(hanging));
        assertTrue(answering(hanging) > 0 && world.isServed());
    }

    private ServerId passUntilItTries(KeeperServer server) {
        for (long passed = 0; passed < HOUR_NS && troubles(server).tried().isEmpty(); passed += SECOND_NS / 10) {
            world.pass(SECOND_NS / 10);
        }
        return troubles(server).tried().orElseThrow();
    }

    /** Who takes hundreds of seats over opens few at a time. */
    @Test
    void whatWaitsForItsTurnIsNoTroubleHoweverLongThatTakes() {
        KeeperServer busy = world.start();
        world.settle();
        KeeperServer other = world.start();
        world.settle();
        ServerId seat = firstOf(busy);
        busy.haveOthersFirst();
        busy.breakDown(seat);
        world.pass(5 * 60 * SECOND_NS);
        assertEquals(Troubles.NONE, troubles(busy));
        busy.hang();
        busy.takeTurns();
        world.pass(50 * SECOND_NS);
        assertEquals(Troubles.NONE, troubles(busy));
        world.pass(BOUND_NS);
        assertEquals(Optional.of(seat), troubles(busy).tried());
        busy.goOn();
        world.settle();
        assertEquals(Troubles.NONE, troubles(busy));
        assertTrue(answering(busy) > 0 && answering(other) > 0);
    }

    /** Its turn may never come, where all that were before it hang. */
    @Test
    void whatWaitsForItsTurnFromALifeThatIsOverIsServedByOthers() {
        KeeperServer busy = world.start();
        world.settle();
        KeeperServer other = world.start();
        world.settle();
        ServerId seat = firstOf(busy);
        busy.haveOthersFirst();
        busy.breakDown(seat);
        world.pass(50 * SECOND_NS);
        busy.cut(true);
        world.pass(BOUND_NS);
        busy.cut(false);
        world.pass(BOUND_NS);
        assertEquals(Set.of(seat), troubles(busy).barred());
        assertTrue(other.mayAnswer(seat));
        busy.goOn();
        world.settle();
        assertEquals(Troubles.NONE, troubles(busy));
    }
}
