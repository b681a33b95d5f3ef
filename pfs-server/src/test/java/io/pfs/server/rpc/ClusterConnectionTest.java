package io.pfs.server.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.client.net.ClusterConnection;
import io.pfs.client.net.Identity;
import io.pfs.format.ByteReader;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.net.Link;
import io.pfs.net.LinkHandler;
import io.pfs.net.Speaker;
import io.pfs.row.TablePointer;
import io.pfs.testing.ManualWorld;
import io.pfs.testing.TwinLink;
import io.pfs.testing.TwinNetwork;
import io.pfs.wire.Call;
import io.pfs.wire.ClusterDeed;
import io.pfs.wire.Connection;
import io.pfs.wire.Envelope;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request.DescribeTable;
import io.pfs.wire.Request.ManageCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A client of several servers, over a network whose time is the test's. */
final class ClusterConnectionTest {
    private static final int SHARDS = 16;
    private static final ClusterMap MAP = ClusterMap.parse("a:1,b:1,c:1");
    private static final SessionLimits LIMITS = NetworkedStore.limits(64, 1 << 20);
    private static final long SECOND_NS = 1_000_000_000;
    private static final Identity JO = new Identity("jo", Optional.empty());

    private final ManualWorld world = new ManualWorld(1);
    private final TwinNetwork network = new TwinNetwork(world);
    private final TreeMap<Integer, Reply> replies = new TreeMap<>();

    /** Says which server it is, whatever it is asked. */
    private static final class Parrot implements Connection {
        private final FileSystemFacts facts;
        private final String word;
        private final List<Integer> together = new ArrayList<>();

        Parrot(long fileSystem, String word) {
            TablePointer root = new TablePointer(new TableId(1), new ShardId(0), 0, 0);
            this.facts = new FileSystemFacts(fileSystem, 1, SHARDS, root);
            this.word = word;
        }

        @Override
        public FileSystemFacts facts() {
            return facts;
        }

        @Override
        public void send(List<Call> calls) {
            together.add(calls.size());
            calls.forEach(call -> call.sink().answer(new Refused(ErrorCode.NOT_FOUND, word)));
        }

        @Override
        public void hears(LeaseHolder listener) {}

        @Override
        public void close() {}
    }

    private Parrot serve(int server, ClusterMap map) {
        return serve(server, map, 7);
    }

    private Parrot serve(int server, ClusterMap map, long fileSystem) {
        Parrot parrot = new Parrot(fileSystem, "server " + server);
        Serving serving = new Serving(parrot, map, Optional.empty(), LIMITS);
        RpcServer unused =
                RpcServer.start(network, map.addressOf(new ServerId(server)).orElseThrow(), serving, world, () -> 5);
        return parrot;
    }

    private ClusterConnection client(ClusterMap map, Identity identity) {
        return new ClusterConnection(network, map, new Parrot(7, "").facts(), identity, world, () -> 3);
    }

    /** One call to each of these shards, in one sending. */
    private void ask(Connection client, int... shards) {
        replies.clear();
        client.send(IntStream.of(shards).mapToObj(this::call).toList());
        world.pass(SECOND_NS);
    }

    private Call call(int shard) {
        Envelope envelope =
                new Envelope(new RequestId(1, 1, 1), 0, new ShardId(shard), new DescribeTable(new TableId(1)));
        return new Call(envelope, world.monotonicNs() + 10 * SECOND_NS, reply -> replies.put(shard, reply));
    }

    private static int[] allShards() {
        return IntStream.range(0, SHARDS).toArray();
    }

    private Refused refused(int shard) {
        return assertInstanceOf(Refused.class, replies.get(shard));
    }

    private static int owner(ClusterMap map, int shard) {
        return map.owners(SHARDS).owner(new ShardId(shard)).value();
    }

    private int shardOf(int server) {
        return IntStream.of(allShards())
                .filter(shard -> owner(MAP, shard) == server)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aCallGoesToTheOwnerOfItsShardAndWhatGoesToOneStaysTogether() {
        List<Parrot> parrots =
                IntStream.range(0, 3).mapToObj(server -> serve(server, MAP)).toList();
        ClusterConnection client = client(MAP, JO);
        assertEquals(List.of(), network.links(), "nobody is connected to before he is asked for anything");
        ask(client, allShards());
        for (int shard : allShards()) {
            assertEquals("server " + owner(MAP, shard), refused(shard).message());
        }
        Set<Integer> sizes = new TreeSet<>();
        parrots.forEach(parrot -> {
            assertEquals(1, parrot.together.size());
            sizes.addAll(parrot.together);
        });
        assertEquals(new TreeSet<>(List.of(5, 6)), sizes);
        client.close();
    }

    @Test
    void aServerThatIsDownKeepsOnlyItsOwnCallsWaiting() {
        serve(0, MAP);
        serve(2, MAP);
        ClusterConnection client = client(MAP, JO);
        ask(client, shardOf(0), shardOf(1), shardOf(2));
        assertEquals("server 0", refused(shardOf(0)).message());
        assertEquals(ErrorCode.UNREACHABLE, refused(shardOf(1)).code());
        assertTrue(
                refused(shardOf(1)).message().contains("b:1"),
                refused(shardOf(1)).message());
        assertEquals("server 2", refused(shardOf(2)).message());

        serve(1, MAP);
        ask(client, shardOf(1));
        assertEquals("server 1", refused(shardOf(1)).message());
        client.close();
    }

    @Test
    void afterClosingNothingIsAsked() {
        serve(0, MAP);
        ClusterConnection client = client(MAP, JO);
        ask(client, shardOf(0));
        client.close();
        world.pass(SECOND_NS);
        assertEquals(List.of(), network.links().stream().map(TwinLink::peer).toList());
        ask(client, shardOf(0), shardOf(1));
        assertEquals(ErrorCode.CLOSED, refused(shardOf(0)).code());
        assertEquals(ErrorCode.CLOSED, refused(shardOf(1)).code());
    }

    /** All servers were restarted with another list. */
    @Test
    void aMapThatChangedIsLearned() {
        serve(0, MAP);
        ClusterConnection client = client(MAP, JO);
        ask(client, shardOf(0));
        network.close();
        world.pass(SECOND_NS);
        ClusterMap moved = ClusterMap.parse("a:1,x:9,c:1");
        serve(0, moved);
        serve(1, moved);
        ask(client, shardOf(0));
        assertEquals(moved, client.map());
        ask(client, shardOf(1));
        assertEquals("server 1", refused(shardOf(1)).message());
        client.close();
    }

    @Test
    void whoIsNotTheOneThatShouldBeThereIsAskedNothing() {
        ClusterMap permuted = ClusterMap.parse("b:1,a:1,c:1");
        serve(0, MAP, 8);
        ClusterConnection client = client(MAP, JO);
        ask(client, shardOf(0));
        assertEquals(ErrorCode.NOT_OURS, refused(shardOf(0)).code());

        serve(1, MAP);
        ClusterConnection peer = client(permuted, new Identity(new Speaker.Server(), Optional.empty()));
        ask(peer, shardOf(0));
        assertEquals(ErrorCode.NOT_OURS, refused(shardOf(0)).code());
        assertTrue(
                refused(shardOf(0)).message().contains("another list"),
                refused(shardOf(0)).message());
        assertEquals(permuted, peer.map(), "a server's map is what it was told");
    }

    /** Until it is known who has the seats of a server that is dead, its address may be another's. */
    @Test
    void whereSeatsMoveWhoIsAtAnOldAddressDecidesNothing() {
        Serving another = new Serving(new Parrot(8, "another"), ClusterMap.ALONE, Optional.empty(), LIMITS);
        RpcServer unused = RpcServer.start(network, A.orElseThrow(), another, world, () -> 5);
        ClusterConnection client = client(new ClusterMap(1, List.of(A, B)), JO);
        ask(client, 0);
        assertEquals(ErrorCode.UNREACHABLE, refused(0).code());
        assertTrue(refused(0).message().contains("a:1"), refused(0).message());
        ask(client, 0);
        assertEquals(ErrorCode.UNREACHABLE, refused(0).code(), "a moment later, too");
        client.close();
    }

    private static final Optional<Address> A = Optional.of(new Address("a", 1));
    private static final Optional<Address> B = Optional.of(new Address("b", 1));

    private RpcServer at(Optional<Address> address, ClusterMap map) {
        Parrot parrot = new Parrot(7, "on " + address.orElseThrow());
        Serving serving = new Serving(parrot, map, Optional.empty(), LIMITS);
        return RpcServer.start(network, address.get(), serving, world, () -> 5);
    }

    @Test
    void whoIsConnectedHearsThatSeatsMoved() {
        ClusterMap map = new ClusterMap(1, List.of(A, A, B));
        RpcServer first = at(A, map);
        RpcServer unused = at(B, map);
        ClusterConnection client = client(map, JO);
        ask(client, shardOf(1));
        assertEquals("on a:1", refused(shardOf(1)).message());

        ClusterMap moving = new ClusterMap(2, List.of(A, Optional.empty(), B));
        first.publish(moving);
        world.pass(SECOND_NS);
        assertEquals(moving, client.map());
        ask(client, shardOf(0), shardOf(1));
        assertEquals("on a:1", refused(shardOf(0)).message());
        assertEquals(ErrorCode.UNREACHABLE, refused(shardOf(1)).code());

        first.publish(new ClusterMap(3, List.of(A, B, B)));
        world.pass(SECOND_NS);
        ask(client, shardOf(1));
        assertEquals("on b:1", refused(shardOf(1)).message());
        first.publish(moving);
        world.pass(SECOND_NS);
        assertEquals(3, client.map().version(), "what is older changes nothing");
        client.close();
    }

    /** Whoever took its seat knows that it is not there; who still has a call there must not wait until it would have been missed anyway. */
    @Test
    void aServerThatLostASeatAndSaysNothingIsLeftSoon() {
        ClusterMap map = new ClusterMap(1, List.of(A, A, B));
        RpcServer unused = at(A, map);
        RpcServer other = at(B, map);
        ClusterConnection client = client(map, JO);
        ask(client, shardOf(0), shardOf(2));
        network.links().stream().filter(link -> link.peer().contains("a:1")).forEach(TwinLink::fallSilent);
        ask(client, shardOf(0));
        assertEquals(Set.of(), replies.keySet());

        other.publish(new ClusterMap(2, List.of(B, A, B)));
        world.pass(3 * SECOND_NS);
        assertEquals(ErrorCode.UNKNOWN_OUTCOME, refused(shardOf(0)).code());
        assertTrue(
                refused(shardOf(0)).message().contains("silent"),
                refused(shardOf(0)).message());
        ask(client, shardOf(0));
        assertEquals("on b:1", refused(shardOf(0)).message());
        client.close();
    }

    /** The kernel of a stopped server takes connections, and nobody answers them. */
    private static final class Mute implements LinkHandler {
        @Override
        public void opened(Link link) {}

        @Override
        public void received(ByteReader body) {}

        @Override
        public void caughtUp() {}

        @Override
        public void writable() {}

        @Override
        public void closed(PfsException cause) {}
    }

    @Test
    void whatWaitsForAWelcomeGoesElsewhereWhenItsSeatDoes() {
        ClusterMap map = new ClusterMap(1, List.of(A, A, B));
        network.listen(A.orElseThrow(), Mute::new);
        RpcServer other = at(B, map);
        ClusterConnection client = client(map, JO);
        ask(client, shardOf(2));
        ask(client, shardOf(0));
        assertEquals(Set.of(), replies.keySet());

        other.publish(new ClusterMap(2, List.of(B, A, B)));
        world.pass(SECOND_NS);
        assertEquals(ErrorCode.UNREACHABLE, refused(shardOf(0)).code());
        ask(client, shardOf(0));
        assertEquals("on b:1", refused(shardOf(0)).message());
        client.close();
    }

    /** No link was opened yet, as over one that is to be encrypted. */
    @Test
    void whatWaitsForALinkGoesElsewhereWhenItsSeatDoes() {
        ClusterMap map = new ClusterMap(1, List.of(A, A, B));
        RpcServer unused = at(A, map);
        ClusterConnection client = client(map, JO);
        client.send(List.of(call(shardOf(0))));
        client.learn(new ClusterMap(2, List.of(B, A, B)));
        assertEquals(ErrorCode.UNREACHABLE, refused(shardOf(0)).code());
        client.close();
    }

    /** Whoever can't answer is not the one that is asked what anybody can answer. */
    @Test
    void whatAnyServerAnswersIsAskedOfOneThatWelcomes() {
        ClusterMap map = new ClusterMap(1, List.of(A, A, B));
        at(A, map).publish(map);
        ClusterConnection client = client(map, JO);
        ask(client, shardOf(0));
        network.close();
        world.pass(SECOND_NS);
        network.listen(A.orElseThrow(), Mute::new);
        at(B, map).publish(map);
        ask(client, shardOf(2));
        ask(client, shardOf(0));
        Envelope envelope = new Envelope(
                new RequestId(1, 2, 1),
                0,
                new ShardId(shardOf(0)),
                new ManageCluster(new TableId(1), ClusterDeed.LOOK, ""));
        client.send(List.of(new Call(envelope, world.monotonicNs() + SECOND_NS, reply -> replies.put(-1, reply))));
        world.pass(SECOND_NS / 2);
        assertEquals("on b:1", refused(-1).message());
        client.close();
    }

    /** Nobody else is connected who would tell that its seat is elsewhere. */
    @Test
    void whoeverIsSilentHasOthersAskedWhereItsSeatsAre() {
        ClusterMap map = new ClusterMap(1, List.of(A, A, B));
        ClusterMap moved = new ClusterMap(2, List.of(B, B, B));
        at(A, map).publish(map);
        at(B, moved).publish(moved);
        ClusterConnection client = client(map, JO);
        ask(client, shardOf(0));
        network.links().forEach(TwinLink::fallSilent);
        ask(client, shardOf(0));
        world.pass(8 * SECOND_NS);
        assertEquals(moved, client.map());
        assertEquals(ErrorCode.UNKNOWN_OUTCOME, refused(shardOf(0)).code());
        assertTrue(
                refused(shardOf(0)).message().contains("silent"),
                refused(shardOf(0)).message());
        client.close();
    }

    @Test
    void aServerThatLostASeatAndIsThereIsKept() {
        ClusterMap map = new ClusterMap(1, List.of(A, A, B));
        RpcServer first = at(A, map);
        ClusterConnection client = client(map, JO);
        ask(client, shardOf(0));
        List<TwinLink> links = network.links();
        first.publish(new ClusterMap(2, List.of(B, A, B)));
        world.pass(10 * SECOND_NS);
        assertEquals(links, network.links());
        ask(client, shardOf(1));
        assertEquals("on a:1", refused(shardOf(1)).message());
        client.close();
    }

    /** Its own server is gone, and nothing is asked of the other one that knows where the seat is. */
    @Test
    void anyServerTellsWhereASeatIsWhenItIsLookedFor() {
        ClusterMap map = new ClusterMap(1, List.of(A, A, B));
        ClusterMap moved = new ClusterMap(4, List.of(B, B, B));
        RpcServer unused = at(B, moved);
        ClusterConnection client = client(map, JO);
        ask(client, shardOf(0));
        assertEquals(ErrorCode.UNREACHABLE, refused(shardOf(0)).code());
        assertEquals(map, client.map());
        assertTrue(client.refresh(), "it may be elsewhere");
        world.pass(SECOND_NS);
        assertEquals(moved, client.map());
        ask(client, shardOf(0));
        assertEquals("on b:1", refused(shardOf(0)).message());
        client.close();
        assertFalse(client.refresh());
        assertFalse(client(MAP, JO).refresh(), "seats that are fixed are nowhere else");
    }
}
