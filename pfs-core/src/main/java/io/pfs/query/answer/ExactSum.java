package io.pfs.query.answer;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.query.value.ValueCell;
import io.pfs.query.value.ValueType;
import io.pfs.row.TagValue;
import java.math.BigInteger;
import java.util.Optional;

/**
 * A sum of numbers without any rounding until it is asked for, so that it is the same in whatever order they are added, and by
 * however many servers. Bytes: see the package.
 */
final class ExactSum {
    private static final int HAS_DOUBLES = 1;
    private static final int HAS_NAN = 2;
    private static final int HAS_PLUS_INFINITY = 4;
    private static final int HAS_MINUS_INFINITY = 8;

    private static final int FLAGS_MAX = HAS_DOUBLES | HAS_NAN | HAS_PLUS_INFINITY | HAS_MINUS_INFINITY;

    private long count;
    private int flags;
    /** Of the whole numbers, as one of 128 bits. */
    private long wholeHigh;

    private long wholeLow;
    private final FixedPoint fractions = new FixedPoint();

    /** Adds a number; other values, and none, are passed over. */
    void add(ValueCell value) {
        ValueType type = value.type().orElse(ValueType.BOOLEAN);
        if (type == ValueType.LONG) {
            count++;
            addWhole(value.asLong());
        } else if (type == ValueType.DOUBLE) {
            count++;
            addDouble(value.asDouble());
        }
    }

    private void addWhole(long value) {
        addWhole(value >> 63, value);
    }

    private void addWhole(long high, long low) {
        long sum = wholeLow + low;
        boolean carries = Long.compareUnsigned(sum, low) < 0;
        wholeLow = sum;
        wholeHigh += high + (carries ? 1 : 0);
    }

    private void addDouble(double value) {
        flags |= HAS_DOUBLES;
        if (Double.isFinite(value)) {
            fractions.add(value);
        } else if (Double.isNaN(value)) {
            flags |= HAS_NAN;
        } else {
            flags |= value > 0 ? HAS_PLUS_INFINITY : HAS_MINUS_INFINITY;
        }
    }

    void addAll(ExactSum other) {
        count += other.count;
        flags |= other.flags;
        addWhole(other.wholeHigh, other.wholeLow);
        fractions.add(other.fractions);
    }

    /** Bytes of memory, about. */
    int bytes() {
        return 64 + fractions.bytes();
    }

    private boolean has(int flag) {
        return (flags & flag) != 0;
    }

    private BigInteger whole() {
        BigInteger low = new BigInteger(Long.toUnsignedString(wholeLow));
        return BigInteger.valueOf(wholeHigh).shiftLeft(Long.SIZE).add(low);
    }

    /** A double if one was added, or else a whole number; none if nothing was added. One that no whole number is, is refused. */
    Optional<TagValue> sum(String what) {
        if (count == 0) {
            return Optional.empty();
        } else if (has(HAS_DOUBLES)) {
            return Optional.of(new TagValue.OfDouble(rounded()));
        }
        BigInteger whole = whole();
        if (whole.bitLength() >= Long.SIZE) {
            throw new PfsException(
                    ErrorCode.OUT_OF_RANGE,
                    what + " is " + whole + ", but a whole number is from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE);
        }
        return Optional.of(new TagValue.OfLong(whole.longValue()));
    }

    /** The sum, rounded, through the count, rounded again. */
    Optional<TagValue> average() {
        return count == 0 ? Optional.empty() : Optional.of(new TagValue.OfDouble(rounded() / (double) count));
    }

    private double rounded() {
        boolean isUndefined = has(HAS_PLUS_INFINITY) && has(HAS_MINUS_INFINITY);
        if (has(HAS_NAN) || isUndefined) {
            return Double.NaN;
        } else if (has(HAS_PLUS_INFINITY)) {
            return Double.POSITIVE_INFINITY;
        } else if (has(HAS_MINUS_INFINITY)) {
            return Double.NEGATIVE_INFINITY;
        }
        return FixedPoint.toDouble(fractions.units().add(whole().shiftLeft(FixedPoint.UNIT_BITS)));
    }

    void encode(ByteWriter out) {
        out.varint(count);
        if (count > 0) {
            out.u8(flags).u64(wholeLow).u64(wholeHigh);
        }
        if (has(HAS_DOUBLES)) {
            fractions.encode(out);
        }
    }

    static ExactSum decode(ByteReader in) {
        ExactSum sum = new ExactSum();
        sum.count = in.varint("numbers summed up", 0, Long.MAX_VALUE);
        if (sum.count > 0) {
            sum.flags = (int) in.inRange("flags of a sum", in.u8("flags of a sum"), 0, FLAGS_MAX);
            sum.wholeLow = in.u64("sum of whole numbers");
            sum.wholeHigh = in.u64("sum of whole numbers");
        }
        if (sum.has(HAS_DOUBLES)) {
            sum.fractions.decode(in);
        } else if (sum.flags != 0) {
            throw in.refuse("flags of a sum", "those of doubles with doubles alone", Integer.toString(sum.flags));
        }
        return sum;
    }
}
