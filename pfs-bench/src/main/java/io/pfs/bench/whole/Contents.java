package io.pfs.bench.whole;

import java.util.Arrays;
import java.util.Random;

/** Contents of files: bytes that can't be compressed, the same for the same number. */
public final class Contents {
    private static final byte[] POOL = new byte[4 << 20];

    static {
        new Random(1).nextBytes(POOL);
    }

    private Contents() {}

    /** Between half and one and a half times so many bytes. */
    static byte[] around(long number, int bytes) {
        long mixed = mixed(number);
        int length = (int) (bytes / 2 + Math.floorMod(mixed, (long) bytes));
        return of(mixed, length);
    }

    public static byte[] of(long number, int length) {
        int from = (int) Math.floorMod(mixed(number) >>> 20, (long) POOL.length - length);
        return Arrays.copyOfRange(POOL, from, from + length);
    }

    private static long mixed(long number) {
        long z = (number + 1) * 0x9e37_79b9_7f4a_7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
        return z ^ (z >>> 31);
    }
}
