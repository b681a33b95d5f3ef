package io.pfs.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.env.Timers;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.testing.Golden;
import io.pfs.testing.Seeds;
import io.pfs.wire.Asker;
import io.pfs.wire.Envelope;
import io.pfs.wire.Request;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class MessagesTest {
    private static final CallMessage CALL = new CallMessage(
            new Envelope(
                    new RequestId(1, 2, 300),
                    298,
                    new ShardId(5),
                    new Request.ReadRow(new TableId(7), RowName.of("cat.jpg"), List.of())),
            30_000);

    /** Keeps the frames, as many as it takes at a time. */
    private static final class Kept implements Link {
        private final List<byte[]> frames = new ArrayList<>();
        private int taken;
        private int room = Integer.MAX_VALUE;

        @Override
        public void send(ByteWriter frame) {
            frames.add(frame.toBytes());
            taken++;
        }

        @Override
        public void flush() {}

        @Override
        public boolean isWritable() {
            return taken < room;
        }

        void takeMore(int count) {
            taken = 0;
            room = count;
        }

        @Override
        public void read(boolean wanted) {}

        @Override
        public void welcome() {}

        @Override
        public boolean execute(Runnable task) {
            return false;
        }

        @Override
        public Timers timers() {
            throw new AssertionError("nobody asks for timers here");
        }

        @Override
        public void close() {}

        @Override
        public String peer() {
            return "nobody";
        }
    }

    private final Kept link = new Kept();
    private final MessageWriter writer = new MessageWriter(link);
    private final Map<Integer, byte[]> got = new LinkedHashMap<>();

    private void put(int number, byte[] bytes) {
        writer.begin(number).varint(bytes.length).bytes(bytes);
        writer.end(number);
    }

    /** As those who have the bytes in an array do. */
    private void lend(int number, byte[] bytes) {
        writer.begin(number).varint(bytes.length).lend(bytes);
        writer.end(number);
    }

    private void readAll() {
        MessageReader reader = new MessageReader((number, in) ->
                got.put(number, in.bytes("bytes", (int) in.varint("length", 0, Integer.MAX_VALUE))));
        link.frames.forEach(frame -> feed(reader, frame));
        assertEquals(0, reader.bytesWaiting());
    }

    private static void feed(MessageReader reader, byte[] frame) {
        ByteReader body = new ByteReader("frame", 0, frame, Frame.HEADER_BYTES, frame.length);
        if (Frame.kind(body) == FrameKind.MESSAGES) {
            reader.messages(body);
        } else {
            reader.piece(body);
        }
    }

    @Test
    void bytesAreAsAgreed() {
        CALL.encode(writer.begin(9));
        writer.end(9);
        writer.begin(10).u8(0x61);
        writer.end(10);
        writer.flush();
        ByteWriter all = new ByteWriter(256).bytes(link.frames.get(0));
        byte[] piece = Frame.end(Frame.begin(new ByteWriter(32), FrameKind.PIECE)
                        .u32(11)
                        .u8(1)
                        .u8(0x62))
                .toBytes();
        Golden.check(MessagesTest.class, "messages-v1", all.bytes(piece).toBytes());
    }

    @Test
    void aCallComesBack() {
        ByteWriter out = new ByteWriter(64);
        CALL.encode(out);
        CallMessage read = CallMessage.decode(new ByteReader("call", out.toBytes()), Asker.NOBODY);
        assertEquals(new CallMessage(CALL.envelope().by(Asker.NOBODY), CALL.leftMillis()), read);
    }

    @Test
    void messagesOfAllLengthsComeBack() {
        Seeds.each("MessagesTest#messagesOfAllLengthsComeBack", 30, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            link.frames.clear();
            got.clear();
            Map<Integer, byte[]> sent = new LinkedHashMap<>();
            for (int number = 0; number < 60; number++) {
                boolean isLong = random.nextInt(12) == 0;
                byte[] bytes = new byte[random.nextInt(isLong ? 2_000_000 : 5_000)];
                random.nextBytes(bytes);
                sent.put(number, bytes);
                if (random.nextBoolean()) {
                    put(number, bytes);
                } else {
                    lend(number, bytes);
                }
                if (random.nextInt(5) == 0) {
                    link.takeMore(random.nextInt(4));
                    writer.flush();
                }
            }
            link.takeMore(Integer.MAX_VALUE);
            writer.flush();
            assertFalse(writer.isWaiting());
            assertEquals(0, writer.bytesWaiting());
            for (byte[] frame : link.frames) {
                assertTrue(frame.length <= Frame.BODY_BYTES_MAX, frame.length + " bytes in a frame");
            }
            readAll();
            assertEquals(sent.keySet().size(), got.size());
            sent.forEach((number, bytes) -> assertArrayEquals(bytes, got.get(number)));
        });
    }

    @Test
    void shortMessagesGoBetweenThePiecesOfALongOne() {
        link.takeMore(1);
        put(1, new byte[1_000_000]);
        writer.flush();
        put(2, new byte[10]);
        link.takeMore(1);
        writer.flush();
        link.takeMore(Integer.MAX_VALUE);
        writer.flush();
        readAll();
        assertEquals(List.of(2, 1), List.copyOf(got.keySet()));
    }

    @Test
    void aMessageThatIsTooLongIsRefusedAndTheOthersGo() {
        put(1, new byte[5]);
        ByteWriter huge = writer.begin(2);
        huge.gap(Protocol.MESSAGE_BYTES_MAX + 1);
        PfsException refusal = assertThrows(PfsException.class, () -> writer.end(2));
        assertEquals(ErrorCode.TOO_LARGE, refusal.code());
        put(3, new byte[6]);
        writer.flush();
        readAll();
        assertEquals(List.of(1, 3), List.copyOf(got.keySet()));
    }

    @Test
    void aMessageThatIsUndoneLeavesNothing() {
        writer.begin(1).u64(77);
        writer.undo();
        writer.flush();
        assertTrue(link.frames.isEmpty());
        put(2, new byte[] {5});
        writer.begin(3).u64(77);
        writer.undo();
        writer.undo();
        put(4, new byte[] {6});
        writer.flush();
        readAll();
        assertEquals(List.of(2, 4), List.copyOf(got.keySet()));
    }

    @Test
    void whatWasLentStaysWithItsMessageWhenTheNextIsUndone() {
        byte[] bytes = new byte[50_000];
        bytes[49_999] = 7;
        lend(1, bytes);
        writer.begin(2).u64(77).lend(bytes);
        writer.undo();
        lend(3, new byte[1_000_000]);
        writer.begin(4).u64(77).lend(bytes);
        writer.undo();
        writer.flush();
        readAll();
        assertEquals(List.of(1, 3), List.copyOf(got.keySet()));
        assertArrayEquals(bytes, got.get(1));
        assertEquals(1_000_000, got.get(3).length);
    }

    @Test
    void piecesOfTwoMessagesAreNotMixed() {
        MessageReader reader = new MessageReader((number, in) -> {});
        reader.piece(piece(1, 0, 100));
        assertEquals(100, reader.bytesWaiting());
        PfsException refusal = assertThrows(PfsException.class, () -> reader.piece(piece(2, 0, 100)));
        assertEquals(ErrorCode.CORRUPT, refusal.code());
    }

    @Test
    void aPieceHoldsSomethingAndSaysWhetherItIsTheLast() {
        MessageReader reader = new MessageReader((number, in) -> {});
        assertThrows(PfsException.class, () -> reader.piece(piece(1, 1, 0)));
        assertThrows(PfsException.class, () -> reader.piece(piece(1, 2, 10)));
    }

    @Test
    void aMessageInPiecesIsReadToItsEnd() {
        MessageReader reader = new MessageReader((number, in) -> in.u8("a byte"));
        reader.piece(piece(1, 0, 1));
        assertThrows(PfsException.class, () -> reader.piece(piece(1, 1, 1)));
    }

    private static ByteReader piece(int number, int last, int bytes) {
        ByteWriter out = new ByteWriter(64).u32(number).u8(last);
        out.gap(bytes);
        return new ByteReader("piece", out.toBytes());
    }

    @Test
    void aMessageThatGrowsTooLongInPiecesIsRefusedWhenItGetsThere() {
        MessageReader reader = new MessageReader((number, in) -> {
            throw new AssertionError("it has no end");
        });
        byte[] piece = new ByteWriter(64).u32(1).u8(0).bytes(new byte[1 << 20]).toBytes();
        for (int bytes = 0; bytes < Protocol.MESSAGE_BYTES_MAX; bytes += 1 << 20) {
            reader.piece(new ByteReader("piece", piece));
        }
        assertEquals(Protocol.MESSAGE_BYTES_MAX, reader.bytesWaiting());
        ByteReader more =
                new ByteReader("piece", new ByteWriter(8).u32(1).u8(1).u8(0).toBytes());
        assertThrows(PfsException.class, () -> reader.piece(more));
        assertEquals(Protocol.MESSAGE_BYTES_MAX, reader.bytesWaiting(), "nothing more was kept");
    }
}
