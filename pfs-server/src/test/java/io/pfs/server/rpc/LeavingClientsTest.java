package io.pfs.server.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.pfs.ErrorCode;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.client.net.Identity;
import io.pfs.client.net.RemoteConnection;
import io.pfs.net.Address;
import io.pfs.net.LinkHandler;
import io.pfs.net.Network;
import io.pfs.row.TablePointer;
import io.pfs.testing.ManualWorld;
import io.pfs.testing.TwinLink;
import io.pfs.testing.TwinNetwork;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.Envelope;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request.LookUp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a server hears of leases when a client goes, over a network whose time is the test's. */
final class LeavingClientsTest {
    private static final Address ADDRESS = new Address("server", 7420);
    private static final SessionLimits LIMITS = new SessionLimits(16, 64, 1 << 20, 1 << 20, 120_000_000_000L);
    private static final TableId TABLE = new TableId(1);
    private static final ShardId SHARD = new ShardId(0);
    private static final long SECOND_NS = 1_000_000_000;

    private final ManualWorld world = new ManualWorld(1);
    private final TwinNetwork network = new TwinNetwork(world);
    private final Slow engine = new Slow();
    private final List<Reply> replies = new ArrayList<>();
    private long sequence;

    LeavingClientsTest() {
        RpcServer unused = RpcServer.start(network, ADDRESS, engine, Optional.empty(), LIMITS, world, () -> 5);
    }

    /** Answers when the test does, and notes who gives leases back. */
    private static final class Slow implements Connection {
        private final List<Call> asked = new ArrayList<>();
        private final List<LeaseHolder> left = new ArrayList<>();

        @Override
        public FileSystemFacts facts() {
            return new FileSystemFacts(7, 1, 1, new TablePointer(TABLE, SHARD, 0, 0));
        }

        @Override
        public void send(List<Call> calls) {
            asked.addAll(calls);
        }

        @Override
        public void hears(LeaseHolder listener) {}

        @Override
        public void returnedAll(LeaseHolder holder) {
            left.add(holder);
        }

        /** Who asked, in this order. */
        List<LeaseHolder> holders() {
            return asked.stream()
                    .map(call -> call.sink().holder().orElseThrow())
                    .toList();
        }

        @Override
        public void close() {}
    }

    /** The way of one client: it ends alone. */
    private final class OwnWay implements Network {
        @Override
        public void connect(Address address, LinkHandler handler) {
            network.connect(address, handler);
        }

        @Override
        public Listening listen(Address address, Entrance entrance) {
            return network.listen(address, entrance);
        }

        @Override
        public void close() {
            // others are there yet
        }
    }

    private Connection connect() {
        Identity identity = new Identity("jo", Optional.empty());
        return RemoteConnection.begin(new OwnWay(), ADDRESS, identity, world, () -> 3);
    }

    private Connection connectAndHear() {
        Connection client = connect();
        client.hears(recall -> {});
        return client;
    }

    private void lookUp(Connection client) {
        sequence++;
        LookUp look = new LookUp(TABLE, RowName.of("sub"));
        Envelope envelope = new Envelope(new RequestId(1, 1, sequence), 0, SHARD, look);
        client.send(List.of(new Call(envelope, world.monotonicNs() + 100 * SECOND_NS, replies::add)));
        world.pass(SECOND_NS);
    }

    private void answerAll() {
        engine.asked.forEach(call -> call.sink().answer(new Refused(ErrorCode.NOT_FOUND, "no such row")));
        world.pass(SECOND_NS);
    }

    @Test
    void whoClosesGivesBackItsOwn() {
        Connection one = connectAndHear();
        Connection two = connectAndHear();
        lookUp(one);
        lookUp(two);
        answerAll();
        assertNotEquals(engine.holders().get(0), engine.holders().get(1), "each connection is a holder");
        one.close();
        world.pass(SECOND_NS);
        assertEquals(engine.holders().subList(0, 1), engine.left);
        one.close();
        world.pass(SECOND_NS);
        assertEquals(1, engine.left.size());
        assertEquals(2, replies.size());
    }

    /** Whatever it is granted yet, nobody goes by. */
    @Test
    void whatIsUnderWayIsGivenBackOnceItIsAnswered() {
        Connection client = connectAndHear();
        lookUp(client);
        lookUp(client);
        client.close();
        world.pass(SECOND_NS);
        assertEquals(1, engine.left.size());
        answerAll();
        assertEquals(2, engine.left.size());
        assertEquals(
                List.of(engine.left.get(0)), engine.left.stream().distinct().toList());
        assertEquals(engine.holders().get(0), engine.left.get(0));
    }

    /** It may believe in what it was granted, and go on over another connection. */
    @Test
    void whoseConnectionIsLostHasGivenNothingBack() {
        Connection client = connectAndHear();
        lookUp(client);
        network.links().forEach(TwinLink::cut);
        world.pass(SECOND_NS);
        answerAll();
        assertEquals(List.of(), engine.left);
        lookUp(client);
        assertNotEquals(engine.holders().get(0), engine.holders().get(1));
        client.close();
        answerAll();
        assertEquals(engine.holders().get(1), engine.left.get(0));
        assertEquals(1, engine.left.stream().distinct().count(), "nothing of the connection before");
    }

    @Test
    void whoHearsOfNoLeasesHasNoneToGiveBack() {
        Connection client = connect();
        lookUp(client);
        answerAll();
        client.close();
        world.pass(SECOND_NS);
        assertEquals(List.of(), engine.left);
    }

    /** There is nobody to take them: that keeps nobody from closing. */
    @Test
    void aServerThatIsGoneIsNotWaitedFor() {
        Connection client = connectAndHear();
        lookUp(client);
        network.links().forEach(TwinLink::fallSilent);
        client.close();
        world.pass(SECOND_NS);
        assertEquals(ErrorCode.CLOSED, ((Refused) replies.get(0)).code());
        assertEquals(List.of(), engine.left);
        assertEquals(List.of(), network.links());
    }
}
