package io.pfs.hash;

import io.pfs.Check;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The 64-bit hash function XXH64, as its specification defines it. Clients hash every name, so it is plain Java, reads
 * eight bytes at a time and allocates nothing.
 */
public final class Xxh64 {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long P1 = 0x9E37_79B1_85EB_CA87L;
    private static final long P2 = 0xC2B2_AE3D_27D4_EB4FL;
    private static final long P3 = 0x1656_67B1_9E37_79F9L;
    private static final long P4 = 0x85EB_CA77_C2B2_AE63L;
    private static final long P5 = 0x27D4_EB2F_1656_67C5L;

    private static final int STRIPE_BYTES = 32;

    private Xxh64() {}

    /** The hash of {@code bytes[at, at + length)} under a seed. */
    public static long hash(byte[] bytes, int at, int length, long seed) {
        Check.that(at >= 0 && length >= 0 && length <= bytes.length - at, "what is hashed lies in its array", length);
        int end = at + length;
        int tail = at + (length & -STRIPE_BYTES);
        long hash = tail == at ? seed + P5 : stripes(bytes, at, tail, seed);
        return avalanche(rest(bytes, tail, end, hash + length));
    }

    /** Four lanes run side by side over whole stripes and are then folded into one. */
    private static long stripes(byte[] bytes, int from, int to, long seed) {
        long lane1 = seed + P1 + P2;
        long lane2 = seed + P2;
        long lane3 = seed;
        long lane4 = seed - P1;
        for (int i = from; i < to; i += STRIPE_BYTES) {
            lane1 = round(lane1, (long) LONG.get(bytes, i));
            lane2 = round(lane2, (long) LONG.get(bytes, i + 8));
            lane3 = round(lane3, (long) LONG.get(bytes, i + 16));
            lane4 = round(lane4, (long) LONG.get(bytes, i + 24));
        }
        long hash = Long.rotateLeft(lane1, 1)
                + Long.rotateLeft(lane2, 7)
                + Long.rotateLeft(lane3, 12)
                + Long.rotateLeft(lane4, 18);
        return fold(fold(fold(fold(hash, lane1), lane2), lane3), lane4);
    }

    /** At most 31 bytes are left: by eights, by a four, by ones. */
    private static long rest(byte[] bytes, int from, int end, long start) {
        long hash = start;
        int i = from;
        for (; i + 8 <= end; i += 8) {
            hash = Long.rotateLeft(hash ^ round(0, (long) LONG.get(bytes, i)), 27) * P1 + P4;
        }
        if (i + 4 <= end) {
            long word = (int) INT.get(bytes, i) & 0xffff_ffffL;
            hash = Long.rotateLeft(hash ^ (word * P1), 23) * P2 + P3;
            i += 4;
        }
        for (; i < end; i++) {
            hash = Long.rotateLeft(hash ^ ((bytes[i] & 0xff) * P5), 11) * P1;
        }
        return hash;
    }

    private static long round(long lane, long input) {
        return Long.rotateLeft(lane + input * P2, 31) * P1;
    }

    private static long fold(long hash, long lane) {
        return (hash ^ round(0, lane)) * P1 + P4;
    }

    private static long avalanche(long mixed) {
        long hash = (mixed ^ (mixed >>> 33)) * P2;
        hash = (hash ^ (hash >>> 29)) * P3;
        return hash ^ (hash >>> 32);
    }
}
