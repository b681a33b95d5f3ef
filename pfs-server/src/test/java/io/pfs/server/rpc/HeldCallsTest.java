package io.pfs.server.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.ColumnId;
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
import io.pfs.server.store.SeatParts;
import io.pfs.testing.ManualWorld;
import io.pfs.testing.TwinNetwork;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.Envelope;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request.ReadRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** While a seat is being opened, what waits for that leaves room for what is asked of the others. */
final class HeldCallsTest {
    private static final ClusterMap MAP = ClusterMap.parse("a:1,b:1");
    private static final ServerId HERE = new ServerId(0);
    private static final TableId TABLE = new TableId(1);
    private static final ShardId OPENED = new ShardId(0);
    private static final ShardId OPEN = new ShardId(1);
    private static final long BYTES_MAX = 64 << 20;
    private static final long SECOND_NS = 1_000_000_000;
    /** Of 2 MiB and a little each, in a quarter of what a client has. */
    private static final int HELD = 7;

    private final ManualWorld world = new ManualWorld(1);
    private final TwinNetwork network = new TwinNetwork(world);
    private final TwoSeats engine = new TwoSeats();
    private final TreeMap<Long, ErrorCode> answers = new TreeMap<>();
    private long sequence;

    /** Has two seats, the first of which is being opened, and holds nothing: so its answers are refusals, too. */
    private static final class TwoSeats implements Connection {
        private final SeatParts.Opening opening =
                new SeatParts.Opening((delayNs, task) -> {}, new Refused(ErrorCode.NOT_OWNER, "too late"));

        TwoSeats() {
            opening.begins(HERE);
        }

        @Override
        public FileSystemFacts facts() {
            return new FileSystemFacts(7, 1, 2, new TablePointer(TABLE, OPENED, 0, 0));
        }

        @Override
        public void send(List<Call> calls) {
            for (Call call : calls) {
                boolean isOpen = call.envelope().shard().equals(OPEN);
                List<Call> now = isOpen ? List.of(call) : opening.hold(HERE, List.of(call));
                now.forEach(one -> answer(one, isOpen ? ErrorCode.NOT_FOUND : ErrorCode.NOT_OWNER));
            }
        }

        void opened() {
            opening.ends(HERE).forEach(call -> answer(call, ErrorCode.NOT_FOUND));
            opening.begins(HERE);
        }

        private static void answer(Call call, ErrorCode code) {
            call.sink().answer(new Refused(code, "no row is there"));
        }

        @Override
        public void hears(LeaseHolder listener) {}

        @Override
        public void close() {}
    }

    private void serve(long bytesTotalMax) {
        SessionLimits limits = new SessionLimits(16, 1024, BYTES_MAX, bytesTotalMax, 120 * SECOND_NS);
        Serving serving = new Serving(engine, MAP, Optional.empty(), limits);
        RpcServer unused = RpcServer.start(network, MAP.addressOf(HERE).orElseThrow(), serving, world, () -> 5);
    }

    private Connection connect() {
        Identity identity = new Identity(new Speaker.User("jo"), Optional.empty());
        return RemoteConnection.begin(network, MAP.addressOf(HERE).orElseThrow(), identity, world, () -> 3);
    }

    /** Reads a cell each. */
    private void ask(Connection from, ShardId shard, int times) {
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            long number = ++sequence;
            ReadRow request = new ReadRow(TABLE, RowName.of("a"), List.of(new ColumnId(0)));
            Envelope envelope = new Envelope(new RequestId(1, 1, number), 0, shard, request);
            Reply.Sink sink = reply -> answers.put(number, ((Refused) reply).code());
            calls.add(new Call(envelope, world.monotonicNs() + 100 * SECOND_NS, sink));
        }
        from.send(calls);
        world.pass(SECOND_NS);
    }

    private long count(ErrorCode code) {
        return answers.values().stream().filter(code::equals).count();
    }

    @Test
    void othersAreServedWhileASeatIsOpened() {
        serve(1L << 30);
        Connection client = connect();
        ask(client, OPENED, 200);
        ask(client, OPEN, 200);
        assertEquals(200, count(ErrorCode.NOT_FOUND));
        assertEquals(200 - HELD, count(ErrorCode.NOT_OWNER), "the others are asked again");
    }

    @Test
    void whatWasHeldLeavesItsRoomToOthers() {
        serve(1L << 30);
        Connection client = connect();
        for (long round = 1; round <= 3; round++) {
            ask(client, OPENED, HELD + 1);
            engine.opened();
            world.pass(SECOND_NS);
            assertEquals(round * HELD, count(ErrorCode.NOT_FOUND));
            assertEquals(round, count(ErrorCode.NOT_OWNER));
        }
    }

    @Test
    void allClientsTogetherHoldAPartOfWhatTheyMayHave() {
        serve(2 * BYTES_MAX);
        List<Connection> clients = List.of(connect(), connect(), connect(), connect());
        clients.forEach(client -> ask(client, OPENED, HELD));
        assertEquals(2 * HELD + 1, 4 * HELD - answers.size(), "half of what one may have, four times");
        clients.forEach(client -> ask(client, OPEN, 10));
        assertEquals(40, count(ErrorCode.NOT_FOUND));
    }

    /** Its answer may be larger than all that may be held: nothing of its client would go on. */
    @Test
    void whatMayTakeAllTheRoomIsNotHeld() {
        serve(1L << 30);
        Connection client = connect();
        List<ColumnId> columns = new ArrayList<>();
        for (int column = 0; column < 40; column++) {
            columns.add(new ColumnId(column));
        }
        Envelope envelope =
                new Envelope(new RequestId(1, 1, 1), 0, OPENED, new ReadRow(TABLE, RowName.of("a"), columns));
        client.send(List.of(new Call(
                envelope, world.monotonicNs() + 100 * SECOND_NS, reply -> answers.put(0L, ((Refused) reply).code()))));
        world.pass(SECOND_NS);
        assertEquals(1, count(ErrorCode.NOT_OWNER));
    }
}
