package io.pfs.query.answer;

import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.math.BigInteger;
import java.util.Arrays;

/** A number with room for the sum of any doubles: a whole number of 2^-1074, the least of them. */
final class FixedPoint {
    /** Those behind the point. */
    static final int UNIT_BITS = 1074;

    private static final int LIMB_BITS = 32;
    private static final long LIMB_MASK = 0xffff_ffffL;
    /** The largest double has 2,098 bits; with so many more there is room for 2^62 of them. */
    private static final int LIMBS = 68;

    private static final int ENCODED_BYTES_MAX = LIMBS * LIMB_BITS / Byte.SIZE;

    private static final int MANTISSA_BITS = 52;
    private static final long MANTISSA_MASK = (1L << MANTISSA_BITS) - 1;
    private static final int EXPONENT_MASK = 0x7ff;
    /** Each addition leaves less than 2^33 more in a limb, which has room for so many at least. */
    private static final int ADDITIONS_MAX = 1 << 29;

    private static final long[] NONE = {};

    /** The lowest first, each with a sign of its own and with what should be carried; made when first needed. */
    private long[] limbs = NONE;

    private int additions;

    /** Adds a double that is finite. */
    void add(double value) {
        makeRoom();
        long bits = Double.doubleToRawLongBits(value);
        int exponent = (int) (bits >>> MANTISSA_BITS) & EXPONENT_MASK;
        long mantissa = bits & MANTISSA_MASK;
        if (exponent > 0) {
            mantissa |= 1L << MANTISSA_BITS;
            exponent--;
        }
        int limb = exponent / LIMB_BITS;
        int shift = exponent % LIMB_BITS;
        long low = (mantissa & LIMB_MASK) << shift;
        long high = (mantissa >>> LIMB_BITS) << shift;
        int sign = bits < 0 ? -1 : 1;
        limbs[limb] += sign * (low & LIMB_MASK);
        limbs[limb + 1] += sign * ((low >>> LIMB_BITS) + (high & LIMB_MASK));
        limbs[limb + 2] += sign * (high >>> LIMB_BITS);
    }

    void add(FixedPoint other) {
        if (other.limbs.length > 0) {
            makeRoom();
            other.carry();
            for (int i = 0; i < LIMBS; i++) {
                limbs[i] += other.limbs[i];
            }
        }
    }

    private void makeRoom() {
        if (limbs.length == 0) {
            limbs = new long[LIMBS];
        }
        if (++additions == ADDITIONS_MAX) {
            carry();
        }
    }

    /** Leaves 32 bits in each limb, and the sign in the last. */
    private void carry() {
        for (int i = 0; i + 1 < limbs.length; i++) {
            limbs[i + 1] += limbs[i] >> LIMB_BITS;
            limbs[i] &= LIMB_MASK;
        }
        additions = 0;
    }

    int bytes() {
        return limbs.length * Long.BYTES;
    }

    /** How often it has 2^-1074. */
    BigInteger units() {
        if (limbs.length == 0) {
            return BigInteger.ZERO;
        }
        carry();
        byte[] descending = new byte[ENCODED_BYTES_MAX];
        for (int i = 0; i < ENCODED_BYTES_MAX; i++) {
            int at = ENCODED_BYTES_MAX - 1 - i;
            descending[i] = (byte) (limbs[at / 4] >> (at % 4 * Byte.SIZE));
        }
        return new BigInteger(descending);
    }

    /** The nearest double, the even one of two; infinite if it is larger than all. */
    static double toDouble(BigInteger units) {
        BigInteger size = units.abs();
        int dropped = Math.max(0, size.bitLength() - (MANTISSA_BITS + 3));
        long kept = size.shiftRight(dropped).longValue();
        boolean isInexact = dropped > 0 && size.getLowestSetBit() < dropped;
        double nearest = Math.scalb((double) (kept | (isInexact ? 1 : 0)), dropped - UNIT_BITS);
        return units.signum() < 0 ? -nearest : nearest;
    }

    void encode(ByteWriter out) {
        BigInteger units = units();
        int zeroBytes = units.signum() == 0 ? 0 : units.getLowestSetBit() / Byte.SIZE;
        byte[] bytes = units.signum() == 0
                ? new byte[0]
                : units.shiftRight(zeroBytes * Byte.SIZE).toByteArray();
        out.varint(zeroBytes).varint(bytes.length).bytes(bytes);
    }

    void decode(ByteReader in) {
        int zeroBytes = (int) in.varint("zero bytes of a sum", 0, ENCODED_BYTES_MAX - 1);
        int length = (int) in.varint("bytes of a sum", 0, ENCODED_BYTES_MAX - zeroBytes);
        byte[] bytes = in.bytes("sum", length);
        makeRoom();
        BigInteger units = length == 0 ? BigInteger.ZERO : new BigInteger(bytes).shiftLeft(zeroBytes * Byte.SIZE);
        byte[] shortest = units.toByteArray();
        boolean isShortest =
                length == 0 ? zeroBytes == 0 : bytes[length - 1] != 0 && shortest.length == length + zeroBytes;
        if (!isShortest) {
            throw in.refuse("sum", "its shortest form", Arrays.toString(bytes));
        }
        set(units);
    }

    private void set(BigInteger units) {
        BigInteger rest = units;
        for (int i = 0; i + 1 < LIMBS; i++) {
            limbs[i] = rest.longValue() & LIMB_MASK;
            rest = rest.shiftRight(LIMB_BITS);
        }
        limbs[LIMBS - 1] = rest.longValue();
    }
}
