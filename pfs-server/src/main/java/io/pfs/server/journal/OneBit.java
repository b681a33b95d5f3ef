package io.pfs.server.journal;

import io.pfs.format.Checksum;

/**
 * Finds the one bit that was turned over in bytes whose CRC-32C is known: by one bit it differs by a number that tells which, for as many bytes as a
 * batch can have. What is damaged otherwise can seem to be such a bit, once in so many millions of times: whoever turns one back has to have something
 * else that proves him right.
 */
final class OneBit {
    static final long NONE = -1;

    /** The polynomial, its lowest power at the highest bit. */
    private static final int POLYNOMIAL = 0x82F6_3B78;

    private OneBit() {}

    /** Which bit it is, counted from the first; {@link #NONE} if it is more than one, or none. */
    static long find(byte[] bytes, int from, int length, int wanted) {
        int difference = Checksum.of(bytes, from, length) ^ wanted;
        int ofBit = POLYNOMIAL; // what the last bit makes of it; the one before that a step more
        for (long bit = (long) length * Byte.SIZE - 1; bit >= 0; bit--) {
            if (ofBit == difference) {
                return bit;
            }
            ofBit = (ofBit >>> 1) ^ (POLYNOMIAL & -(ofBit & 1));
        }
        return NONE;
    }

    static void turn(byte[] bytes, int from, long bit) {
        bytes[from + (int) (bit / Byte.SIZE)] ^= (byte) (1 << bit % Byte.SIZE);
    }
}
