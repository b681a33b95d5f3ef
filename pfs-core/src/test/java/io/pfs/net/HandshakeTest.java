package io.pfs.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.row.TablePointer;
import io.pfs.testing.Damage;
import io.pfs.testing.Golden;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.PoolPlace;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class HandshakeTest {
    private static final Nonce CLIENTS = new Nonce(1, 2, 3, 4);
    private static final Nonce SERVERS = new Nonce(5, 6, 7, 8);
    private static final Secret SECRET = Secret.of("sixteen bytes or more".getBytes(StandardCharsets.UTF_8));
    private static final Hello HELLO = new Hello(1, 1, 0, CLIENTS);
    private static final Challenge CHALLENGE = new Challenge(1, 0, true, SERVERS);
    private static final Speaker JO = new Speaker.User("jo");
    private static final Speaker PEER = new Speaker.Server();
    private static final Login LOGIN = new Login(JO, SECRET.ofClient(HELLO, CHALLENGE, JO));
    private static final Login PEERS_LOGIN = new Login(PEER, SECRET.ofClient(HELLO, CHALLENGE, PEER));
    private static final FileSystemFacts FACTS =
            new FileSystemFacts(9, 10, 1024, new TablePointer(new TableId(11), new ShardId(12), 0, 13));
    private static final ClusterMap MAP = ClusterMap.fixed(List.of(new Address("a", 7420), new Address("::1", 7421)));
    private static final Welcome WELCOME =
            new Welcome(SECRET.ofServer(HELLO, CHALLENGE, JO), 1024, 1 << 26, FACTS, MAP, Optional.empty());
    private static final Welcome LONE_WELCOME =
            new Welcome(Proof.NONE, 1, 1, FACTS, ClusterMap.ALONE, Optional.empty());
    private static final Welcome PLACED_WELCOME = new Welcome(
            Proof.NONE,
            1,
            1,
            FACTS,
            ClusterMap.ALONE,
            Optional.of(new PoolPlace("/d\u00e4ta/pool", 0x0102030405060708L)));
    private static final Goodbye GOODBYE = new Goodbye(ErrorCode.BUSY, "no");

    private record Kind(byte[] frame, Function<ByteReader, Object> decoder, Object value) {}

    private static List<Kind> kinds() {
        return List.of(
                new Kind(HELLO.encode(writer()).toBytes(), Hello::decode, HELLO),
                new Kind(CHALLENGE.encode(writer()).toBytes(), Challenge::decode, CHALLENGE),
                new Kind(LOGIN.encode(writer()).toBytes(), Login::decode, LOGIN),
                new Kind(PEERS_LOGIN.encode(writer()).toBytes(), Login::decode, PEERS_LOGIN),
                new Kind(WELCOME.encode(writer()).toBytes(), Welcome::decode, WELCOME),
                new Kind(LONE_WELCOME.encode(writer()).toBytes(), Welcome::decode, LONE_WELCOME),
                new Kind(PLACED_WELCOME.encode(writer()).toBytes(), Welcome::decode, PLACED_WELCOME),
                new Kind(GOODBYE.encode(writer()).toBytes(), Goodbye::decode, GOODBYE));
    }

    private static ByteWriter writer() {
        return new ByteWriter(64);
    }

    @Test
    void bytesAreAsAgreed() {
        ByteWriter all = new ByteWriter(1024);
        kinds().stream().filter(kind -> kind.value() != PLACED_WELCOME).forEach(kind -> all.bytes(kind.frame()));
        all.bytes(Frame.end(Frame.begin(writer(), FrameKind.PING)).toBytes());
        all.bytes(Frame.end(Frame.begin(writer(), FrameKind.PONG)).toBytes());
        Golden.check(HandshakeTest.class, "handshake-v1", all.toBytes());
    }

    @Test
    void bytesOfAWelcomeWithAPoolAreAsAgreed() {
        Golden.check(
                HandshakeTest.class,
                "welcome-with-pool-v1",
                PLACED_WELCOME.encode(writer()).toBytes());
    }

    @Test
    void framesComeBack() {
        for (Kind kind : kinds()) {
            assertEquals(kind.value(), kind.decoder().apply(body(kind.frame())));
        }
    }

    /** Behind header and kind. */
    private static ByteReader body(byte[] frame) {
        return new ByteReader("frame", 0, frame, Frame.HEADER_BYTES + 1, frame.length);
    }

    /** The checksum of the frame finds damage; here is what is done about bytes that a stranger made up. */
    @Test
    void whateverIsReadIsAValueOrARefusal() {
        for (Kind kind : kinds()) {
            byte[] inner = Arrays.copyOfRange(kind.frame(), Frame.HEADER_BYTES + 1, kind.frame().length);
            Damage.eachPrefix(inner, (bytes, what) -> readOrRefused(kind, bytes));
            Damage.eachBitFlip(inner, (bytes, what) -> readOrRefused(kind, bytes));
        }
    }

    private static void readOrRefused(Kind kind, byte[] bytes) {
        try {
            assertEquals(
                    kind.value().getClass(),
                    kind.decoder().apply(new ByteReader("made up", bytes)).getClass());
        } catch (PfsException e) {
            assertNotEquals(ErrorCode.Kind.INTERNAL, e.code().kind(), e.getMessage());
        }
    }

    @Test
    void aProofIsOfOneSideOneConnectionOneSpeakerAndOneSecret() {
        Proof proof = SECRET.ofClient(HELLO, CHALLENGE, JO);
        assertEquals(proof, SECRET.ofClient(HELLO, CHALLENGE, JO));
        assertNotEquals(proof, SECRET.ofServer(HELLO, CHALLENGE, JO));
        assertNotEquals(proof, SECRET.ofClient(HELLO, CHALLENGE, new Speaker.User("jim")));
        assertNotEquals(proof, SECRET.ofClient(HELLO, CHALLENGE, PEER));
        assertNotEquals(proof, SECRET.ofClient(HELLO, new Challenge(1, 0, true, CLIENTS), JO));
        assertNotEquals(proof, SECRET.ofClient(new Hello(1, 2, 0, CLIENTS), CHALLENGE, JO));
        assertNotEquals(proof, Secret.of(new byte[16]).ofClient(HELLO, CHALLENGE, JO));
        assertNotEquals(proof, Proof.NONE);
    }

    @Test
    void theHighestVersionOfBothIsSpoken() {
        assertEquals(1, new Hello(1, 7, 0, CLIENTS).version());
        PfsException refusal = assertThrows(PfsException.class, new Hello(2, 7, 0, CLIENTS)::version);
        assertEquals(ErrorCode.VERSION_UNKNOWN, refusal.code());
        assertTrue(refusal.getMessage().contains("2 to 7"), refusal.getMessage());
    }

    @Test
    void aStrangersFirstFrameIsRefused() {
        byte[] http = "GET / HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n".getBytes(StandardCharsets.UTF_8);
        PfsException refusal = assertThrows(PfsException.class, () -> Hello.decode(new ByteReader("stranger", http)));
        assertEquals(ErrorCode.PROTOCOL_BROKEN, refusal.code());
    }

    @Test
    void aLongGoodbyeIsCut() {
        byte[] frame =
                new Goodbye(ErrorCode.BUSY, "x".repeat(5000)).encode(writer()).toBytes();
        assertTrue(frame.length < Frame.BODY_BYTES_MAX_BEFORE_LOGIN, frame.length + " bytes");
        assertEquals(1024, Goodbye.decode(body(frame)).message().length());
    }

    @Test
    void aSecretIsLongEnoughAndKeepsItself() {
        assertThrows(PfsException.class, () -> Secret.of(new byte[15]));
        assertThrows(PfsException.class, () -> Secret.of(new byte[4097]));
        assertFalse(SECRET.toString().contains("sixteen"));
    }
}
