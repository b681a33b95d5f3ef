package io.pfs.server.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.ProcedureId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteWriter;
import io.pfs.net.Frame;
import io.pfs.net.FrameKind;
import io.pfs.net.Goodbye;
import io.pfs.net.Hello;
import io.pfs.net.Nonce;
import io.pfs.net.Speaker;
import io.pfs.wire.NameStep;
import io.pfs.wire.Request.DescribeTable;
import io.pfs.wire.Request.TakeStep;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever sends what no PFS client sends hears why it ends; a client that means well is served during it and afterwards. */
final class HostileClientsTest {
    private static final int MESSAGES = 5;
    private static final int PIECE = 6;
    private static final int RETURN_ALL = 12;
    private static final DescribeTable ANY = new DescribeTable(new TableId(7));

    @TempDir
    private Path folder;

    private RpcRig rig;

    @BeforeEach
    void open() {
        rig = new RpcRig(folder.resolve("data"), RpcRig.LIMITS);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    /** What comes of these bytes, sent by who has just connected. */
    private ErrorCode endOf(byte[]... parts) {
        try (RawClient hostile = rig.raw()) {
            hostile.send(parts);
            rig.requireServed();
            return hostile.goodbye();
        }
    }

    /** The same after a login. */
    private ErrorCode endAfterLogin(byte[]... parts) {
        try (RawClient hostile = rig.raw()) {
            hostile.logIn();
            hostile.send(parts);
            rig.requireServed();
            return hostile.goodbye();
        }
    }

    private static byte[] header(int length) {
        return new ByteWriter(8).u32(length).u32(0).toBytes();
    }

    @Test
    void bytesOfChance() {
        byte[] bytes = new byte[100_000];
        new Random(1).nextBytes(bytes);
        assertEquals(ErrorCode.PROTOCOL_BROKEN, endOf(bytes));
    }

    @Test
    void aBrowser() {
        String request = "GET /index.html HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n";
        assertEquals(ErrorCode.PROTOCOL_BROKEN, endOf(request.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void lengthsThatNoFrameHas() {
        for (int length : new int[] {0, Integer.MAX_VALUE, -1, Integer.MIN_VALUE}) {
            assertEquals(ErrorCode.PROTOCOL_BROKEN, endOf(header(length)), "length " + length);
            assertEquals(ErrorCode.PROTOCOL_BROKEN, endAfterLogin(header(length)), "length " + length);
        }
    }

    @Test
    void aFrameThatIsTooLongForAStranger() {
        byte[] frame = RawClient.frame(1, new byte[Frame.BODY_BYTES_MAX_BEFORE_LOGIN]);
        assertEquals(Frame.BODY_BYTES_MAX_BEFORE_LOGIN + 1 + Frame.HEADER_BYTES, frame.length);
        assertEquals(ErrorCode.PROTOCOL_BROKEN, endOf(frame));
        assertEquals(ErrorCode.PROTOCOL_BROKEN, endBehindChallenge(frame));
    }

    @Test
    void aFrameThatIsTooLongForAnybody() {
        assertEquals(ErrorCode.PROTOCOL_BROKEN, endAfterLogin(header(Frame.BODY_BYTES_MAX + 1)));
    }

    @Test
    void aWrongChecksum() {
        byte[] hello = RawClient.hello();
        hello[4]++;
        assertEquals(ErrorCode.PROTOCOL_BROKEN, endOf(hello));
        byte[] ping = RawClient.ping();
        ping[5]++;
        assertEquals(ErrorCode.PROTOCOL_BROKEN, endAfterLogin(ping));
    }

    @Test
    void kindsThatAreUnknown() {
        for (int kind : new int[] {0, 10, 77, 255}) {
            assertEquals(ErrorCode.PROTOCOL_BROKEN, endOf(RawClient.frame(kind, new byte[9])), "kind " + kind);
            assertEquals(ErrorCode.PROTOCOL_BROKEN, endAfterLogin(RawClient.frame(kind, new byte[9])), "kind " + kind);
        }
    }

    @Test
    void aVersionThatIsUnknown() {
        byte[] hello = new Hello(7, 9, 0, new Nonce(1, 2, 3, 4))
                .encode(new ByteWriter(64))
                .toBytes();
        try (RawClient newer = rig.raw()) {
            Goodbye said = Goodbye.decode(newer.send(hello).expect(FrameKind.GOODBYE));
            assertEquals(ErrorCode.VERSION_UNKNOWN, said.code());
            assertTrue(said.message().contains("7 to 9"), said.message());
        }
    }

    @Test
    void framesThatDoNotBelongWhereTheyCome() {
        byte[] call = RawClient.calls(0, 1, new ShardId(0), ANY);
        assertEquals(ErrorCode.PROTOCOL_BROKEN, endOf(call), "a call before all");
        assertEquals(ErrorCode.PROTOCOL_BROKEN, endOf(RawClient.login()), "a login before all");
        assertEquals(ErrorCode.PROTOCOL_BROKEN, endOf(RawClient.ping()), "a ping before all");
        assertEquals(ErrorCode.PROTOCOL_BROKEN, endBehindChallenge(call), "a call before the login");
        assertEquals(ErrorCode.PROTOCOL_BROKEN, endBehindChallenge(RawClient.hello()), "a second hello");
        assertEquals(ErrorCode.PROTOCOL_BROKEN, endAfterLogin(RawClient.hello()), "a late hello");
        assertEquals(ErrorCode.PROTOCOL_BROKEN, endAfterLogin(RawClient.login()), "a second login");
        for (int kind : new int[] {2, 4, 8}) {
            assertEquals(ErrorCode.PROTOCOL_BROKEN, endAfterLogin(RawClient.frame(kind, new byte[0])), "kind " + kind);
        }
    }

    @Test
    void whoCallsAfterItHasLeft() {
        byte[] leave = RawClient.frame(RETURN_ALL, new byte[0]);
        byte[] call = RawClient.calls(0, 1, new ShardId(0), ANY);
        long before = rig.gate().count();
        try (RawClient hostile = rig.raw()) {
            hostile.logIn();
            assertEquals(
                    ErrorCode.PROTOCOL_BROKEN, hostile.send(leave, leave, call).goodbye());
        }
        assertEquals(before, rig.gate().count(), "it did not reach the engine");
        assertEquals(ErrorCode.PROTOCOL_BROKEN, endAfterLogin(RawClient.frame(RETURN_ALL, new byte[1])), "longer");
        assertEquals(ErrorCode.PROTOCOL_BROKEN, endOf(leave), "before all");
    }

    @Test
    void whoSaysGoodbyeIsLeftWithoutAWord() {
        try (RawClient leaving = rig.raw()) {
            leaving.logIn();
            leaving.send(RawClient.frame(9, new byte[] {1, 2, 3}));
            assertTrue(leaving.next().isEmpty());
        }
        rig.requireServed();
    }

    private ErrorCode endBehindChallenge(byte[] next) {
        try (RawClient hostile = rig.raw()) {
            hostile.send(RawClient.hello()).expect(FrameKind.CHALLENGE);
            rig.requireServed();
            return hostile.send(next).goodbye();
        }
    }

    /** After 30 s it would be left; until then it harms nobody. */
    @Test
    void halfAFrameAndThenSilence() {
        try (RawClient slow = rig.raw();
                RawClient known = rig.raw()) {
            byte[] hello = RawClient.hello();
            slow.send(Arrays.copyOf(hello, hello.length / 2));
            known.logIn();
            known.send(header(Frame.BODY_BYTES_MAX), new byte[1000]);
            for (int i = 0; i < 20; i++) {
                rig.requireServed();
            }
        }
        rig.network().awaitEnd();
        rig.network().awaitEnd();
    }

    @Test
    void callsThatDoNotDecode() {
        long before = rig.gate().count();
        byte[] call = RawClient.calls(3, 1, new ShardId(0), ANY);
        byte[] body = Arrays.copyOfRange(call, Frame.HEADER_BYTES + 1, call.length);
        for (int length = 1; length < body.length; length++) {
            byte[] part = RawClient.frame(MESSAGES, Arrays.copyOf(body, length));
            try (RawClient hostile = rig.raw()) {
                hostile.logIn();
                assertEquals(ErrorCode.PROTOCOL_BROKEN, hostile.send(part).goodbye(), length + " bytes");
            }
        }
        assertEquals(before, rig.gate().count(), "nothing of it reached the engine");
        byte[] unknown = body.clone();
        unknown[body.length - 9] = (byte) 200; // before the number of the table: the type of the request
        assertEquals(ErrorCode.PROTOCOL_BROKEN, endAfterLogin(RawClient.frame(MESSAGES, unknown)));
    }

    @Test
    void piecesThatDoNotFitTogether() {
        byte[] one = new ByteWriter(8).u32(1).u8(0).u16(0).toBytes();
        byte[] two = new ByteWriter(8).u32(2).u8(0).u16(0).toBytes();
        byte[] no = new ByteWriter(8).u32(1).u8(2).u16(0).toBytes();
        byte[] empty = new ByteWriter(8).u32(1).u8(1).toBytes();
        byte[] onePiece = RawClient.frame(PIECE, one);
        assertEquals(ErrorCode.PROTOCOL_BROKEN, endAfterLogin(onePiece, RawClient.frame(PIECE, two)));
        assertEquals(ErrorCode.PROTOCOL_BROKEN, endAfterLogin(RawClient.frame(PIECE, no)));
        assertEquals(ErrorCode.PROTOCOL_BROKEN, endAfterLogin(RawClient.frame(PIECE, empty)));
    }

    @Test
    void whatOnlyServersAsk() {
        long before = rig.gate().count();
        TakeStep drop = new TakeStep(new TableId(7), new ProcedureId(new ShardId(0), 9), new NameStep.Drop());
        try (RawClient hostile = rig.raw()) {
            hostile.logIn();
            assertEquals(
                    ErrorCode.PROTOCOL_BROKEN,
                    hostile.send(RawClient.calls(0, 1, new ShardId(0), drop)).goodbye());
        }
        assertEquals(before, rig.gate().count(), "it did not reach the engine");
    }

    /** Where there is one server alone, nobody else is a server of this file system. */
    @Test
    void whoSaysThatItIsAServer() {
        byte[] login = RawClient.login(new Speaker.Server());
        try (RawClient hostile = rig.raw()) {
            hostile.send(RawClient.hello()).expect(FrameKind.CHALLENGE);
            assertEquals(ErrorCode.NOT_AUTHENTICATED, hostile.send(login).goodbye());
        }
    }
}
