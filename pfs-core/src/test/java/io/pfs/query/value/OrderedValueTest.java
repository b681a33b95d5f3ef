package io.pfs.query.value;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.query.Field;
import io.pfs.query.Naive;
import io.pfs.query.RandomQueries;
import io.pfs.row.TagValue;
import io.pfs.row.TagValue.OfBoolean;
import io.pfs.row.TagValue.OfBytes;
import io.pfs.row.TagValue.OfDouble;
import io.pfs.row.TagValue.OfLong;
import io.pfs.row.TagValue.OfString;
import io.pfs.row.TagValue.OfTimestamp;
import io.pfs.testing.Golden;
import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class OrderedValueTest {
    /** All kinds of values, in their order; of numbers that are equal, the whole one first. */
    private static final List<TagValue> ORDERED = List.of(
            new OfBoolean(false),
            new OfBoolean(true),
            new OfDouble(Double.NEGATIVE_INFINITY),
            new OfLong(Long.MIN_VALUE),
            new OfDouble(-0x1p63),
            new OfLong(-(1L << 53) - 1),
            new OfDouble(-1.5),
            new OfLong(-1),
            new OfDouble(-Double.MIN_VALUE),
            new OfLong(0),
            new OfDouble(0.0),
            new OfDouble(-0.0),
            new OfLong(1),
            new OfDouble(1.0),
            new OfLong(1L << 53),
            new OfDouble(0x1p53),
            new OfLong((1L << 53) + 1),
            new OfDouble(0x1p53 + 2),
            new OfLong(Long.MAX_VALUE),
            new OfDouble(0x1p63),
            new OfDouble(Double.POSITIVE_INFINITY),
            new OfDouble(Double.NaN),
            new OfTimestamp(Long.MIN_VALUE),
            new OfTimestamp(-1),
            new OfTimestamp(0x3132333435L),
            new OfString(""),
            new OfString("\0"),
            new OfString("\1"),
            new OfString("a"),
            new OfString("a\0"),
            new OfString("a\0b"),
            new OfString("ab"),
            new OfString("\u00e9"),
            new OfString("\uffff"),
            new OfString("\ud83d\ude00"),
            new OfBytes(new byte[] {}),
            new OfBytes(new byte[] {0, 1, 2}),
            new OfBytes(new byte[] {-1}));

    @Test
    void goldenBytes() {
        ByteWriter all = new ByteWriter(64);
        ORDERED.forEach(value -> OrderedValue.encode(ValueCell.of(value), all));
        Golden.check(OrderedValueTest.class, "ordered-value-v1", all.toBytes());
        ByteReader in = new ByteReader("golden", all.toBytes());
        ORDERED.forEach(value -> assertEquals(value, OrderedValue.decode(in)));
        in.expectEnd("values");
    }

    @Test
    void theOrderIsThatOfValues() {
        for (int i = 1; i < ORDERED.size(); i++) {
            TagValue less = ORDERED.get(i - 1);
            TagValue more = ORDERED.get(i);
            assertTrue(OrderedValue.compare(less, more) < 0, less + " " + more);
            assertTrue(Arrays.compareUnsigned(OrderedValue.toBytes(less), OrderedValue.toBytes(more)) < 0, "" + more);
        }
    }

    @Test
    void keysAreSmall() {
        assertEquals(10, OrderedValue.toBytes(new OfLong(123_456_789_012L)).length);
        assertEquals(11, OrderedValue.toBytes(new OfLong(Long.MAX_VALUE)).length);
        assertEquals(10, OrderedValue.toBytes(new OfDouble(0.1)).length);
        assertEquals(9, OrderedValue.toBytes(new OfTimestamp(1)).length);
        assertEquals(6, OrderedValue.toBytes(new OfString("jpeg")).length);
        assertEquals(1, OrderedValue.toBytes(new OfBoolean(true)).length);
    }

    private static List<TagValue> values(Random random, int count) {
        RandomQueries some = new RandomQueries(random, List.of(Field.ofTag("a")));
        List<TagValue> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(
                    switch (random.nextInt(6)) {
                        case 0 -> new OfLong(random.nextLong() >> random.nextInt(64));
                        case 1 -> new OfDouble(Double.longBitsToDouble(random.nextLong()));
                        case 2 -> new OfDouble(random.nextLong() >> random.nextInt(64));
                        default -> some.value();
                    });
        }
        return values;
    }

    /** Whatever stands behind them in a key. */
    @Test
    void keysAreOrderedAsNaively() {
        Seeds.each("OrderedValueTest#keysAreOrderedAsNaively", 2000, seed -> {
            Random random = new Random(seed);
            List<TagValue> values = values(random, 8);
            for (TagValue one : values) {
                assertEquals(one, read(OrderedValue.toBytes(one)), "NaN is one value, as it is in Java");
                for (TagValue two : values) {
                    Naive.compare(one, two).ifPresent(order -> ordered(one, two, order, random));
                    assertEquals(
                            Integer.signum(OrderedValue.compare(one, two)),
                            -Integer.signum(OrderedValue.compare(two, one)));
                    assertEquals(
                            Naive.compare(one, two).isPresent(),
                            ValueCell.of(one).isComparableTo(ValueCell.of(two)));
                }
            }
        });
    }

    private static void ordered(TagValue one, TagValue two, int order, Random random) {
        Supplier<String> words = () -> one + " and " + two;
        assertEquals(Integer.signum(order), Integer.signum(ValueCell.of(one).compare(ValueCell.of(two))), words);
        byte[] left = key(one, random);
        byte[] right = key(two, random);
        if (order != 0) {
            assertEquals(order < 0, Arrays.compareUnsigned(left, right) < 0, words);
            assertEquals(order < 0, OrderedValue.compare(one, two) < 0, words);
        }
        ValueCell cell = ValueCell.of(two);
        assertEquals(order < 0, Arrays.compareUnsigned(left, OrderedValue.from(cell)) < 0, words);
        assertEquals(order <= 0, Arrays.compareUnsigned(left, OrderedValue.behind(cell)) < 0, words);
        assertEquals(order == 0, Arrays.equals(alike(one), alike(two)), words);
        assertEquals(Integer.signum(order), Integer.signum(Arrays.compareUnsigned(alike(one), alike(two))), words);
    }

    @Test
    void whatWasEncodedIsMadeAlike() {
        for (TagValue value : ORDERED) {
            byte[] key = OrderedValue.toBytes(value);
            OrderedValue.makeAlike(key);
            assertArrayEquals(alike(value), key, value.toString());
        }
    }

    private static byte[] alike(TagValue value) {
        ByteWriter out = new ByteWriter(8);
        OrderedValue.encodeAlike(ValueCell.of(value), out);
        return out.toBytes();
    }

    private static byte[] key(TagValue value, Random random) {
        byte[] behind = new byte[random.nextInt(4)];
        random.nextBytes(behind);
        return new ByteWriter(16)
                .bytes(OrderedValue.toBytes(value))
                .bytes(behind)
                .toBytes();
    }

    private static TagValue read(byte[] bytes) {
        ByteReader in = new ByteReader("some-key", bytes);
        TagValue value = OrderedValue.decode(in);
        in.expectEnd("value");
        return value;
    }

    @Test
    void keysOfAPrefixAreOneRange() {
        Seeds.each("OrderedValueTest#keysOfAPrefixAreOneRange", 2000, seed -> {
            Random random = new Random(seed);
            List<TagValue> values = values(random, 8);
            for (TagValue prefix : values) {
                if (ValueType.of(prefix).isRun()) {
                    ValueCell cell = ValueCell.of(prefix);
                    for (TagValue value : values) {
                        byte[] key = key(value, random);
                        boolean isInside = Arrays.compareUnsigned(OrderedValue.from(cell), key) <= 0
                                && Arrays.compareUnsigned(key, OrderedValue.behindPrefix(cell)) < 0;
                        ValueCell found = ValueCell.of(value);
                        assertEquals(
                                found.isComparableTo(cell) && found.beginsWith(cell),
                                isInside,
                                () -> prefix + " " + value);
                    }
                }
            }
        });
    }

    /** Whether bytes are a value; if so, they are those of the value. */
    static boolean isReadAndCanonical(byte[] bytes) {
        ByteReader in = new ByteReader("some-key", bytes);
        TagValue value;
        try {
            value = OrderedValue.decode(in);
        } catch (PfsException e) {
            assertEquals(ErrorCode.CORRUPT, e.code(), e.getMessage());
            return false;
        }
        assertArrayEquals(Arrays.copyOf(bytes, (int) in.offset()), OrderedValue.toBytes(value), value.toString());
        return true;
    }

    @Test
    void damagedKeysAreRefusedOrOtherValues() {
        int[] refused = {0};
        Seeds.each("OrderedValueTest#damagedKeysAreRefusedOrOtherValues", 2000, seed -> {
            Random random = new Random(seed);
            byte[] key = OrderedValue.toBytes(values(random, 1).get(0));
            key[random.nextInt(key.length)] ^= (byte) (1 << random.nextInt(8));
            refused[0] += isReadAndCanonical(Arrays.copyOf(key, key.length - random.nextInt(2))) ? 0 : 1;
        });
        assertTrue(refused[0] > 100 || System.getProperty("pfs.seed") != null, "classes, types, ends: " + refused[0]);
    }

    @Test
    void whatNoEncoderWroteIsRefused() {
        refused(new ByteWriter(0).u8(0x12), "class of a value");
        refused(new ByteWriter(0).u8(0x40).u8('a'), "run of bytes");
        refused(new ByteWriter(0).u8(0x40).u8(1).u8(3).u8(0), "escaped byte");
        refused(new ByteWriter(0).u8(0x40).u8(0xc0).u8(0), "UTF-8");
        refused(number(-0.0).u8(1), "the one zero");
        refused(number(1.5).u8(0), "type of a number");
        refused(number(1).u8(2), "type of a number");
        refused(number(1).u8(3), "type of a number");
        refused(number(1).u8(0x80).u8(1), "rest of a whole number");
        refused(number(0x1p53).u8(0x80).u8(0), "rest of a whole number");
        refused(number(0x1p53).u8(0x80).u8(2), "rest of a whole number");
        refused(number(0x1p63).u8(0), "type of a number");
        refused(number(0x1p62).u8(0x84).u8(0), "rest of a whole number");
    }

    private static ByteWriter number(double value) {
        long bits = Double.doubleToRawLongBits(value);
        return new ByteWriter(16).u8(0x20).u64(Long.reverseBytes(bits < 0 ? ~bits : bits ^ Long.MIN_VALUE));
    }

    private static void refused(ByteWriter bytes, String words) {
        PfsException refused = assertThrows(PfsException.class, () -> read(bytes.toBytes()));
        assertEquals(ErrorCode.CORRUPT, refused.code());
        assertTrue(refused.getMessage().contains(words), refused.getMessage());
    }

    @Test
    void aCellGivesBackWhatItTook() {
        ValueCell cell = new ValueCell();
        for (TagValue value : ORDERED) {
            cell.set(value);
            assertEquals(Optional.of(value), cell.get());
            assertEquals(Optional.of(ValueType.of(value)), cell.type());
        }
        cell.clear();
        assertEquals(Optional.empty(), cell.get());
        assertTrue(cell.isEmpty() && !cell.isComparableTo(cell));
    }
}
