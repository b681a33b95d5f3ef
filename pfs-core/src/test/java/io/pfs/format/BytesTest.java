package io.pfs.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class BytesTest {
    @Test
    void numbersAreLittleEndian() {
        byte[] bytes = new ByteWriter(0)
                .u8(0x01)
                .u16(0x0302)
                .u32(0x07060504)
                .u48(0x0d0c0b0a0908L)
                .u64(0x1514131211100f0eL)
                .toBytes();
        for (int i = 0; i < bytes.length; i++) {
            assertEquals(i + 1, bytes[i]);
        }
        ByteReader in = new ByteReader("f", bytes);
        assertEquals(0x01, in.u8("a"));
        assertEquals(0x0302, in.u16("b"));
        assertEquals(0x07060504, in.u32("c"));
        assertEquals(0x0d0c0b0a0908L, in.u48("d"));
        assertEquals(0x1514131211100f0eL, in.u64("e"));
        in.expectEnd("all");
    }

    private static byte[] numbered(int count) {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = (byte) (i * 31);
        }
        return bytes;
    }

    private static byte[] joined(ByteWriter out, int from) {
        ByteWriter all = new ByteWriter(16);
        out.runs(from, all::bytes);
        return all.toBytes();
    }

    /** Long arrays stand where they were lent, and are not copied; short ones are. */
    @Test
    void whatIsLentStandsBetweenWhatIsWritten() {
        byte[] shared = numbered(20_000);
        byte[] few = numbered(10);
        for (ByteWriter out : List.of(ByteWriter.borrowing(8), new ByteWriter(8))) {
            out.u32(7).lend(shared).u8(1).lend(few).lend(shared, 1_000, 9_000);
            byte[] expected = new ByteWriter(64)
                    .u32(7)
                    .bytes(shared)
                    .u8(1)
                    .bytes(few)
                    .bytes(shared, 1_000, 9_000)
                    .toBytes();
            assertEquals(expected.length, out.totalLength());
            assertArrayEquals(expected, out.toBytes());
            assertArrayEquals(expected, joined(out, 0));
        }
        ByteWriter borrowing = ByteWriter.borrowing(8).u32(7).lend(shared).u8(1);
        List<byte[]> arrays = new ArrayList<>();
        borrowing.runs(0, (bytes, from, count) -> arrays.add(bytes));
        assertEquals(3, arrays.size());
        assertSame(shared, arrays.get(1));
        assertEquals(5, borrowing.length());
        borrowing.clear();
        assertEquals(0, borrowing.totalLength());
        assertEquals(0, borrowing.toBytes().length);
    }

    @Test
    void theBeginOfWhatIsWrittenHasWhatWasLentToIt() {
        byte[] shared = numbered(10_000);
        ByteWriter out = ByteWriter.borrowing(8).u32(7).lend(shared);
        int end = out.length();
        out.u32(8).lend(shared);
        ByteWriter begin = out.upTo(end, 100);
        assertArrayEquals(new ByteWriter(8).u32(7).bytes(shared).toBytes(), begin.toBytes());
        assertEquals(end, begin.length());
        assertTrue(begin.array().length >= 100);
        assertArrayEquals(shared, joined(out, end + 4));
        begin.u32(9);
        assertArrayEquals(
                new ByteWriter(8).u32(7).bytes(shared).u32(8).bytes(shared).toBytes(), out.toBytes());
    }

    /** What is lent counts, too, before its bytes would be too many for a number. */
    @Test
    void noMoreIsLentThanARunMayHave() {
        byte[] lent = new byte[64 << 20];
        ByteWriter out = ByteWriter.borrowing(8);
        for (int i = 0; i < 31; i++) {
            out.lend(lent);
        }
        out.lend(lent, 0, lent.length - 100);
        assertEquals(
                ErrorCode.INVARIANT_BROKEN,
                assertThrows(PfsException.class, () -> out.lend(lent)).code());
        assertEquals(
                ErrorCode.INVARIANT_BROKEN,
                assertThrows(PfsException.class, () -> out.bytes(new byte[200])).code());
        assertEquals((32 << 26) - 100, out.totalLength());
    }

    @Test
    void unsignedNumbersStayUnsigned() {
        ByteReader in =
                new ByteReader("f", new ByteWriter(0).u8(-1).u16(-1).u48(-1).toBytes());
        assertEquals(0xff, in.u8("a"));
        assertEquals(0xffff, in.u16("b"));
        assertEquals((1L << 48) - 1, in.u48("c"));
    }

    @Test
    void varintsAndZigzagsOfEveryLengthComeBack() {
        Seeds.each("BytesTest", 20, seed -> {
            Random random = new Random(seed);
            ByteWriter out = new ByteWriter(0);
            long[] values = new long[200];
            for (int i = 0; i < values.length; i++) {
                values[i] = random.nextLong() >> random.nextInt(64);
                out.varint(values[i]).zigzag(values[i]);
            }
            ByteReader in = new ByteReader("f", out.toBytes());
            for (long value : values) {
                assertEquals(value, in.varint("varint"));
                assertEquals(value, in.zigzag("zigzag"));
            }
            in.expectEnd("all");
        });
    }

    @Test
    void varintsAreAsShortAsTheyCanBe() {
        for (int bits = 0; bits < 64; bits++) {
            assertEquals(1 + bits / 7, new ByteWriter(0).varint(1L << bits).length(), "bit " + bits);
        }
        assertEquals(1, new ByteWriter(0).varint(0).length());
        assertEquals(1, new ByteWriter(0).zigzag(-64).length());
        assertEquals(10, new ByteWriter(0).zigzag(Long.MIN_VALUE).length());
    }

    @Test
    void varintsThatNoWriterWroteAreRefused() {
        refused(in -> in.varint("v"), 0x80);
        refused(in -> in.varint("v"), 0x80, 0x00);
        refused(in -> in.varint("v"), 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02);
        refused(in -> in.varint("v"), 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x81, 0x01);
        refused(in -> in.varint("v", 1, 3), 0x00);
        refused(in -> in.varint("v", 1, 3), 0x04);
        refused(in -> in.varint("v", 0, Long.MAX_VALUE), 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01);
    }

    @Test
    void readsPastTheEndAreRefused() {
        refused(in -> in.u8("v"));
        refused(in -> in.u16("v"), 1);
        refused(in -> in.u32("v"), 1, 2, 3);
        refused(in -> in.u48("v"), 1, 2, 3, 4, 5);
        refused(in -> in.u64("v"), 1, 2, 3, 4, 5, 6, 7);
        refused(in -> in.bytes("v", 3), 1, 2);
        refused(in -> in.bytes("v", -1), 1, 2);
        refused(in -> in.skip("v", Integer.MAX_VALUE), 1, 2);
        refused(in -> in.expectEnd("v"), 1);
    }

    private static void refused(Consumer<ByteReader> read, int... values) {
        byte[] bytes = new byte[values.length + 2];
        for (int i = 0; i < values.length; i++) {
            bytes[i + 1] = (byte) values[i];
        }
        ByteReader in = new ByteReader("some-file", 1000, bytes, 1, values.length + 1);
        PfsException refused = assertThrows(PfsException.class, () -> read.accept(in));
        assertEquals(ErrorCode.CORRUPT, refused.code());
        String message = refused.getMessage();
        assertTrue(message.contains("some-file is damaged at offset 10"), message);
        assertTrue(message.contains(": v should be "), message);
        assertTrue(message.contains(", found "), message);
    }

    @Test
    void textIsUtf8AndNothingElse() {
        byte[] bytes = "xg\u20acy".getBytes(StandardCharsets.UTF_8);
        ByteReader in = new ByteReader("f", 0, bytes, 1, bytes.length);
        assertEquals("g\u20ac", in.text("t", 4));
        assertEquals("", in.text("t", 0));
        assertEquals('y', in.u8("t"));
        refused(bad -> bad.text("v", 1), 0xff);
        refused(bad -> bad.text("v", 2), 0xe2, 0x82);
        refused(bad -> bad.text("v", 2), 0xc0, 0x80);
        refused(bad -> bad.text("v", 2), 'a');
    }

    @Test
    void aReaderKnowsItsPlaceInFileAndArray() {
        byte[] bytes = "xxabcdef".getBytes(StandardCharsets.US_ASCII);
        ByteReader in = new ByteReader("f", 500, bytes, 2, 6);
        assertArrayEquals(new byte[] {'a', 'b'}, in.bytes("v", 2));
        assertEquals(502, in.offset());
        assertEquals(4, in.index());
        assertEquals(2, in.remaining());
        assertEquals(4, in.skip("v", 2));
        in.expectEnd("v");
        assertThrows(PfsException.class, () -> new ByteReader("f", 0, bytes, 2, 9));
    }

    @Test
    void gapsAreZeroAndFilledLater() {
        ByteWriter out = new ByteWriter(0).u64(-1).u64(-1);
        out.clear();
        int first = out.gap(4);
        int second = out.gap(8);
        out.u8(9);
        assertArrayEquals(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9}, out.toBytes());
        out.setU32(first, 1);
        out.setU64(second, 2);
        assertArrayEquals(new byte[] {1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 9}, out.toBytes());
        assertThrows(PfsException.class, () -> out.setU32(10, 1));
        assertThrows(PfsException.class, () -> out.setU64(6, 1));
        assertThrows(PfsException.class, () -> out.setU64(-1, 1));
        assertEquals(13, out.toBuffer().remaining());
    }

    @Test
    void theChecksumIsCrc32c() {
        byte[] bytes = "123456789".getBytes(StandardCharsets.US_ASCII);
        assertEquals(0xe3069283, Checksum.of(bytes, 0, 9));
        assertTrue(Checksum.CRC32C.matches(bytes, 0, 9, 0xe3069283));
        assertTrue(!Checksum.CRC32C.matches(bytes, 1, 8, 0xe3069283));
    }
}
