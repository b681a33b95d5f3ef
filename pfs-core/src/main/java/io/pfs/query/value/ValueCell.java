package io.pfs.query.value;

import io.pfs.Check;
import io.pfs.row.TagValue;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Room for one value, or none, used again and again: who looks at the rows of a table makes no object for each. Text is kept
 * as its UTF-8, whose order is that of its code points.
 */
public final class ValueCell {
    private static final byte[] NO_BYTES = {};

    /** As a {@code double}, 2^63: the first number beyond the whole ones. */
    private static final double LONG_END = 0x1p63;

    private @Nullable ValueType type;
    private long number;
    private double fraction;
    private byte[] bytes = NO_BYTES;
    private int from;
    private int to;

    public static ValueCell of(TagValue value) {
        ValueCell cell = new ValueCell();
        cell.set(value);
        return cell;
    }

    public boolean isEmpty() {
        return type == null;
    }

    public Optional<ValueType> type() {
        return Optional.ofNullable(type);
    }

    private ValueType filled() {
        return Check.present(type, "what is compared or written is a value");
    }

    public void clear() {
        type = null;
    }

    public void set(TagValue value) {
        if (value instanceof TagValue.OfLong whole) {
            setLong(whole.value());
        } else if (value instanceof TagValue.OfDouble broken) {
            setDouble(broken.value());
        } else if (value instanceof TagValue.OfString text) {
            setText(text.value().getBytes(StandardCharsets.UTF_8));
        } else if (value instanceof TagValue.OfBytes run) {
            setBytes(run.value(), 0, run.value().length);
        } else if (value instanceof TagValue.OfTimestamp moment) {
            setTimestamp(moment.millis());
        } else if (value instanceof TagValue.OfBoolean truth) {
            setBoolean(truth.value());
        }
    }

    public void setLong(long value) {
        type = ValueType.LONG;
        number = value;
    }

    public void setDouble(double value) {
        type = ValueType.DOUBLE;
        fraction = value;
    }

    public void setTimestamp(long millis) {
        type = ValueType.TIMESTAMP;
        number = millis;
    }

    public void setBoolean(boolean value) {
        type = ValueType.BOOLEAN;
        number = value ? 1 : 0;
    }

    /** Takes text as its UTF-8, which is not copied. */
    public void setText(byte[] utf8) {
        setText(utf8, 0, utf8.length);
    }

    /** Takes text as its UTF-8, a part of an array that is not copied. */
    public void setText(byte[] utf8, int start, int end) {
        setRun(ValueType.TEXT, utf8, start, end);
    }

    /** Takes bytes, a part of an array that is not copied. */
    public void setBytes(byte[] source, int start, int end) {
        setRun(ValueType.BYTES, source, start, end);
    }

    private void setRun(ValueType runType, byte[] source, int start, int end) {
        Check.that(start >= 0 && start <= end && end <= source.length, "a value lies inside its bytes", end);
        type = runType;
        bytes = source;
        from = start;
        to = end;
    }

    /** The value, as an object of its own. */
    public Optional<TagValue> get() {
        return type == null ? Optional.empty() : Optional.of(toValue(type));
    }

    private TagValue toValue(ValueType ofType) {
        return switch (ofType) {
            case BOOLEAN -> new TagValue.OfBoolean(number != 0);
            case LONG -> new TagValue.OfLong(number);
            case DOUBLE -> new TagValue.OfDouble(fraction);
            case TIMESTAMP -> new TagValue.OfTimestamp(number);
            case TEXT -> new TagValue.OfString(new String(bytes, from, to - from, StandardCharsets.UTF_8));
            case BYTES -> new TagValue.OfBytes(Arrays.copyOfRange(bytes, from, to));
        };
    }

    /** Whether both are there and their values can be compared. */
    public boolean isComparableTo(ValueCell other) {
        return type != null && other.type != null && type.isComparableTo(other.type);
    }

    /**
     * The order of all values: by class, then by value. Numbers of both types are compared exactly; NaN equals itself and is
     * greater than all others, and there is one zero.
     */
    public int compare(ValueCell other) {
        ValueType left = filled();
        ValueType right = other.filled();
        if (!left.isComparableTo(right)) {
            return Integer.compare(left.rank(), right.rank());
        } else if (left.isRun()) {
            return Arrays.compareUnsigned(bytes, from, to, other.bytes, other.from, other.to);
        } else if (left.isNumber()) {
            return compareNumbers(other);
        }
        return Long.compare(number, other.number);
    }

    private int compareNumbers(ValueCell other) {
        boolean isWhole = type == ValueType.LONG;
        boolean isOtherWhole = other.type == ValueType.LONG;
        if (isWhole && isOtherWhole) {
            return Long.compare(number, other.number);
        } else if (isWhole) {
            return compare(number, other.fraction);
        }
        return isOtherWhole ? -compare(other.number, fraction) : compare(fraction, other.fraction);
    }

    private static int compare(double left, double right) {
        return left == right ? 0 : Double.compare(left, right); // the zeros are equal, here alone
    }

    /** Exactly: neither is made the other before it is known that nothing is lost. */
    private static int compare(long whole, double number) {
        if (Double.isNaN(number) || number >= LONG_END) {
            return -1;
        } else if (number < -LONG_END) {
            return 1;
        }
        long towardsZero = (long) number;
        return whole == towardsZero
                ? Double.compare((double) towardsZero, number + 0.0)
                : Long.compare(whole, towardsZero);
    }

    /** Whether this is a run of bytes that begins with the other, of the same type. */
    public boolean beginsWith(ValueCell prefix) {
        int length = prefix.to - prefix.from;
        return to - from >= length && Arrays.equals(bytes, from, from + length, prefix.bytes, prefix.from, prefix.to);
    }

    /** The whole number, or the milliseconds of a timestamp, if it is one of these. */
    public long asLong() {
        return number;
    }

    /** The double, if it is one. */
    public double asDouble() {
        return fraction;
    }

    /** Whether it is the double that equals zero and isn't it. */
    public boolean isMinusZero() {
        return type == ValueType.DOUBLE && fraction == 0 && 1 / fraction < 0;
    }

    /** Bytes of text, or bytes; else none. */
    public int runBytes() {
        return type != null && type.isRun() ? to - from : 0;
    }

    byte[] array() {
        return bytes;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }
}
