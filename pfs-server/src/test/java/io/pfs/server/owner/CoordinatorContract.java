package io.pfs.server.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Epoch;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.net.Address;
import io.pfs.wire.SeatMove;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** What every coordinator does. */
public abstract class CoordinatorContract {
    protected static final int SEATS = 3;

    private static final ServerId SEAT = new ServerId(1);

    private int servers;

    /** That of one more server, of a file system with {@link #SEATS} seats. */
    protected abstract Coordinator newCoordinator();

    /** Ends the session of a member, as if it had been silent for too long. */
    protected abstract void expire(Membership membership);

    /** Has the coordinator answer nobody, or answer again. */
    protected abstract void away(boolean away);

    /** Has the coordinator forget all that it knew. */
    protected abstract void wipe();

    /** Lets time pass until this is so; fails if it takes too long. */
    protected abstract void await(String what, BooleanSupplier holds);

    /** How long a session lives without a sign. */
    protected abstract SessionTimes times();

    protected abstract long nowNs();

    /** A server that has joined, and what it hears. */
    protected final class Server implements MembershipListener {
        private final Address address = new Address("host", 7420 + servers++);
        private final Membership membership;
        private Optional<ClusterView> view = Optional.empty();
        private Optional<PfsException> lost = Optional.empty();

        Server() {
            membership = newCoordinator().join(address, 1, this);
        }

        @Override
        public void seen(ClusterView seen) {
            assertFalse(lost.isPresent(), "nothing is heard after a loss");
            view = Optional.of(seen);
        }

        @Override
        public void lost(PfsException cause) {
            assertFalse(lost.isPresent(), "lost once");
            lost = Optional.of(cause);
        }

        MemberId id() {
            return membership.member();
        }

        boolean sees(BooleanSupplier inView) {
            return view.isPresent() && inView.getAsBoolean();
        }

        SeatEntry entry() {
            return view.orElseThrow().seat(SEAT);
        }

        void awaitEntry(SeatEntry entry) {
            await("see " + entry, () -> sees(() -> entry().equals(entry)));
        }

        Optional<SeatEntry> claim(SeatEntry seen) {
            List<Optional<SeatEntry>> outcome = new ArrayList<>();
            membership.claim(SEAT, seen, outcome::add);
            assertEquals(List.of(), outcome, "told later, not inside the call");
            await("an outcome of the claim", () -> !outcome.isEmpty());
            return outcome.get(0);
        }

        void release(SeatEntry claimed) {
            List<Boolean> done = new ArrayList<>();
            membership.release(SEAT, claimed, () -> done.add(true));
            await("the release", () -> !done.isEmpty());
        }
    }

    private Server joined() {
        Server server = new Server();
        await(
                "see itself",
                () -> server.sees(() -> server.view.orElseThrow().servers().containsKey(server.id())));
        return server;
    }

    private static boolean seeEachOther(Server a, Server b) {
        return a.sees(() -> a.view.orElseThrow().servers().containsKey(b.id()))
                && b.sees(() -> b.view.orElseThrow().servers().containsKey(a.id()));
    }

    @Test
    void whoJoinsSeesItselfAndThatNothingIsHeld() {
        Server a = joined();
        ClusterView view = a.view.orElseThrow();
        JoinedServer server = view.servers().get(a.id());
        assertEquals(new JoinedServer(a.id(), a.address, 1, server.sinceMillis()), server);
        assertEquals(List.of(), view.drained());
        assertEquals(List.of(SeatEntry.NEVER_HELD, SeatEntry.NEVER_HELD, SeatEntry.NEVER_HELD), view.seats());
        assertEquals(List.of(Optional.empty(), Optional.empty(), Optional.empty()), view.wanted());
        assertTrue(a.membership.tenure().holds());
    }

    @Test
    void allSeeAll() {
        Server a = joined();
        Server b = joined();
        assertNotEquals(a.id(), b.id());
        await("see each other", () -> seeEachOther(a, b));
    }

    @Test
    void aSeatIsClaimedByOne() {
        Server a = joined();
        Server b = joined();
        SeatEntry claimed = a.claim(SeatEntry.NEVER_HELD).orElseThrow();
        assertEquals(new SeatEntry(new Epoch(1), Optional.of(a.id())), claimed);
        assertEquals(Optional.empty(), b.claim(SeatEntry.NEVER_HELD));
        b.awaitEntry(claimed);
        assertEquals(Optional.of(a.address), b.view.orElseThrow().addressOf(SEAT));
        assertFalse(b.view.orElseThrow().isFree(SEAT));
    }

    @Test
    void ofManyWhoClaimAtOnceOneGetsIt() {
        List<Server> all = List.of(joined(), joined(), joined(), joined());
        List<Optional<SeatEntry>> outcomes = new ArrayList<>();
        all.forEach(server -> server.membership.claim(SEAT, SeatEntry.NEVER_HELD, outcomes::add));
        await("all outcomes", () -> outcomes.size() == all.size());
        List<SeatEntry> claimed = outcomes.stream().flatMap(Optional::stream).toList();
        assertEquals(1, claimed.size());
        all.forEach(server -> server.awaitEntry(claimed.get(0)));
    }

    @Test
    void eachClaimHasAnEpochOfItsOwn() {
        Server a = joined();
        Server b = joined();
        SeatEntry first = a.claim(SeatEntry.NEVER_HELD).orElseThrow();
        a.release(first);
        b.awaitEntry(first.released());
        long before = b.view.orElseThrow().version();
        SeatEntry second = b.claim(first.released()).orElseThrow();
        assertEquals(new SeatEntry(new Epoch(2), Optional.of(b.id())), second);
        a.awaitEntry(second);
        assertEquals(before + 1, a.view.orElseThrow().version());
        a.release(first);
        b.release(second);
        a.awaitEntry(second.released());
    }

    @Test
    void whatALeavingMemberHeldIsFree() {
        Server a = joined();
        Server b = joined();
        SeatEntry claimed = a.claim(SeatEntry.NEVER_HELD).orElseThrow();
        b.awaitEntry(claimed);
        a.membership.leave();
        await("that the seat is free", () -> b.view.orElseThrow().isFree(SEAT));
        assertEquals(claimed, b.entry());
        assertEquals(
                new SeatEntry(new Epoch(2), Optional.of(b.id())),
                b.claim(claimed).orElseThrow());
        assertEquals(Optional.empty(), a.lost);
    }

    @Test
    void whoseSessionEndsIsToldAndHasNothing() {
        Server a = joined();
        Server b = joined();
        SeatEntry claimed = a.claim(SeatEntry.NEVER_HELD).orElseThrow();
        List<PfsException> told = new ArrayList<>();
        a.membership.tenure().whenLost(told::add);
        expire(a.membership);
        await("that it is lost", () -> a.lost.isPresent());
        assertFalse(a.membership.tenure().holds());
        assertEquals(1, told.size());
        a.membership.claim(SEAT, claimed, outcome -> {
            throw new AssertionError("a lost member was told " + outcome);
        });
        a.membership.release(SEAT, claimed, () -> {
            throw new AssertionError("a lost member was told of a release");
        });
        await(
                "that the seat is free",
                () -> b.sees(
                        () -> b.entry().equals(claimed) && b.view.orElseThrow().isFree(SEAT)));
        assertTrue(b.claim(claimed).isPresent());
    }

    @Test
    void aPlanIsForWhoSawTheOneBefore() {
        Server a = joined();
        Server b = joined();
        List<Optional<MemberId>> nobody = a.view.orElseThrow().wanted();
        List<Optional<MemberId>> all = List.of(Optional.of(a.id()), Optional.of(a.id()), Optional.of(a.id()));
        List<Optional<MemberId>> two = List.of(Optional.of(a.id()), Optional.of(b.id()), Optional.empty());
        a.membership.want(nobody, all);
        await("the plan", () -> b.view.orElseThrow().wanted().equals(all));
        b.membership.want(nobody, two);
        b.membership.want(all, two);
        await("the other plan", () -> a.view.orElseThrow().wanted().equals(two));
        assertTrue(a.view.orElseThrow().isWanted(SEAT, b.id()));
    }

    @Test
    void whoRetiresIsThereButWantsNothing() {
        Server a = joined();
        Server b = joined();
        await("see each other", () -> seeEachOther(a, b));
        SeatEntry claimed = a.claim(SeatEntry.NEVER_HELD).orElseThrow();
        a.membership.weigh(0);
        await(
                "that it retires",
                () -> b.view.orElseThrow().servers().get(a.id()).weight() == 0);
        b.awaitEntry(claimed);
        assertFalse(b.view.orElseThrow().isFree(SEAT));
        Optional<MemberId> other = Optional.of(b.id());
        assertEquals(List.of(other, other, other), b.view.orElseThrow().plan());
    }

    @Test
    void whoGetsReadyIsThereAndWantsSomethingLater() {
        Server a = joined();
        Server b = joined();
        await("see each other", () -> seeEachOther(a, b));
        a.membership.weigh(0);
        await("that it is not ready", () -> b.sees(() -> weightOf(a, b) == 0));
        a.membership.weigh(3);
        await("that it is ready", () -> b.sees(() -> weightOf(a, b) == 3));
        assertTrue(b.view.orElseThrow().plan().contains(Optional.of(a.id())));
    }

    private static int weightOf(Server server, Server seenBy) {
        return seenBy.view.orElseThrow().servers().get(server.id()).weight();
    }

    @Test
    void whatAMemberCannotOpenIsSeenByAllUntilItSaysOtherwise() {
        Server a = joined();
        Server b = joined();
        Troubles troubles = new Troubles(
                new TreeSet<>(Set.of(SEAT)), Optional.of(new ServerId(0)), Collections.emptyNavigableMap());
        a.membership.tell(Troubles.NONE);
        a.membership.tell(troubles);
        await("the troubles", () -> b.sees(() -> troublesOf(a, b).equals(Optional.of(troubles))));
        a.membership.tell(Troubles.NONE);
        a.membership.weigh(0);
        await(
                "that it retires",
                () -> b.sees(() -> b.view.orElseThrow().servers().get(a.id()).weight() == 0));
        assertEquals(Optional.of(Troubles.NONE), troublesOf(a, b));
    }

    @Test
    void whatSeatsHaveToDoIsSeenByAllBesideWhatCannotBeOpenedOrIsSilent() {
        Server a = joined();
        Server b = joined();
        assertEquals(SeatLoads.NONE, a.view.orElseThrow().servers().get(a.id()).loads());
        Troubles troubles = new Troubles(
                new TreeSet<>(Set.of(SEAT)),
                Optional.empty(),
                Collections.emptyNavigableMap(),
                new TreeMap<>(Map.of(new ServerId(0), new Troubles.Trouble(9, "silent 1 2 for no reason"))));
        SeatLoads loads = new SeatLoads(new TreeMap<>(Map.of(SEAT, SeatLoads.PERMILLE_MAX, new ServerId(0), 0)));
        a.membership.measured(loads);
        a.membership.tell(troubles);
        await("both", () -> b.sees(() -> isSaid(b.view.orElseThrow().servers().get(a.id()), loads, troubles)));
        a.membership.measured(SeatLoads.NONE);
        await(
                "that nothing is measured",
                () -> b.sees(() -> isSaid(b.view.orElseThrow().servers().get(a.id()), SeatLoads.NONE, troubles)));
    }

    private static boolean isSaid(JoinedServer by, SeatLoads loads, Troubles troubles) {
        return by.loads().equals(loads) && by.troubles().equals(Optional.of(troubles));
    }

    private static Optional<Troubles> troublesOf(Server a, Server seenBy) {
        return Optional.ofNullable(seenBy.view.orElseThrow().servers().get(a.id()))
                .flatMap(JoinedServer::troubles);
    }

    @Test
    void whoIsDrainedWantsNothingWhileOthersAreThere() {
        Server a = joined();
        Server b = joined();
        await("see each other", () -> seeEachOther(a, b));
        drain(b, a.address, true);
        await("that it is drained", () -> b.view.orElseThrow().drained().contains(a.address));
        assertEquals(
                Collections.nCopies(SEATS, Optional.of(b.id())),
                b.view.orElseThrow().plan());
        drain(a, b.address, true);
        await(
                "that both are drained",
                () -> Set.copyOf(a.view.orElseThrow().drained()).equals(Set.of(a.address, b.address)));
        assertEquals(2, a.view.orElseThrow().candidates().size(), "better one who should be empty than nobody");
        drain(a, a.address, false);
        drain(a, a.address, false);
        await("that one is not", () -> b.view.orElseThrow().drained().equals(List.of(b.address)));
        assertEquals(
                Collections.nCopies(SEATS, Optional.of(a.id())),
                b.view.orElseThrow().plan());
    }

    private void drain(Server by, Address server, boolean drained) {
        List<Boolean> done = new ArrayList<>();
        by.membership.drain(server, drained, () -> done.add(true));
        await("the mark", () -> !done.isEmpty());
    }

    @Test
    void howSeatsCameIsKept() {
        Server a = joined();
        Server b = joined();
        SeatMove first = new SeatMove(1, Optional.empty(), "host:7420", SeatMove.Cause.FIRST, 2, 3);
        SeatMove second = new SeatMove(2, Optional.of("host:7420"), "host:7421", SeatMove.Cause.BALANCE, 4, 5);
        assertEquals(List.of(Optional.empty(), Optional.empty(), Optional.empty()), moves(a));
        a.membership.moved(SEAT, first);
        await("the move", () -> moves(b).equals(List.of(Optional.empty(), Optional.of(first), Optional.empty())));
        b.membership.moved(SEAT, second);
        await("the next", () -> moves(a).equals(List.of(Optional.empty(), Optional.of(second), Optional.empty())));
    }

    @Test
    void thatASeatIsServedIsSeenByAll() {
        Server a = joined();
        Server b = joined();
        Epoch never = new Epoch(0);
        assertEquals(List.of(never, never, never), b.view.orElseThrow().served());
        a.membership.moved(SEAT, new SeatMove(2, Optional.empty(), "host:7420", SeatMove.Cause.FIRST, 2, 3));
        await("that it is", () -> b.sees(() -> b.view.orElseThrow().isServedAfter(SEAT, new Epoch(1))));
        assertFalse(b.view.orElseThrow().isServedAfter(SEAT, new Epoch(2)));
    }

    private List<Optional<SeatMove>> moves(Server asked) {
        List<List<Optional<SeatMove>>> told = new ArrayList<>();
        asked.membership.moves(told::add);
        await("the moves", () -> !told.isEmpty());
        return told.get(0);
    }

    @Test
    void aTenureHoldsWhileTheCoordinatorAnswers() {
        Server a = joined();
        long untilNs = nowNs() + 2 * times().timeoutNs();
        await("some sessions' time", () -> {
            assertTrue(a.membership.tenure().holds());
            return nowNs() - untilNs > 0;
        });
        assertEquals(Optional.empty(), a.lost);
    }

    @Test
    void aTenureEndsWithoutAnswersAndHoldsAgain() {
        Server a = joined();
        SeatEntry claimed = a.claim(SeatEntry.NEVER_HELD).orElseThrow();
        long lastNs = nowNs();
        away(true);
        await("that it doesn't hold", () -> !a.membership.tenure().holds());
        assertTrue(nowNs() - lastNs < 2 * times().timeoutNs(), "it ends in time");
        List<Boolean> released = new ArrayList<>();
        a.membership.release(SEAT, claimed, () -> released.add(true));
        assertEquals(Optional.empty(), a.lost);
        away(false);
        await("that it holds again", () -> {
            assertEquals(Optional.empty(), a.lost);
            return a.membership.tenure().holds();
        });
        await("the release", () -> !released.isEmpty());
        a.awaitEntry(claimed.released());
        assertEquals(Optional.empty(), a.lost);
    }

    @Test
    void whoIsSilentForLongGivesUp() {
        Server a = joined();
        away(true);
        await("that it gives up", () -> a.lost.isPresent());
        assertFalse(a.membership.tenure().holds());
        away(false);
        Server again = joined();
        assertNotEquals(a.id(), again.id());
    }

    @Test
    void whatForgotEverythingEndsAllSessions() {
        Server a = joined();
        Server b = joined();
        assertTrue(a.claim(SeatEntry.NEVER_HELD).isPresent());
        wipe();
        await("that all are lost", () -> a.lost.isPresent() && b.lost.isPresent());
        Server c = joined();
        assertEquals(SeatEntry.NEVER_HELD, c.entry());
    }
}
