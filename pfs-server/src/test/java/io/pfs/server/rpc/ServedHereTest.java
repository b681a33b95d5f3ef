package io.pfs.server.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.ErrorCode;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.client.net.Identity;
import io.pfs.client.net.RemoteConnection;
import io.pfs.net.ClusterMap;
import io.pfs.net.Speaker;
import io.pfs.row.TablePointer;
import io.pfs.testing.ManualWorld;
import io.pfs.testing.TwinNetwork;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.Envelope;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.ReadRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the thread of a link may serve itself: little, and only while it sends it. */
final class ServedHereTest {
    private static final ClusterMap MAP = ClusterMap.parse("a:1");
    private static final TableId TABLE = new TableId(1);
    private static final ShardId ONE = new ShardId(0);
    private static final ShardId OTHER = new ShardId(1);
    private static final long SECOND_NS = 1_000_000_000;
    private static final Request LOOK = new ReadRow(TABLE, RowName.of("a"), List.of());

    private final ManualWorld world = new ManualWorld(1);
    private final TwinNetwork network = new TwinNetwork(world);
    private final TwoLoops engine = new TwoLoops();
    private final List<Call> asked = new ArrayList<>();
    private long answers;

    /** Each shard is another loop's. Notes which calls it could serve at once, and holds them until they are to be answered. */
    private static final class TwoLoops implements Connection {
        private final List<Boolean> servedHere = new ArrayList<>();
        private final List<Call> held = new ArrayList<>();

        @Override
        public FileSystemFacts facts() {
            return new FileSystemFacts(7, 1, 2, new TablePointer(TABLE, ONE, 0, 0));
        }

        @Override
        public ServerId ownerOf(ShardId shard) {
            return new ServerId(shard.value());
        }

        @Override
        public void send(List<Call> calls) {
            servedHere.addAll(areServedHere(calls));
            held.addAll(calls);
        }

        static List<Boolean> areServedHere(List<Call> calls) {
            return calls.stream().map(call -> call.sink().isServedHere()).toList();
        }

        @Override
        public void hears(LeaseHolder listener) {}

        @Override
        public void close() {}
    }

    private void ask(ShardId shard, Request request) {
        Envelope envelope = new Envelope(new RequestId(1, 1, asked.size() + 1), 0, shard, request);
        asked.add(new Call(envelope, world.monotonicNs() + 100 * SECOND_NS, reply -> answers++));
    }

    /** Which of those that were asked the link's thread could serve. */
    private List<Boolean> servedHere() {
        SessionLimits limits = new SessionLimits(16, 1024, 64 << 20, 1L << 30, 120 * SECOND_NS);
        Serving serving = new Serving(engine, MAP, Optional.empty(), limits);
        RpcServer unused =
                RpcServer.start(network, MAP.addressOf(new ServerId(0)).orElseThrow(), serving, world, () -> 5);
        Identity identity = new Identity(new Speaker.User("jo"), Optional.empty());
        Connection client =
                RemoteConnection.begin(network, MAP.addressOf(new ServerId(0)).orElseThrow(), identity, world, () -> 3);
        client.send(asked);
        world.pass(SECOND_NS);
        assertEquals(asked.size(), engine.held.size(), "all have come");
        return engine.servedHere;
    }

    @Test
    void whatIsAboutOneRowOfOneLoopEach() {
        ask(ONE, LOOK);
        ask(ONE, LOOK);
        assertEquals(List.of(true, true), servedHere());
    }

    /** They are to work at the same time. */
    @Test
    void nothingOfSeveralLoops() {
        ask(ONE, LOOK);
        ask(OTHER, LOOK);
        assertEquals(List.of(false, false), servedHere());
    }

    @Test
    void nothingWithAListing() {
        ask(ONE, LOOK);
        ask(ONE, new ListRows(TABLE, Optional.empty(), 10, 10_000, List.of()));
        assertEquals(List.of(false, false), servedHere());
    }

    /** Whoever keeps it, and goes on with it later, may be another thread. */
    @Test
    void nothingOnceItIsSent() {
        ask(ONE, LOOK);
        assertEquals(List.of(true), servedHere());
        assertEquals(List.of(false), TwoLoops.areServedHere(engine.held));
        engine.held.get(0).sink().answer(new Refused(ErrorCode.NOT_FOUND, "no row is there"));
        world.pass(SECOND_NS);
        assertEquals(1, answers);
    }
}
