package io.pfs.bench.load;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Names of 16 bytes by number: hexadecimal digits that look random. Made on the spot, since a list of them would be read too. */
public final class Names {
    public static final int BYTES = 16;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** Odd, and far from small multiples of a power of two: steps through numbers in a scattered order. */
    private static final long STRIDE = 0x9e37_79b1L;

    private Names() {}

    public static void write(long number, byte[] target) {
        long z = (number ^ 0x5851_f42d_4c95_7f2dL) * 0x9e37_79b9_7f4a_7c15L;
        z = (z ^ (z >>> 32)) * 0xd6e8_feb8_6659_fd93L;
        z ^= z >>> 32;
        LONG.set(target, 0, digits((int) (z >>> 32)));
        LONG.set(target, 8, digits((int) z));
    }

    /** The {@code i}-th number of a walk in random order over all numbers below {@code count}. */
    public static long scattered(long i, long count) {
        return i * STRIDE % count;
    }

    /** Eight digits from 32 bits, all at once. */
    private static long digits(int value) {
        long spread = value & 0xffff_ffffL;
        spread = (spread | spread << 16) & 0x0000_ffff_0000_ffffL;
        spread = (spread | spread << 8) & 0x00ff_00ff_00ff_00ffL;
        spread = (spread | spread << 4) & 0x0f0f_0f0f_0f0f_0f0fL;
        long isLetter = (spread + 0x0606_0606_0606_0606L) >>> 4 & 0x0101_0101_0101_0101L;
        return spread + 0x3030_3030_3030_3030L + isLetter * ('a' - '0' - 10);
    }
}
