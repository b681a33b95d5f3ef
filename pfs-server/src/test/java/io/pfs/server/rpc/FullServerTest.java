package io.pfs.server.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.env.Clock;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.net.Frame;
import io.pfs.net.FrameKind;
import io.pfs.wire.Call;
import io.pfs.wire.CellPut;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.RowEdit;
import io.pfs.wire.codec.ReplyCodec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many clients, each of which has no more than one thing under way, and all together as much as there may be. */
final class FullServerTest {
    private static final long STRANGER = 0xbad;
    private static final int ANSWER_BYTES = 2 << 20;
    private static final int TOGETHER = 4;
    private static final SessionLimits LIMITS =
            new SessionLimits(16, 64, 4 << 20, (long) TOGETHER * ANSWER_BYTES, 120_000_000_000L);
    private static final int MANY = 5000;
    private static final long TURN_NS = 5_000_000_000L;

    @TempDir
    private Path folder;

    /** It stands, but for what a test has go by: nobody takes too long because the machine is slow. */
    private static final class StandingClock implements Clock {
        private final AtomicLong nowNs = new AtomicLong(1);

        @Override
        public long monotonicNs() {
            return nowNs.get();
        }

        @Override
        public long wallMillis() {
            return nowNs.get() / 1_000_000;
        }
    }

    private final StandingClock clock = new StandingClock();
    private final List<RawClient> clients = new ArrayList<>();
    private final List<Call> kept = new ArrayList<>();
    private RpcRig rig;
    private TableId table;
    private ShardId shard;

    @BeforeEach
    void open() {
        rig = new RpcRig(folder.resolve("data"), LIMITS, clock);
        table = rig.table().describe().id();
        shard = table.maker();
        for (int i = 0; i < 8; i++) {
            rig.table().put("large-" + i, "content", new byte[1 << 20]);
        }
        rig.gate().keep(call -> {
            RequestId id = call.envelope().id();
            return id.clientHigh() == STRANGER && id.clientLow() == STRANGER;
        });
    }

    @AfterEach
    void close() {
        rig.gate().keep(call -> false);
        kept.forEach(rig.gate()::handOn);
        while (rig.gate().keptNow() > 0) {
            rig.gate().handOn(rig.gate().awaitKept());
        }
        clients.forEach(RawClient::close);
        rig.close();
    }

    private RawClient client() {
        RawClient one = rig.raw();
        clients.add(one);
        one.logIn();
        return one;
    }

    /** The answer takes nothing, but is expected to take so much. */
    private byte[] longCall(int number) {
        Request cell = new ReadCell(table, RowName.of("nothing"), new ColumnId(1), 0, ANSWER_BYTES);
        return RawClient.calls(number, 1, shard, cell);
    }

    private byte[] shortCall(int number) {
        return RawClient.calls(number, 1, shard, new ReadCell(table, RowName.of("nothing"), new ColumnId(1), 0, 10));
    }

    private List<byte[]> longRequest(int number) {
        RowEdit edit = RowEdit.ofCells(List.of(new CellPut(new ColumnId(0), new byte[1 << 20], false)));
        Request put = new EditRow(table, RowName.of("new"), Expected.ANY, NewRow.FILE, edit);
        return RawClient.pieces(number, 64 << 10, shard, put);
    }

    private Call reaches(RawClient client, byte[] call) {
        client.send(call);
        Call reached = rig.gate().awaitKept();
        kept.add(reached);
        return reached;
    }

    private void answered(RawClient client, Call call) {
        kept.remove(call);
        rig.gate().handOn(call);
        client.expect(FrameKind.MESSAGES);
        client.send(RawClient.ping()).expect(FrameKind.PONG); // the server is done with the answer, too
    }

    private void fill() {
        for (int i = 0; i < TOGETHER; i++) {
            reaches(client(), longCall(0));
        }
    }

    @Test
    void longCallsOfManyTakeNoMoreThanTheyMayTogether() {
        fill();
        RawClient first = client();
        Call turn = reaches(first, longCall(0));
        RawClient second = client();
        assertEquals(ErrorCode.BUSY, second.send(longCall(0)).refusal());
        assertEquals(ErrorCode.BUSY, second.send(longCall(1)).refusal());
        answered(second, reaches(second, shortCall(2)));
        answered(first, turn);
        assertEquals(ErrorCode.BUSY, first.send(longCall(1)).refusal(), "others come first");
        Call next = reaches(second, longCall(3));
        assertEquals(ErrorCode.BUSY, first.send(longCall(2)).refusal());
        answered(second, next);
        answered(first, reaches(first, longCall(3)));
    }

    @Test
    void whoTakesTooLongHasNoTurnAnyMore() {
        fill();
        reaches(client(), longCall(0));
        clock.nowNs.addAndGet(TURN_NS);
        reaches(client(), longCall(0));
        assertEquals(ErrorCode.BUSY, client().send(longCall(0)).refusal());
    }

    @Test
    void aTurnEndsWithItsConnection() {
        fill();
        RawClient leaving = client();
        ColumnId content = rig.table().columns().get(0).id();
        Request page = new ListRows(table, Optional.empty(), 8, 8 << 20, List.of(content));
        Call turn = reaches(leaving, RawClient.calls(0, 1, shard, page));
        kept.remove(turn);
        rig.gate().handOn(turn);
        leaving.expect(FrameKind.PIECE);
        assertEquals(ErrorCode.BUSY, client().send(longCall(0)).refusal());
        leaving.close();
        rig.network().awaitEnd();
        reaches(client(), longCall(0));
    }

    @Test
    void aTurnEndsWithItsConnectionInTheMidstOfARequest() {
        fill();
        RawClient leaving = client();
        leaving.send(longRequest(0).get(0), RawClient.ping()).expect(FrameKind.PONG);
        assertEquals(ErrorCode.BUSY, client().send(longCall(0)).refusal());
        leaving.close();
        rig.network().awaitEnd();
        reaches(client(), longCall(0));
    }

    @Test
    void aLongRequestIsRefusedAndItsConnectionGoesOn() {
        fill();
        RawClient first = client();
        Call turn = reaches(first, longCall(0));
        RawClient second = client();
        List<byte[]> request = longRequest(0);
        assertEquals(ErrorCode.BUSY, second.send(request.toArray(byte[][]::new)).refusal());
        answered(second, reaches(second, shortCall(1)));
        answered(first, turn);
        longRequest(2).forEach(second::send);
        Call last = rig.gate().awaitKept();
        kept.add(last);
        answered(second, last);
    }

    /** What came of it is forgotten when there is no room any more, and what comes then is passed over. */
    @Test
    void aLongRequestThatCanNotGoOnIsRefusedAtItsEnd() {
        RawClient slow = client();
        List<byte[]> request = longRequest(0);
        slow.send(request.get(0), RawClient.ping()).expect(FrameKind.PONG);
        fill();
        reaches(client(), longCall(0));
        request.stream().skip(1).forEach(slow::send);
        assertEquals(ErrorCode.BUSY, slow.refusal());
        answered(slow, reaches(slow, shortCall(1)));
    }

    /** Each refusal takes memory until it has left: no more is read than that. */
    @Test
    void manyRequestsThatThereIsNoRoomForAreAllRefused() {
        fill();
        RawClient first = client();
        Call turn = reaches(first, longCall(0));
        RawClient second = client();
        ByteWriter many = new ByteWriter(1 << 16);
        for (int number = 0; number < MANY; number++) {
            ByteWriter piece = Frame.begin(new ByteWriter(64), FrameKind.PIECE)
                    .u32(number)
                    .u8(1)
                    .u8(7);
            many.bytes(Frame.end(piece).toBytes());
        }
        second.send(many.toBytes());
        int refused = 0;
        while (refused < MANY) {
            ByteReader body = second.expect(FrameKind.MESSAGES);
            while (body.remaining() > 0) {
                assertEquals(refused, body.u32("number"));
                assertInstanceOf(Refused.class, ReplyCodec.decode(body));
                refused++;
            }
        }
        answered(second, reaches(second, shortCall(MANY)));
        answered(first, turn);
    }

    @Test
    void whoIsAloneHasOneTurnAfterTheOther() {
        fill();
        RawClient first = client();
        for (int i = 0; i < 3; i++) {
            answered(first, reaches(first, longCall(i)));
        }
    }

    /** As when one thread writes what is long and another one asks for something meanwhile. */
    @Test
    void aShortCallBetweenThePiecesOfALongOneEndsNoTurn() {
        fill();
        RawClient first = client();
        List<byte[]> request = longRequest(0);
        first.send(request.get(0));
        Call between = reaches(first, shortCall(1));
        request.stream().skip(1).forEach(first::send);
        kept.remove(between);
        rig.gate().handOn(between);
        first.expect(FrameKind.MESSAGES);
        Call last = rig.gate().awaitKept();
        kept.add(last);
        answered(first, last);
    }

    /** It does not hear who asks whether it is there: who waits for a call that takes long shall not take it for dead. */
    @Test
    void whoIsNotReadHearsThatTheServerIsThere() {
        fill();
        RawClient first = client();
        Call turn = reaches(first, longCall(0));
        first.expect(FrameKind.PONG);
        first.expect(FrameKind.PONG);
        answered(first, turn);
    }
}
