package io.pfs.server.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.env.Entropy;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.Address;
import io.pfs.server.owner.ClusterView;
import io.pfs.server.owner.Coordinator;
import io.pfs.server.owner.CoordinatorContract;
import io.pfs.server.owner.JoinedServer;
import io.pfs.server.owner.MemberId;
import io.pfs.server.owner.Membership;
import io.pfs.server.owner.MembershipListener;
import io.pfs.server.owner.SeatEntry;
import io.pfs.server.owner.SeatLoads;
import io.pfs.server.owner.SessionTimes;
import io.pfs.server.owner.Troubles;
import io.pfs.server.remote.CoordinatorId;
import io.pfs.server.table.TableFacts;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.SeatMove;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ZooKeeper's own server and client, in this process. */
final class ZooKeeperCoordinatorTest extends CoordinatorContract {
    private static final ServerId SEAT = new ServerId(1);
    private static final int MANY_SEATS = 200;
    private static final String ROOT = "/team/storage";
    private static final String BASE = ROOT + "/pfs/0000000000001234000000000000abcd";
    private static final FileSystemFacts FACTS = new FileSystemFacts(
            0x1234, 0xabcd, Limits.SHARDS_DEFAULT, TableFacts.root(1).pointer());

    private final TestLoop loop = new TestLoop();
    /** A client that has lost its server looks for it every second or so, and gives up when a third more than this is over: on a busy machine that took it too long with 3 s. */
    private final SessionTimes times = SessionTimes.ofMillis(4000);

    private final List<Membership> joined = new ArrayList<>();
    private final List<CoordinatorId> known = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private LocalZooKeeper zooKeeper;

    @TempDir
    Path folder;

    @BeforeEach
    void start() {
        zooKeeper = new LocalZooKeeper(folder.resolve("zookeeper"));
    }

    @AfterEach
    void stop() {
        joined.forEach(Membership::leave);
        zooKeeper.close();
    }

    @Override
    protected Coordinator newCoordinator() {
        Coordinator coordinator = coordinator(SEATS, times);
        return (address, weight, listener) -> {
            Membership membership = coordinator.join(address, weight, listener);
            joined.add(membership);
            return membership;
        };
    }

    private Coordinator coordinator(int seats, SessionTimes wished) {
        return coordinator(zooKeeper.port(), seats, wished, new SystemEntropy());
    }

    private Coordinator coordinator(int port, int seats, SessionTimes wished, Entropy entropy) {
        return coordinator(
                port,
                seats,
                wished,
                new ZooKeeperCoordinator.Drive(loop, loop, loop.clock, entropy, told::add, known::add));
    }

    private static Coordinator coordinator(int port, int seats, SessionTimes wished, ZooKeeperCoordinator.Drive drive) {
        return new ZooKeeperCoordinator(ZooKeeperHosts.parse("127.0.0.1:" + port + ROOT), FACTS, seats, wished, drive);
    }

    @Override
    protected void expire(Membership membership) {
        zooKeeper.expireOwner(BASE + "/members/" + membership.member());
    }

    @Override
    protected void away(boolean away) {
        if (away) {
            zooKeeper.stop();
        } else {
            zooKeeper.start();
        }
    }

    @Override
    protected void wipe() {
        zooKeeper.wipe();
    }

    @Override
    protected void await(String what, BooleanSupplier holds) {
        loop.await(what, holds);
    }

    @Override
    protected SessionTimes times() {
        return times;
    }

    @Override
    protected long nowNs() {
        return loop.clock.monotonicNs();
    }

    /** What people see there, and what every later version has to read. */
    @Test
    void nodesAreTextAsTheyAreDescribed() {
        List<ClusterView> views = new ArrayList<>();
        Membership a = join(coordinator(SEATS, times), views, new ArrayList<>());
        await("a view", () -> !views.isEmpty());
        a.claim(new ServerId(2), views.get(0).seats().get(2), claimed -> {});
        a.want(views.get(0).wanted(), List.of(Optional.of(a.member()), Optional.empty(), Optional.empty()));
        await("the plan", () -> views.get(views.size() - 1).wanted().get(0).isPresent());
        assertEquals("pfs seats 1 3", text(BASE + "/format"));
        assertEquals(known.get(0).toString(), text(BASE + "/id"));
        long sinceMillis = views.get(0).servers().get(a.member()).sinceMillis();
        assertEquals("2 host:7420 " + sinceMillis + " - -", text(BASE + "/members/" + a.member()));
        assertEquals("0 -", text(BASE + "/seats/0000"));
        assertEquals("1 " + a.member(), text(BASE + "/seats/0002"));
        assertEquals(a.member() + "\n-\n-", text(BASE + "/wanted"));
        a.moved(new ServerId(2), new SeatMove(1, Optional.empty(), "host:7420", SeatMove.Cause.FIRST, 70, 8));
        a.drain(new Address("other", 1), true, () -> {});
        a.drain(new Address("host", 7420), true, () -> {});
        await("the drained ones", () -> views.get(views.size() - 1).drained().size() == 2);
        assertEquals("host:7420\nother:1", text(BASE + "/drained"));
        assertEquals("1 - host:7420 first 70 8", text(BASE + "/moves/0002"));
        a.tell(troubles());
        await("the troubles", () -> text(BASE + "/members/" + a.member()).contains("disk"));
        assertEquals(
                "2 host:7420 " + sinceMillis + " 0,2 1\n0 9 the disk is full\n1 8 NO_SPACE (401): no",
                text(BASE + "/members/" + a.member()));
        JoinedServer self = new JoinedServer(a.member(), new Address("host", 7420), 2, sinceMillis);
        await(
                "what it says of itself",
                () -> views.get(views.size() - 1).servers().get(a.member()).equals(self.troubled(troubles())));
        a.measured(loads());
        await("the loads", () -> text(BASE + "/members/" + a.member()).contains(":" + SeatLoads.PERMILLE_MAX));
        assertEquals(
                "2 host:7420 " + sinceMillis + " 0,2 1 0:1000,2:37\n0 9 the disk is full\n1 8 NO_SPACE (401): no",
                text(BASE + "/members/" + a.member()));
        await(
                "both",
                () -> views.get(views.size() - 1)
                        .servers()
                        .get(a.member())
                        .equals(self.troubled(troubles()).loaded(loads())));
        Troubles silent = new Troubles(
                troubles().barred(),
                troubles().tried(),
                troubles().causes(),
                new TreeMap<>(Map.of(new ServerId(2), new Troubles.Trouble(7, "out of reach"))));
        a.tell(silent);
        await("the silent one", () -> text(BASE + "/members/" + a.member()).contains("silent"));
        assertEquals(
                "2 host:7420 " + sinceMillis
                        + " 0,2 1 0:1000,2:37\n0 9 the disk is full\n1 8 NO_SPACE (401): no\nsilent 2 7 out of reach",
                text(BASE + "/members/" + a.member()));
        await(
                "all of it",
                () -> views.get(views.size() - 1)
                        .servers()
                        .get(a.member())
                        .equals(self.troubled(silent).loaded(loads())));
    }

    /** What one of many servers says of one of many seats is no reason to read all of it again. */
    @Test
    void whatHasChangedIsRead() {
        List<ClusterView> others = new ArrayList<>();
        List<ClusterView> views = new ArrayList<>();
        Membership a = join(coordinator(MANY_SEATS, times), others, new ArrayList<>());
        Membership b = join(coordinator(MANY_SEATS, times), views, new ArrayList<>());
        await("the first look of each", () -> hasSeen(others, b) && hasSeen(views, a));
        long before = zooKeeper.questions();
        for (int seat = 0; seat < 10; seat++) {
            ServerId next = new ServerId(seat);
            a.claim(next, SeatEntry.NEVER_HELD, claimed -> {});
            await(
                    "the claim",
                    () -> views.get(views.size() - 1).seat(next).holder().equals(Optional.of(a.member())));
        }
        assertTrue(zooKeeper.questions() - before < MANY_SEATS, "each look would ask for twice as much");
        assertEquals(SeatEntry.NEVER_HELD, views.get(views.size() - 1).seat(new ServerId(10)));
        b.leave();
    }

    private static boolean hasSeen(List<ClusterView> views, Membership other) {
        return !views.isEmpty() && views.get(views.size() - 1).servers().containsKey(other.member());
    }

    private static SeatLoads loads() {
        return new SeatLoads(new TreeMap<>(Map.of(new ServerId(0), SeatLoads.PERMILLE_MAX, new ServerId(2), 37)));
    }

    private static Troubles troubles() {
        NavigableMap<ServerId, Troubles.Trouble> causes = new TreeMap<>();
        causes.put(new ServerId(0), new Troubles.Trouble(9, "the disk\nis full"));
        causes.put(new ServerId(1), new Troubles.Trouble(8, "NO_SPACE (401): no"));
        return new Troubles(
                new TreeSet<>(Set.of(new ServerId(2), new ServerId(0))), Optional.of(new ServerId(1)), causes);
    }

    @Test
    void whoHearsNoAnswerFindsOutWhatBecameOfAClaim() {
        MemberId member = new MemberId(0, 7);
        String written = "1 " + member;
        try (MutedWay way = new MutedWay(zooKeeper.port(), written)) {
            List<ClusterView> views = new ArrayList<>();
            Membership a = join(coordinator(way.port(), SEATS, times, draws(0, 7, 0, 9)), views, new ArrayList<>());
            assertEquals(member, a.member());
            await("a view", () -> !views.isEmpty());
            List<Optional<SeatEntry>> outcomes = new ArrayList<>();
            a.claim(new ServerId(0), SeatEntry.NEVER_HELD, outcomes::add);
            await("the claim", () -> text(BASE + "/seats/0000").equals(written));
            assertEquals(List.of(), outcomes);
            way.cut();
            await("an outcome", () -> !outcomes.isEmpty());
            assertEquals(List.of(Optional.of(SeatEntry.NEVER_HELD.claimed(member))), outcomes);
        }
    }

    private static Entropy draws(long... numbers) {
        PrimitiveIterator.OfLong next = Arrays.stream(numbers).iterator();
        return next::nextLong;
    }

    @Test
    void aPoolOfAnotherNumberOfSeatsIsRefused() {
        List<ClusterView> views = new ArrayList<>();
        join(coordinator(SEATS, times), views, new ArrayList<>());
        await("a view", () -> !views.isEmpty());
        List<PfsException> lost = new ArrayList<>();
        join(coordinator(SEATS + 1, times), new ArrayList<>(), lost);
        await("a refusal", () -> !lost.isEmpty());
        assertEquals(ErrorCode.NOT_OURS, lost.get(0).code());
        assertTrue(
                lost.get(0).getMessage().contains("is of 3 seats, but the pool has 4"),
                lost.get(0).getMessage());
    }

    @Test
    void aSessionThatMayNotLastIsRefused() {
        List<PfsException> lost = new ArrayList<>();
        join(coordinator(SEATS, SessionTimes.ofMillis(60_000)), new ArrayList<>(), lost);
        await("a refusal", () -> !lost.isEmpty());
        assertEquals(ErrorCode.NOT_SUPPORTED, lost.get(0).code());
        assertTrue(lost.get(0).getMessage().contains("4000 ms"), lost.get(0).getMessage());
    }

    /** A server that is newer than this one, one that was told of a bad address, and whatever else somebody may have put there. */
    @Test
    void whatCannotBeReadOfOthersEndsNoSession() {
        MemberId newer = new MemberId(0, 1);
        MemberId broken = new MemberId(0, 2);
        List<ClusterView> views = new ArrayList<>();
        List<PfsException> lost = new ArrayList<>();
        Membership a = join(coordinator(SEATS, times), views, lost);
        await("a view", () -> !views.isEmpty());
        zooKeeper.put(BASE + "/members/" + newer, "2 newer:7421 77 and more");
        zooKeeper.put(BASE + "/members/" + broken, "1 no host:7420 78");
        zooKeeper.put(BASE + "/members/stranger", "");
        zooKeeper.put(BASE + "/drained", "other:1\nno port:x");
        zooKeeper.put(BASE + "/seats/0001", "3 " + broken);
        await(
                "the seat",
                () -> lost.size() > 0
                        || views.get(views.size() - 1).seat(SEAT).epoch().value() == 3);
        assertEquals(List.of(), lost);
        ClusterView last = views.get(views.size() - 1);
        assertEquals(Set.of(a.member(), newer), last.servers().keySet());
        assertEquals(
                new JoinedServer(newer, new Address("newer", 7421), 2, 77, Optional.empty()),
                last.servers().get(newer));
        assertEquals(List.of(new Address("other", 1)), last.drained());
        assertFalse(last.isFree(SEAT), "its holder is there, though nobody knows where");
        assertEquals(Optional.empty(), last.addressOf(SEAT));
        assertEquals(3, told.size(), "each once: " + told);
        List<Boolean> done = new ArrayList<>();
        a.drain(new Address("another", 1), true, () -> done.add(true));
        await("the mark", () -> !done.isEmpty());
        assertEquals("another:1\nno port:x\nother:1", text(BASE + "/drained"));
    }

    /** ZooKeeper's client goes on showing life then. */
    @Test
    void whoseLoopStandsStillLosesWhatItHolds() {
        TestLoop standing = new TestLoop();
        SessionTimes brief = SessionTimes.ofMillis(1000);
        ZooKeeperCoordinator.Drive drive = new ZooKeeperCoordinator.Drive(
                standing, standing, standing.clock, new SystemEntropy(), told::add, known::add);
        List<ClusterView> seen = new ArrayList<>();
        Membership a = join(coordinator(zooKeeper.port(), SEATS, brief, drive), seen, new ArrayList<>());
        List<Optional<SeatEntry>> outcomes = new ArrayList<>();
        standing.await("a view", () -> !seen.isEmpty());
        a.claim(SEAT, SeatEntry.NEVER_HELD, outcomes::add);
        standing.await("the claim", () -> !outcomes.isEmpty());
        assertTrue(outcomes.get(0).isPresent());
        List<ClusterView> views = new ArrayList<>();
        Membership b = join(coordinator(SEATS, times), views, new ArrayList<>());
        await("a view", () -> !views.isEmpty());
        await("the end of what stands still", () -> views.get(views.size() - 1).isFree(SEAT));
        assertFalse(a.tenure().holds());
        a.leave();
        b.leave();
    }

    /** When ZooKeeper hears that a session is over, others may take what it held: nothing may be answered here from before that on. */
    @Test
    void nothingHoldsWhenASessionIsClosed() {
        List<PfsException> lost = new ArrayList<>();
        List<Boolean> held = heldWhenClosed(lost, member -> zooKeeper.put(BASE + "/seats/0001", "what is no seat"));
        assertEquals(List.of(false), held);
        assertEquals(ErrorCode.CORRUPT, lost.get(0).code());
    }

    @Test
    void nothingHoldsWhenAMemberLeaves() {
        List<PfsException> lost = new ArrayList<>();
        assertEquals(List.of(false), heldWhenClosed(lost, Membership::leave));
        assertEquals(List.of(), lost);
    }

    /** Whether a member's tenure held each time that its session was about to be closed. */
    private List<Boolean> heldWhenClosed(List<PfsException> lost, Consumer<Membership> ending) {
        List<Membership> members = new ArrayList<>();
        List<Boolean> held = new ArrayList<>();
        List<ClusterView> views = new ArrayList<>();
        Executor closing = close -> {
            held.add(members.get(0).tenure().holds());
            close.run();
        };
        members.add(join(coordinator(closing), views, lost));
        await("a tenure", () -> !views.isEmpty() && members.get(0).tenure().holds());
        ending.accept(members.get(0));
        await("the end", () -> !held.isEmpty());
        return List.copyOf(held);
    }

    private Coordinator coordinator(Executor closing) {
        return coordinator(
                zooKeeper.port(),
                SEATS,
                times,
                new ZooKeeperCoordinator.Drive(
                        loop, loop, loop.clock, new SystemEntropy(), told::add, known::add, closing));
    }

    private Membership join(Coordinator coordinator, List<ClusterView> views, List<PfsException> lost) {
        Membership membership = coordinator.join(new Address("host", 7420), 2, new MembershipListener() {
            @Override
            public void seen(ClusterView view) {
                views.add(view);
            }

            @Override
            public void lost(PfsException cause) {
                lost.add(cause);
            }
        });
        joined.add(membership);
        return membership;
    }

    private String text(String node) {
        return new String(zooKeeper.content(node), StandardCharsets.UTF_8);
    }
}
