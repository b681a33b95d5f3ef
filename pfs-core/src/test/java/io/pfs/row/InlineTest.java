package io.pfs.row;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.row.TagValue.OfBoolean;
import io.pfs.row.TagValue.OfBytes;
import io.pfs.row.TagValue.OfDouble;
import io.pfs.row.TagValue.OfLong;
import io.pfs.row.TagValue.OfString;
import io.pfs.row.TagValue.OfTimestamp;
import io.pfs.testing.Damage;
import io.pfs.testing.Golden;
import io.pfs.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class InlineTest {
    private static final String FILE = "some-file";

    @Test
    void goldenBytes() {
        Golden.check(InlineTest.class, "inline-v1", golden().toBytes());
        assertEquals(golden(), decode(golden().toBytes()));
    }

    /** Every kind of entry and every type of tag. */
    private static Inline golden() {
        TablePointer pointer = new TablePointer(
                TableId.of(new ShardId(0x0102), 0x030405060708L), new ShardId(300), 7, 0x1112131415161718L);
        TreeMap<String, TagValue> tags = new TreeMap<>();
        tags.put("a", new OfLong(-2));
        tags.put("b", new OfDouble(1.5));
        tags.put("c", new OfString("h\u00e9"));
        tags.put("d", new OfBytes(new byte[] {0, -1}));
        tags.put("e", new OfTimestamp(0x3132333435L));
        tags.put("f", new OfBoolean(true));
        byte[] target = "../t".getBytes(StandardCharsets.US_ASCII);
        return new Inline(Optional.of(target), Optional.of(pointer), Optional.of(new byte[] {9, 8, 7}), new Tags(tags));
    }

    @Test
    void whatIsWrittenIsRead() {
        Seeds.each("InlineTest", 300, seed -> {
            Inline inline = random(new Random(seed));
            byte[] bytes = inline.toBytes();
            Inline read = decode(bytes);
            assertEquals(inline, read);
            assertEquals(inline.hashCode(), read.hashCode());
            assertEquals(inline.tags(), read.tags());
            assertEquals(inline.pointer(), read.pointer());
            assertArrayEquals(bytes, read.toBytes());
        });
    }

    private static Inline random(Random random) {
        Optional<byte[]> target = random.nextBoolean() ? Optional.of(bytes(random, 300)) : Optional.empty();
        Optional<byte[]> facts = random.nextBoolean() ? Optional.of(bytes(random, 60)) : Optional.empty();
        TablePointer pointer = new TablePointer(
                new TableId(random.nextLong()),
                new ShardId(random.nextInt(Limits.SHARDS_MAX)),
                random.nextInt(Limits.SLICE_DEPTH_MAX + 1),
                random.nextLong());
        TreeMap<String, TagValue> tags = new TreeMap<>();
        for (int i = random.nextInt(8); i > 0; i--) {
            tags.put(text(random, 1 + random.nextInt(20)), value(random));
        }
        return new Inline(
                target, random.nextBoolean() ? Optional.of(pointer) : Optional.empty(), facts, new Tags(tags));
    }

    private static TagValue value(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> new OfLong(random.nextLong());
            case 1 -> new OfDouble(random.nextInt(4) == 0 ? Double.NaN : random.nextGaussian());
            case 2 -> new OfString(text(random, random.nextInt(30)));
            case 3 -> new OfBytes(bytes(random, 30));
            case 4 -> new OfTimestamp(random.nextLong());
            default -> new OfBoolean(random.nextBoolean());
        };
    }

    private static byte[] bytes(Random random, int max) {
        byte[] bytes = new byte[random.nextInt(max + 1)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static String text(Random random, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(random.nextInt(5) == 0 ? 0x1f600 + random.nextInt(30) : 1 + random.nextInt(0x700));
        }
        return text.toString();
    }

    @Test
    void nothingIsNoBytes() {
        assertEquals(0, Inline.EMPTY.toBytes().length);
        assertEquals(Inline.EMPTY, decode(new byte[0]));
    }

    @Test
    void aPrefixIsRefusedOrEndsBetweenEntries() {
        int[] read = new int[1];
        Damage.eachPrefix(golden().toBytes(), (prefix, what) -> read[0] += isReadAndCanonical(prefix) ? 1 : 0);
        assertEquals(4, read[0], "nothing at all, and one, two, three of four entries");
    }

    @Test
    void everyFlippedBitIsRefusedOrMeansSomethingElse() {
        int[] refused = new int[1];
        Damage.eachBitFlip(golden().toBytes(), (damaged, what) -> {
            if (!isReadAndCanonical(damaged)) {
                refused[0]++;
            } else {
                assertNotEquals(golden(), decode(damaged), what);
            }
        });
        assertTrue(refused[0] > 100, "types, lengths, counts, order: " + refused[0]);
    }

    @Test
    void whatNoEncoderWroteIsRefused() {
        refused(new ByteWriter(0).u8(0).varint(0), "type of an inline entry");
        refused(new ByteWriter(0).u8(5).varint(0), "type of an inline entry");
        refused(new ByteWriter(0).u8(3).varint(0).u8(1).varint(0), "type of an inline entry");
        refused(new ByteWriter(0).u8(1).varint(2).u8(0), "inline entry should be 2 bytes, found only 1 left");
        refused(new ByteWriter(0).u8(4).varint(1).u8(0), "count of tags");
        refused(tags(2, "b", "a"), "order of tags");
        refused(tags(2, "a", "a"), "order of tags");
        refused(tags(1, "a", "b"), "tags");
        refused(entry(new ByteWriter(0).varint(1).u8(1).u8(0xff).u8(6).u8(0)), "name of a tag");
        refused(entry(new ByteWriter(0).varint(1).u8(1).u8('a').u8(3).varint(1).u8(0xc0)), "text of a tag");
        refused(entry(new ByteWriter(0).varint(1).u8(1).u8('a').u8(6).u8(2)), "true or false");
        refused(entry(new ByteWriter(0).varint(1).u8(1).u8('a').u8(7).u8(0)), "type of a tag");
        refused(entry(new ByteWriter(0).varint(1).u8(0).u8(6).u8(0)), "name");
        refused(new ByteWriter(0).u8(1).varint(Limits.ROW_INLINE_BYTES_MAX).bytes(new byte[4096]), "inline bytes");
    }

    private static ByteWriter tags(int count, String... names) {
        ByteWriter body = new ByteWriter(0).varint(count);
        for (String name : names) {
            byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
            body.u8(bytes.length).bytes(bytes).u8(6).u8(1);
        }
        return entry(body);
    }

    private static ByteWriter entry(ByteWriter tags) {
        return new ByteWriter(0).u8(4).varint(tags.length()).bytes(tags.toBytes());
    }

    private static void refused(ByteWriter bytes, String what) {
        PfsException refused = assertThrows(PfsException.class, () -> decode(bytes.toBytes()));
        assertEquals(ErrorCode.CORRUPT, refused.code(), refused.getMessage());
        assertTrue(refused.getMessage().contains(what), refused.getMessage());
    }

    @Test
    void whatARowCannotHoldIsRefused() {
        byte[] fits = new byte[Limits.ROW_INLINE_BYTES_MAX - 3];
        assertEquals(Limits.ROW_INLINE_BYTES_MAX, Inline.ofTarget(fits).toBytes().length);
        PfsException refused = assertThrows(
                PfsException.class,
                () -> Inline.ofFacts(new byte[fits.length + 1]).toBytes());
        assertEquals(ErrorCode.TOO_LARGE, refused.code());
        assertTrue(refused.getMessage().contains("4097"), refused.getMessage());
    }

    @Test
    void tagsAreSetAndRemoved() {
        Tags tags = new Tags(new TreeMap<>(Map.of("a", new OfLong(1), "b", new OfLong(2))));
        Tags changed = tags.with(Map.of("b", new OfString("x"), "c", new OfBoolean(false)), List.of("a", "none"));
        assertEquals(Optional.empty(), changed.get("a"));
        assertEquals(Optional.of(new OfString("x")), changed.get("b"));
        assertEquals(2, changed.byName().size());
        assertEquals(Optional.of(new OfLong(1)), tags.get("a"), "the others stay as they were");
        assertThrows(UnsupportedOperationException.class, () -> tags.byName().put("z", new OfLong(1)));
        assertFalse(tags.isEmpty());
    }

    @Test
    void namesAndTextOfTagsMustBeText() {
        for (String name : List.of("", "\ud800", "x".repeat(256), "\u00e9".repeat(128))) {
            assertThrows(PfsException.class, () -> Tags.NONE.with(Map.of(name, new OfLong(1)), List.of()));
        }
        assertThrows(PfsException.class, () -> Tags.NONE.with(Map.of("a", new OfString("\udc00")), List.of()));
        assertEquals(
                1,
                Tags.NONE
                        .with(Map.of("\u00e9".repeat(127), new OfLong(1)), List.of())
                        .byName()
                        .size());
    }

    /** Whether bytes are read; if so, they are those of what was read. */
    static boolean isReadAndCanonical(byte[] bytes) {
        Inline read;
        try {
            read = decode(bytes);
        } catch (PfsException e) {
            assertEquals(ErrorCode.CORRUPT, e.code(), e.getMessage());
            return false;
        }
        assertArrayEquals(bytes, read.toBytes());
        return true;
    }

    private static Inline decode(byte[] bytes) {
        return Inline.decode(new ByteReader(FILE, bytes));
    }
}
