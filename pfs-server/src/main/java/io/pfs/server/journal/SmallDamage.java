package io.pfs.server.journal;

import io.pfs.format.Checksum;
import java.util.function.BooleanSupplier;

/**
 * Finds out what stood in bytes of which one or two neighbouring ones were changed, from their CRC-32C: for each place there is at most one change that
 * explains the checksum, and for most there is none. Which of those that are left it was, if any, something else has to prove.
 */
final class SmallDamage {
    /** Changes of more bytes would explain a checksum at too many places. */
    static final int BYTES_MAX = 2;

    /** The polynomial, its lowest power at the highest bit. */
    private static final int POLYNOMIAL = 0x82F6_3B78;

    private SmallDamage() {}

    /**
     * Takes the damage back, if it is so small; else the bytes stay as they are.
     *
     * @param wanted the checksum that they had
     * @param bytesMax how many bytes may have been changed
     * @param isProven whether they are now what they were
     */
    static boolean mend(byte[] bytes, int from, int length, int wanted, int bytesMax, BooleanSupplier isProven) {
        int change = Checksum.of(bytes, from, length) ^ wanted;
        if (change == 0) {
            return false;
        }
        for (int at = from + length - 1; at >= from; at--) {
            change = before(change);
            int bytesThere = Math.min(bytesMax, from + length - at);
            if (change >>> (bytesThere * Byte.SIZE) == 0) {
                change(bytes, at, change);
                if (isProven.getAsBoolean()) {
                    return true;
                }
                change(bytes, at, change);
            }
        }
        return false;
    }

    /** What a change that shows in the checksum so was like one byte earlier. */
    private static int before(int change) {
        int before = change;
        for (int bit = 0; bit < Byte.SIZE; bit++) {
            before = before < 0 ? ((before ^ POLYNOMIAL) << 1) | 1 : before << 1;
        }
        return before;
    }

    private static void change(byte[] bytes, int at, int change) {
        int rest = change;
        for (int i = at; rest != 0; i++) {
            bytes[i] ^= (byte) rest;
            rest >>>= Byte.SIZE;
        }
    }
}
