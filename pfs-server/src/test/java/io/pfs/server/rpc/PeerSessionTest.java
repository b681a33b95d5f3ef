package io.pfs.server.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.client.net.Identity;
import io.pfs.client.net.RemoteConnection;
import io.pfs.format.ByteReader;
import io.pfs.net.ClusterMap;
import io.pfs.net.Link;
import io.pfs.net.LinkHandler;
import io.pfs.net.Speaker;
import io.pfs.row.TablePointer;
import io.pfs.server.audit.Audit;
import io.pfs.server.identity.Askers;
import io.pfs.testing.ManualWorld;
import io.pfs.testing.TwinNetwork;
import io.pfs.wire.Asker;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.Envelope;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.NameStep;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.TakeStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What servers ask each other, over a network whose time is the test's. What the one waits for may wait for the next call of the other. */
final class PeerSessionTest {
    private static final ClusterMap MAP = ClusterMap.parse("a:1,b:1");
    private static final ServerId HERE = new ServerId(0);
    private static final SessionLimits TIGHT = new SessionLimits(16, 1, 1, 1, 120_000_000_000L);
    private static final TableId TABLE = new TableId(1);
    private static final ShardId SHARD = new ShardId(0);
    private static final Speaker PEER = new Speaker.Server();
    private static final Request STEP = new TakeStep(TABLE, new ProcedureId(SHARD, 1), new NameStep.FindParent());
    private static final Request READ = new ReadRow(TABLE, RowName.of("a"), List.of());
    /** More than may be there without having said who they are. */
    private static final int PEERS = 300;

    private static final long SECOND_NS = 1_000_000_000;

    private final ManualWorld world = new ManualWorld(1);
    private final TwinNetwork network = new TwinNetwork(world);
    private final Slow engine = new Slow();
    private final List<Reply> replies = new ArrayList<>();
    private long sequence;

    /** Has not answered yet. */
    private static final class Slow implements Connection {
        private final List<Call> asked = new ArrayList<>();

        @Override
        public FileSystemFacts facts() {
            return new FileSystemFacts(7, 1, 2, new TablePointer(TABLE, SHARD, 0, 0));
        }

        @Override
        public void send(List<Call> calls) {
            asked.addAll(calls);
        }

        @Override
        public void hears(LeaseHolder listener) {}

        @Override
        public void close() {}
    }

    private Connection connect(Speaker speaker) {
        Identity identity = new Identity(speaker, Optional.empty());
        return RemoteConnection.begin(network, MAP.addressOf(HERE).orElseThrow(), identity, world, () -> 3);
    }

    private void ask(Connection from, Request request) {
        sequence++;
        Envelope envelope = new Envelope(new RequestId(1, 1, sequence), 0, SHARD, request);
        from.send(List.of(new Call(envelope, world.monotonicNs() + 100 * SECOND_NS, replies::add)));
        world.pass(SECOND_NS);
    }

    private void serve() {
        serve(TIGHT);
    }

    private void serve(SessionLimits limits) {
        Serving serving = new Serving(engine, MAP, Optional.empty(), limits);
        RpcServer unused = RpcServer.start(network, MAP.addressOf(HERE).orElseThrow(), serving, world, () -> 5);
    }

    @Test
    void aStepDoesNotWaitForThoseBeforeIt() {
        serve();
        Connection peer = connect(PEER);
        for (int i = 1; i <= 5; i++) {
            ask(peer, STEP);
            assertEquals(i, engine.asked.size());
        }
        engine.asked.forEach(call -> call.sink().answer(new Refused(ErrorCode.NOT_FOUND, "it is not there")));
        world.pass(SECOND_NS);
        assertEquals(5, replies.size());
    }

    @Test
    void aStepDoesNotWaitForWhatClientsHaveInFlight() {
        serve();
        Connection client = connect(new Speaker.User("jo"));
        ask(client, READ);
        ask(client, READ);
        assertEquals(1, engine.asked.size(), "all that may be in flight is");

        Connection peer = connect(PEER);
        ask(peer, STEP);
        ask(peer, STEP);
        assertEquals(3, engine.asked.size());
    }

    /** Clients stay for as long as they like, and what one server has to tell another must not wait for that. */
    @Test
    void whereThereIsNoRoomForClientsThereIsForServers() {
        serve(new SessionLimits(2, 1, 1, 1, 120_000_000_000L));
        for (int i = 0; i < 2; i++) {
            Connection unused = connect(new Speaker.User("jo"));
            world.pass(SECOND_NS);
        }
        ask(connect(new Speaker.User("jo")), READ);
        assertEquals(ErrorCode.BUSY, ((Refused) replies.get(0)).code());

        for (int peer = 1; peer <= PEERS; peer++) {
            ask(connect(PEER), STEP);
            assertEquals(peer, engine.asked.size());
        }
    }

    private static final class Mute implements LinkHandler {
        private boolean isOpen;

        @Override
        public void opened(Link link) {
            isOpen = true;
        }

        @Override
        public void received(ByteReader body) {}

        @Override
        public void caughtUp() {}

        @Override
        public void writable() {}

        @Override
        public void closed(PfsException cause) {
            isOpen = false;
        }
    }

    /** It knows no token, so it does not say anything; and comes again as soon as it is left. */
    @Test
    void whoSaysNothingOverManyConnectionsKeepsNobodyOut() {
        serve();
        List<Mute> mutes = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            Mute mute = new Mute();
            mutes.add(mute);
            network.from("10.0.0.66").connect(MAP.addressOf(HERE).orElseThrow(), mute);
        }
        world.pass(SECOND_NS);
        ask(connect(PEER), STEP);
        ask(connect(new Speaker.User("jo")), READ);
        assertEquals(2, engine.asked.size(), replies.toString());
        long open = mutes.stream().filter(mute -> mute.isOpen).count();
        assertEquals((16 + Places.UNKNOWN_MAX) / 2, open);
        world.pass(20 * SECOND_NS);
        assertEquals(0, mutes.stream().filter(mute -> mute.isOpen).count());
    }

    /** Else what a server knows of a user would be as old as the last thing that he asked for. */
    @Test
    void whoStaysAndAsksForNothingIsLookedUpAllTheSame() {
        AtomicInteger looks = new AtomicInteger();
        Askers users = (user, told) -> told.known(() -> {
            looks.incrementAndGet();
            return Asker.unknown(user);
        });
        Serving serving = new Serving(engine, MAP, Optional.empty(), TIGHT).knowing(users, Audit.NONE);
        RpcServer unused = RpcServer.start(network, MAP.addressOf(HERE).orElseThrow(), serving, world, () -> 5);
        Connection client = connect(new Speaker.User("jo"));
        world.pass(60 * SECOND_NS);
        assertEquals(0, engine.asked.size());
        assertTrue(looks.get() >= 6, looks + " times in a minute");
        client.close();
    }
}
