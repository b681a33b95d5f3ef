package io.pfs.server.image;

import io.pfs.format.ByteReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads what {@link BitWriter} wrote. Takes its bytes from a reader at once, so that they are known to be there. */
final class BitReader {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** A load that begins inside a byte has this many bits for certain. */
    private static final int LOAD_BITS = Long.SIZE - Byte.SIZE + 1;

    private final ByteReader in;
    private final byte[] bytes;
    private final long firstBit;
    private final long endBit;
    private long atBit;

    BitReader(ByteReader in, String what, int byteCount) {
        this.in = in;
        this.bytes = in.array();
        this.firstBit = (long) in.skip(what, byteCount) * Byte.SIZE;
        this.atBit = firstBit;
        this.endBit = firstBit + (long) byteCount * Byte.SIZE;
    }

    /** Goes to where so many bits stand before. */
    void seek(long bits) {
        atBit = firstBit + bits;
    }

    long get(int width) {
        if (width > endBit - atBit) {
            throw in.refuse("packed bits", width + " more bits", (endBit - atBit) + " left");
        }
        if (width > LOAD_BITS) {
            long low = get(32);
            return low | (get(width - 32) << 32);
        }
        int at = (int) (atBit >>> 3);
        long loaded = at + Long.BYTES <= bytes.length ? (long) LONG.get(bytes, at) : lastBytes(at);
        long value = loaded >>> (atBit & 7);
        atBit += width;
        return value & ((1L << width) - 1);
    }

    private long lastBytes(int at) {
        long value = 0;
        for (int i = bytes.length - 1; i >= at; i--) {
            value = (value << Byte.SIZE) | (bytes[i] & 0xff);
        }
        return value;
    }

    /** Refuses bits that are left over, but for the zeros that fill up the last byte. */
    void finish() {
        long left = endBit - atBit;
        if (left >= Byte.SIZE || get((int) left) != 0) {
            throw in.refuse("packed bits", "at most seven zero bits at the end", left + " bits");
        }
    }
}
