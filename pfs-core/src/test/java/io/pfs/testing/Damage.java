package io.pfs.testing;

import java.util.Arrays;
import java.util.function.BiConsumer;

/** All the small damages of a run of bytes, each with words for what was done. */
public final class Damage {
    private Damage() {}

    /** Each proper prefix, from the empty one on. */
    public static void eachPrefix(byte[] bytes, BiConsumer<byte[], String> body) {
        for (int length = 0; length < bytes.length; length++) {
            body.accept(Arrays.copyOf(bytes, length), "the first " + length + " of " + bytes.length + " bytes");
        }
    }

    /** Each run of so many bytes, or what there is of them, with most of its bits turned over, each byte otherwise, in a copy that the body may keep. */
    public static void eachRunChanged(byte[] bytes, int length, BiConsumer<byte[], String> body) {
        for (int from = 0; from < bytes.length; from++) {
            byte[] damaged = bytes.clone();
            for (int i = from; i < Math.min(bytes.length, from + length); i++) {
                damaged[i] ^= (byte) (0xff >> (i - from) % 3);
            }
            body.accept(damaged, length + " bytes from " + from + " on changed");
        }
    }

    /** Each single bit turned over, in a copy that the body may keep. */
    public static void eachBitFlip(byte[] bytes, BiConsumer<byte[], String> body) {
        for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
            byte[] damaged = bytes.clone();
            damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            body.accept(damaged, "bit " + bit % Byte.SIZE + " of byte " + bit / Byte.SIZE + " flipped");
        }
    }
}
