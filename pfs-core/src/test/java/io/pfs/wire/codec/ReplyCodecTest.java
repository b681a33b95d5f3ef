package io.pfs.wire.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.testing.Damage;
import io.pfs.testing.Golden;
import io.pfs.testing.Seeds;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Kept;
import io.pfs.wire.Reply.Refused;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class ReplyCodecTest {
    private static final int REFUSED = 32;
    private static final int ROW_FOUND = 48;
    private static final int ROWS_FOUND = 52;
    private static final int TABLE_FOUND = 80;
    private static final int SLICE_PART = 101;

    @Test
    void goldenBytes() {
        ByteWriter all = new ByteWriter(64);
        SomeReplies.oneOfEach().forEach(reply -> ReplyCodec.encode(reply, all));
        Golden.check(ReplyCodecTest.class, "replies-v1", all.toBytes());
    }

    @Test
    void everyKindIsThere() {
        assertEquals(Described.kinds(Reply.class), Described.kindsOf(SomeReplies.oneOfEach()));
    }

    @Test
    void whatIsWrittenIsRead() {
        SomeReplies.oneOfEach().forEach(ReplyCodecTest::requireRead);
        Seeds.each("ReplyCodecTest#whatIsWrittenIsRead", 500, seed -> {
            RandomReplies random = new RandomReplies(new Random(seed));
            requireRead(random.next());
        });
    }

    private static void requireRead(Reply reply) {
        byte[] bytes = encode(reply);
        assertEquals(Described.of(reply), Described.of(decode(bytes)));
        assertTrue(isReadAndCanonical(bytes));
    }

    @Test
    void oneStandsBehindTheOther() {
        ByteWriter all = new ByteWriter(0);
        List<Reply> replies = SomeReplies.oneOfEach();
        replies.forEach(reply -> ReplyCodec.encode(reply, all));
        ByteReader in = new ByteReader("replies", all.toBytes());
        replies.forEach(reply -> assertEquals(Described.of(reply), Described.of(ReplyCodec.decode(in))));
        in.expectEnd("replies");
    }

    /** So that there is one way to write them. */
    @Test
    void aKeptReplyTravelsAsItIsKept() {
        int kept = 0;
        for (Reply reply : SomeReplies.oneOfEach()) {
            if (reply instanceof Kept one) {
                assertArrayEquals(KeptReplyCodec.encode(one), encode(reply));
                kept++;
            }
        }
        assertTrue(kept >= 7, kept + " kinds are kept");
    }

    @Test
    void everyPrefixIsRefused() {
        for (Reply reply : SomeReplies.oneOfEach()) {
            Damage.eachPrefix(encode(reply), (bytes, what) -> {
                PfsException refusal = assertThrows(PfsException.class, () -> decode(bytes), what);
                requireDamaged(refusal);
            });
        }
    }

    @Test
    void everyFlippedBitIsRefusedOrReadAsAnotherReply() {
        int[] refused = new int[1];
        for (Reply reply : SomeReplies.oneOfEach()) {
            Damage.eachBitFlip(encode(reply), (bytes, what) -> refused[0] += isReadAndCanonical(bytes) ? 0 : 1);
        }
        assertTrue(refused[0] > 500, "types, lengths, flags, and what values refuse: " + refused[0]);
    }

    @Test
    void everyErrorIsTold() {
        for (ErrorCode code : ErrorCode.values()) {
            Refused told = (Refused) decode(encode(new Refused(code, "because of x")));
            assertEquals(new Refused(code, "because of x"), told);
        }
    }

    @Test
    void aLongMessageIsCutBetweenCharacters() {
        for (int before = 0; before < 4; before++) {
            String start = "x".repeat(ReplyCodec.MESSAGE_BYTES_MAX - before);
            Refused told = (Refused) decode(encode(new Refused(ErrorCode.BUSY, start + "\u20ac and so on")));
            assertEquals(before == 3 ? start + "\u20ac" : start, told.message());
        }
        String whole = "\u20ac" + "x".repeat(ReplyCodec.MESSAGE_BYTES_MAX - 3);
        assertEquals(whole, ((Refused) decode(encode(new Refused(ErrorCode.BUSY, whole)))).message());
    }

    @Test
    void whatNoValueCanBeIsRefused() {
        refused("type of a kept reply", 0, out -> {});
        refused("type of a kept reply", KeptReplyCodec.TYPE_MAX, out -> {});
        refused("type of a reply", 255, out -> {});
        refused("number of an error", REFUSED, out -> out.u16(199).varint(0));
        refused("length of a message", REFUSED, out -> longMessage(out.u16(ErrorCode.BUSY.number())));
        refused(
                "message",
                REFUSED,
                out -> out.u16(ErrorCode.BUSY.number()).varint(1).u8(0xff));
        refused(
                "reserved for paths",
                ROW_FOUND,
                out -> out.u8(1).u8('.').bytes(SomeRequests.ROW).varint(0).varint(0));
        refused("schema", TABLE_FOUND, out -> {
            SomeReplies.POINTER.encode(out);
            out.u8(0).u8(1).u64(1).varint(1).varint(1).u8(0).varint(1).u8(1).varint(0);
        });
    }

    private static void longMessage(ByteWriter out) {
        int length = ReplyCodec.MESSAGE_BYTES_MAX + 1;
        out.varint(length).gap(length);
    }

    /** A large cell is one of those that were asked for, none of whose bytes are there, and stands once. */
    @Test
    void largeCellsAreAmongThoseAskedFor() {
        refused(
                "large cells",
                ROW_FOUND,
                out -> found(out).varint(0).varint(1).varint(0).varint(9));
        refused(
                "large cell",
                ROW_FOUND,
                out -> found(out).varint(2).u16(0).varint(1).varint(2).varint(9));
        refused(
                "without bytes",
                ROW_FOUND,
                out -> found(out).varint(1).varint(1).varint(1).varint(0).varint(9));
        refused(
                "large cell",
                ROW_FOUND,
                out -> found(out)
                        .varint(2)
                        .u16(0)
                        .varint(2)
                        .varint(1)
                        .varint(9)
                        .varint(1)
                        .varint(9));
    }

    /** A count that promises more than there is must not take memory for it. */
    @Test
    void countsAreHeldAgainstWhatIsThere() {
        refused("rows", ROWS_FOUND, out -> out.varint(Limits.ROWS_PER_PAGE_MAX));
        refused("cells", ROW_FOUND, out -> found(out).varint(Limits.CELLS_PER_ROW_MAX));
        refused("length of a cell", ROW_FOUND, out -> found(out).varint(1).varint(Limits.CELL_BYTES_MAX));
        refused(
                "rows of a slice",
                SLICE_PART,
                out -> out.bytes(SomeRequests.ROW).u8(0).varint(Integer.MAX_VALUE));
    }

    private static ByteWriter found(ByteWriter out) {
        return out.u8(1).u8('a').bytes(SomeRequests.ROW);
    }

    private static void refused(String why, int type, Consumer<ByteWriter> body) {
        ByteWriter out = new ByteWriter(32);
        body.accept(out.u8(type));
        PfsException refusal = assertThrows(PfsException.class, () -> decode(out.toBytes()), why);
        requireDamaged(refusal);
        assertTrue(refusal.getMessage().contains(why), refusal.getMessage());
    }

    /** Refused as damaged, or a reply that has exactly these bytes, whatever becomes of the array. */
    static boolean isReadAndCanonical(byte[] bytes) {
        byte[] lent = bytes.clone();
        ByteReader in = new ByteReader("reply", lent);
        Reply read;
        try {
            read = ReplyCodec.decode(in);
        } catch (PfsException e) {
            requireDamaged(e);
            return false;
        }
        Arrays.fill(lent, (byte) 0x5a);
        assertArrayEquals(Arrays.copyOf(bytes, in.index()), encode(read));
        return true;
    }

    private static void requireDamaged(PfsException refusal) {
        assertEquals(ErrorCode.CORRUPT, refusal.code(), refusal.getMessage());
        assertTrue(refusal.getMessage().contains(" is damaged at offset "), refusal.getMessage());
    }

    private static byte[] encode(Reply reply) {
        ByteWriter out = new ByteWriter(0);
        ReplyCodec.encode(reply, out);
        return out.toBytes();
    }

    private static Reply decode(byte[] bytes) {
        return ReplyCodec.decode(new ByteReader("reply", bytes));
    }
}
