package io.pfs.query.value;

import io.pfs.Check;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.row.TagValue;
import java.util.Arrays;

/**
 * Values as bytes whose unsigned order is that of the values: keys of an index. None is the beginning of another, so that a
 * key can go on behind it. Layout: see the package.
 */
public final class OrderedValue {
    static final int FALSE = 0x10;
    static final int TRUE = 0x11;
    static final int NUMBER = 0x20;
    static final int TIMESTAMP = 0x30;
    static final int TEXT = 0x40;
    static final int BYTES = 0x50;
    /** What follows a class, and comes before the next. */
    private static final int CLASS_STEP = 0x10;

    /** What stands behind a number that a double holds: the type it had, for decoding. */
    static final int WAS_LONG = 0;

    static final int WAS_DOUBLE = 1;
    static final int WAS_MINUS_ZERO = 2;
    /** Set in what stands behind a whole number that no double holds: how much it is more than the double before it. */
    static final int HAS_REST = 0x80;

    private static final int REST_MAX = 1023;
    /** Of one that a double holds. */
    private static final int NUMBER_BYTES = 10;

    /** So large a double holds even numbers at most. */
    private static final long EXACT_LONG_MAX = 1L << 53;

    private static final int END_OF_RUN = 0;
    private static final int ESCAPE = 1;
    private static final int ESCAPED_ZERO = 1;
    private static final int ESCAPED_ONE = 2;

    private OrderedValue() {}

    /** Writes the value so that it is read again as it was, also its type. */
    public static void encode(ValueCell value, ByteWriter out) {
        encode(value, true, out);
    }

    /** As bytes: {@link #encode}. */
    public static byte[] toBytes(TagValue value) {
        ByteWriter out = new ByteWriter(16);
        encode(ValueCell.of(value), out);
        return out.toBytes();
    }

    /** Writes the value so that equal ones have the same bytes: 1 and 1.0, and both zeros. These come first among such. */
    public static void encodeAlike(ValueCell value, ByteWriter out) {
        encode(value, false, out);
    }

    /** Lets the bytes of a value, or their begin, be as {@link #encodeAlike} writes them. */
    public static void makeAlike(byte[] key) {
        int last = NUMBER_BYTES - 1;
        if (key.length == NUMBER_BYTES && key[0] == NUMBER && key[last] > WAS_LONG) {
            key[last] = WAS_LONG;
        }
    }

    private static void encode(ValueCell value, boolean keepsType, ByteWriter out) {
        switch (value.type().orElseThrow()) {
            case BOOLEAN -> out.u8(value.asLong() == 0 ? FALSE : TRUE);
            case LONG -> whole(value.asLong(), out);
            case DOUBLE -> number(value.asDouble(), keepsType, out);
            case TIMESTAMP -> u64Descending(value.asLong() ^ Long.MIN_VALUE, out.u8(TIMESTAMP));
            case TEXT -> {
                run(value, out.u8(TEXT));
                out.u8(END_OF_RUN);
            }
            case BYTES -> {
                run(value, out.u8(BYTES));
                out.u8(END_OF_RUN);
            }
        }
    }

    private static void whole(long value, ByteWriter out) {
        double below = doubleNotAbove(value);
        int rest = (int) (value - (long) below);
        number(below, out);
        if (rest == 0) {
            out.u8(WAS_LONG);
        } else {
            out.u8(HAS_REST | rest >> 8).u8(rest & 0xff);
        }
    }

    /** The nearest double that is not more. Made a double, a number is rounded either way. */
    private static double doubleNotAbove(long value) {
        if (Math.abs(value) <= EXACT_LONG_MAX) {
            return (double) value;
        }
        int bitsLost = Long.SIZE - Long.numberOfLeadingZeros(Math.abs(value)) - 53;
        return (double) (value >> bitsLost << bitsLost);
    }

    private static void number(double value, boolean keepsType, ByteWriter out) {
        number(value + 0.0, out); // minus zero is written as zero
        boolean isMinusZero = value == 0 && 1 / value < 0;
        out.u8(keepsType ? isMinusZero ? WAS_MINUS_ZERO : WAS_DOUBLE : WAS_LONG);
    }

    /** Its bits, with a sign that is larger for what is larger; negative ones have all bits turned round. */
    private static void number(double value, ByteWriter out) {
        long bits = Double.doubleToLongBits(value);
        u64Descending(bits < 0 ? ~bits : bits ^ Long.MIN_VALUE, out.u8(NUMBER));
    }

    /** The highest byte first, which no other number of a format has. */
    private static void u64Descending(long value, ByteWriter out) {
        out.u64(Long.reverseBytes(value));
    }

    /** Zero ends a run, so zeros in it are escaped, and so is what escapes them. */
    private static void run(ValueCell value, ByteWriter out) {
        byte[] bytes = value.array();
        int plainFrom = value.from();
        for (int i = value.from(); i < value.to(); i++) {
            if (bytes[i] == 0 || bytes[i] == ESCAPE) {
                out.bytes(bytes, plainFrom, i - plainFrom).u8(ESCAPE).u8(bytes[i] == 0 ? ESCAPED_ZERO : ESCAPED_ONE);
                plainFrom = i + 1;
            }
        }
        out.bytes(bytes, plainFrom, value.to() - plainFrom);
    }

    /** The least key of those of values equal to this, and of no value before it. */
    public static byte[] from(ValueCell value) {
        ByteWriter out = new ByteWriter(16);
        encodeAlike(value, out);
        return out.toBytes();
    }

    /** The least key behind all that begin with a value equal to this. */
    public static byte[] behind(ValueCell value) {
        byte[] key = from(value);
        int last = key.length - 1;
        boolean isNumberWithoutRest =
                value.type().orElseThrow().isNumber() && key[0] == NUMBER && key.length == NUMBER_BYTES;
        if (isNumberWithoutRest) {
            key[last] = (byte) HAS_REST;
            return key;
        }
        return behindAll(key);
    }

    /** The least key behind all of runs that begin with this one, which is the first of them. */
    public static byte[] behindPrefix(ValueCell prefix) {
        ByteWriter begin = new ByteWriter(16);
        run(prefix, begin.u8(prefix.type().orElseThrow() == ValueType.TEXT ? TEXT : BYTES));
        byte[] key = begin.toBytes();
        return key.length == 1 ? behindClass(prefix.type().orElseThrow()) : behindAll(key);
    }

    /** The least key of values that can be compared with one of this type. */
    public static byte[] fromClass(ValueType type) {
        return new byte[] {(byte) ((type.rank() + 1) * CLASS_STEP)};
    }

    /** The least key behind all of values that can be compared with one of this type. */
    public static byte[] behindClass(ValueType type) {
        return new byte[] {(byte) ((type.rank() + 2) * CLASS_STEP)};
    }

    /** The least key behind all that begin with this one, whose first byte is not the last one. */
    private static byte[] behindAll(byte[] key) {
        int last = key.length - 1;
        while (key[last] == -1) {
            last--;
        }
        byte[] next = Arrays.copyOf(key, last + 1);
        next[last]++;
        return next;
    }

    /** Reads a value, and stops behind it. */
    public static TagValue decode(ByteReader in) {
        int first = in.u8("class of a value");
        return switch (first) {
            case FALSE, TRUE -> new TagValue.OfBoolean(first == TRUE);
            case NUMBER -> decodeNumber(in);
            case TIMESTAMP -> new TagValue.OfTimestamp(u64Descending(in) ^ Long.MIN_VALUE);
            case TEXT -> {
                byte[] utf8 = decodeRun(in);
                yield new TagValue.OfString(
                        in.of(in.offset(), utf8, 0, utf8.length).text("text", utf8.length));
            }
            case BYTES -> new TagValue.OfBytes(decodeRun(in));
            default -> throw in.refuse("class of a value", "one of those there are", Integer.toString(first));
        };
    }

    private static long u64Descending(ByteReader in) {
        return Long.reverseBytes(in.u64("value"));
    }

    private static TagValue decodeNumber(ByteReader in) {
        long ordered = u64Descending(in);
        long bits = ordered < 0 ? ordered ^ Long.MIN_VALUE : ~ordered;
        double number = Double.longBitsToDouble(bits);
        if (Double.doubleToLongBits(number + 0.0) != bits) {
            throw in.refuse("number", "the one zero, or the one that is none", Long.toHexString(bits));
        }
        int type = in.u8("type of a number");
        if (type == WAS_DOUBLE || (type == WAS_MINUS_ZERO && number == 0)) {
            return new TagValue.OfDouble(type == WAS_DOUBLE ? number : -0.0);
        }
        return new TagValue.OfLong(decodeWhole(number, type, in));
    }

    private static long decodeWhole(double below, int type, ByteReader in) {
        boolean isInside = below >= Long.MIN_VALUE && below < 0x1p63 && below == Math.rint(below);
        if (!isInside || (type != WAS_LONG && (type & HAS_REST) == 0)) {
            throw in.refuse("type of a number", "one that it can have", Integer.toString(type));
        } else if (type == WAS_LONG) {
            return (long) below;
        }
        int rest = (type ^ HAS_REST) << 8 | in.u8("rest of a whole number");
        in.inRange("rest of a whole number", rest, 1, REST_MAX);
        long whole = (long) below + rest;
        if (whole < (long) below || doubleNotAbove(whole) != below) {
            throw in.refuse("rest of a whole number", "less than to the next double", Integer.toString(rest));
        }
        return whole;
    }

    private static byte[] decodeRun(ByteReader in) {
        ByteWriter out = new ByteWriter(Math.min(in.remaining(), 64));
        for (int b = in.u8("run of bytes"); b != END_OF_RUN; b = in.u8("run of bytes")) {
            if (b == ESCAPE) {
                int escaped = (int) in.inRange("escaped byte", in.u8("escaped byte"), ESCAPED_ZERO, ESCAPED_ONE);
                out.u8(escaped == ESCAPED_ZERO ? 0 : 1);
            } else {
                out.u8(b);
            }
        }
        return out.toBytes();
    }

    /** How the keys of two values are ordered, for who has no cells. */
    public static int compare(TagValue left, TagValue right) {
        int order = ValueCell.of(left).compare(ValueCell.of(right));
        if (order != 0) {
            return order;
        }
        Check.that(ValueType.of(left).isComparableTo(ValueType.of(right)), "values of different classes differ");
        return Arrays.compareUnsigned(toBytes(left), toBytes(right));
    }
}
