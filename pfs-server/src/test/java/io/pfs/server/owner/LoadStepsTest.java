package io.pfs.server.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.Epoch;
import io.pfs.ServerId;
import io.pfs.net.Address;
import io.pfs.testing.ManualWorld;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** When a server would have seats go elsewhere since loads are uneven. */
final class LoadStepsTest {
    private static final MemberId A = new MemberId(0, 1);
    private static final MemberId B = new MemberId(0, 2);
    private static final List<MemberId> FOUR = List.of(A, A, B, B);
    private static final List<MemberId> EXCHANGED = List.of(B, A, A, B);
    private static final List<Integer> HOT = List.of(300, 300, 0, 0);

    private final ManualWorld world = new ManualWorld(1);
    private final LoadSteps steps = new LoadSteps(world);

    private static ClusterView view(List<MemberId> wanted, List<MemberId> held, List<Integer> loads, Troubles ofB) {
        NavigableMap<MemberId, JoinedServer> servers = new TreeMap<>();
        List.of(A, B).forEach(member -> {
            NavigableMap<ServerId, Integer> own = new TreeMap<>();
            for (int seat = 0; seat < loads.size(); seat++) {
                if (held.get(seat).equals(member)) {
                    own.put(new ServerId(seat), loads.get(seat));
                }
            }
            JoinedServer server = new JoinedServer(member, new Address("host" + member.low(), 1), 1, 0);
            servers.put(member, server.loaded(new SeatLoads(own)).troubled(member.equals(B) ? ofB : Troubles.NONE));
        });
        List<SeatEntry> seats = held.stream()
                .map(member -> new SeatEntry(new Epoch(1), Optional.of(member)))
                .toList();
        return new ClusterView(servers, List.of(), seats, planned(wanted));
    }

    private static ClusterView view(List<MemberId> held, List<Integer> loads) {
        return view(held, held, loads, Troubles.NONE);
    }

    private static List<Optional<MemberId>> planned(List<MemberId> plan) {
        return plan.stream().map(Optional::of).toList();
    }

    private void seen(ClusterView view) {
        steps.seen(view, view.plan().equals(view.wanted()));
    }

    /** What it says in the end, when it was asked all the time. */
    private Optional<List<Optional<MemberId>>> after(long ns) {
        Optional<List<Optional<MemberId>>> said = steps.next();
        for (long passed = 0; passed < ns; passed += OwnLoads.SAMPLE_NS) {
            world.pass(OwnLoads.SAMPLE_NS);
            said = steps.next();
        }
        return said;
    }

    @Test
    void afterAPauseAHotSeatIsExchanged() {
        seen(view(FOUR, HOT));
        assertEquals(Optional.empty(), after(LoadSteps.PAUSE_NS - OwnLoads.SAMPLE_NS));
        assertEquals(Optional.of(planned(EXCHANGED)), after(OwnLoads.SAMPLE_NS));
    }

    @Test
    void whatIsSaidOfLoadsDoesNotMakeItWaitAnewButHasToLast() {
        seen(view(FOUR, List.of(0, 0, 0, 0)));
        assertEquals(Optional.empty(), after(LoadSteps.PAUSE_NS));
        seen(view(FOUR, HOT));
        assertEquals(Optional.empty(), after(LoadSteps.STEADY_NS - OwnLoads.SAMPLE_NS));
        assertEquals(Optional.of(planned(EXCHANGED)), after(OwnLoads.SAMPLE_NS));
    }

    /** One says first that it has more to do. */
    @Test
    void whatIsHotForAMomentStays() {
        seen(view(FOUR, List.of(0, 0, 0, 0)));
        assertEquals(Optional.empty(), after(LoadSteps.PAUSE_NS));
        for (int turn = 0; turn < 10; turn++) {
            seen(view(FOUR, HOT));
            assertEquals(Optional.empty(), after(LoadSteps.STEADY_NS - OwnLoads.SAMPLE_NS));
            seen(view(FOUR, List.of(300, 300, 300, 300)));
            assertEquals(Optional.empty(), after(0));
        }
    }

    @Test
    void anythingElseThatChangesMakesItWaitAnew() {
        ClusterView now = view(FOUR, HOT);
        seen(now);
        assertEquals(Optional.empty(), after(LoadSteps.PAUSE_NS / 2));
        NavigableMap<MemberId, JoinedServer> servers = new TreeMap<>(now.servers());
        servers.computeIfPresent(B, (member, server) -> server.weighing(0));
        seen(new ClusterView(servers, List.of(), now.seats(), now.wanted()));
        seen(now);
        assertEquals(Optional.empty(), after(LoadSteps.PAUSE_NS / 2));
        assertEquals(Optional.of(planned(EXCHANGED)), after(LoadSteps.PAUSE_NS / 2));
        steps.membershipLost();
        assertEquals(Optional.empty(), after(LoadSteps.PAUSE_NS));
        seen(now);
        assertEquals(Optional.empty(), after(LoadSteps.PAUSE_NS - OwnLoads.SAMPLE_NS));
    }

    @Test
    void whileASeatIsOnTheWayNothingGoes() {
        seen(view(FOUR, List.of(A, A, A, B), List.of(300, 300, 0, 0), Troubles.NONE));
        assertEquals(Optional.empty(), after(2 * LoadSteps.PAUSE_NS));
    }

    @Test
    void whileALoadIsNotKnownNothingGoes() {
        seen(view(FOUR, HOT.subList(0, 3)));
        assertEquals(Optional.empty(), after(2 * LoadSteps.PAUSE_NS));
    }

    /** As somebody may have written by hand. */
    @Test
    void whileNobodyWantsAnySeatNothingGoes() {
        ClusterView now = view(FOUR, HOT);
        NavigableMap<MemberId, JoinedServer> servers = new TreeMap<>();
        now.servers().forEach((member, server) -> servers.put(member, server.weighing(0)));
        seen(new ClusterView(servers, List.of(), now.seats(), now.wanted()));
        assertEquals(Optional.empty(), after(2 * LoadSteps.PAUSE_NS));
    }

    @Test
    void whileSomebodyCannotOpenSomethingNothingGoes() {
        Troubles troubles = new Troubles(
                new TreeSet<>(List.of(new ServerId(0))), Optional.empty(), Collections.emptyNavigableMap());
        seen(view(FOUR, FOUR, HOT, troubles));
        assertEquals(Optional.empty(), after(2 * LoadSteps.PAUSE_NS));
    }

    /** What is not answered has nothing to do, whatever it will have. */
    @Test
    void whileSomebodyAnswersNothingOfASeatNothingGoes() {
        Troubles troubles = new Troubles(
                Collections.emptyNavigableSet(),
                Optional.empty(),
                Collections.emptyNavigableMap(),
                new TreeMap<>(Map.of(new ServerId(0), new Troubles.Trouble(0, "planned"))));
        seen(view(FOUR, FOUR, HOT, troubles));
        assertEquals(Optional.empty(), after(2 * LoadSteps.PAUSE_NS));
    }

    @Test
    void whatHasGoneStaysForLonger() {
        List<MemberId> swapped = List.of(B, B, A, A);
        seen(view(FOUR, HOT));
        seen(view(EXCHANGED, FOUR, HOT, Troubles.NONE));
        seen(view(EXCHANGED, List.of(600, 0, 0, 300)));
        assertEquals(Optional.of(planned(swapped)), after(LoadSteps.PAUSE_NS), "the other one goes");
        seen(view(swapped, List.of(500, 500, 0, 0)));
        assertEquals(Optional.empty(), after(2 * LoadSteps.PAUSE_NS), "all have gone a moment ago");
        assertEquals(Optional.of(planned(List.of(A, B, B, A))), after(LoadSteps.SEAT_REST_NS));
    }
}
