package io.pfs.server.image;

import io.pfs.format.ByteWriter;

/** Appends numbers of any width to a run of bytes, the lowest bit first. The last byte is filled up with zeros. */
final class BitWriter {
    private final ByteWriter out;
    private long held;
    private int heldBits;

    BitWriter(ByteWriter out) {
        this.out = out;
    }

    /** Appends the {@code width} bits of a value that has no more. */
    void put(long value, int width) {
        if (width == 0) {
            return;
        }
        int free = Long.SIZE - heldBits;
        held |= value << heldBits;
        if (width < free) {
            heldBits += width;
            return;
        }
        out.u64(held);
        heldBits = width - free;
        held = heldBits == 0 ? 0 : value >>> free;
    }

    void finish() {
        for (; heldBits > 0; heldBits -= Byte.SIZE) {
            out.u8((int) held & 0xff);
            held >>>= Byte.SIZE;
        }
        heldBits = 0;
    }

    /** Bits that the smallest code for {@code values} different values takes. */
    static int widthFor(long values) {
        return Long.SIZE - Long.numberOfLeadingZeros(values - 1);
    }

    static int bytesFor(long bits) {
        return Math.toIntExact((bits + Byte.SIZE - 1) / Byte.SIZE);
    }
}
