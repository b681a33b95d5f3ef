package io.pfs.hash;

import io.pfs.Limits;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;

/**
 * The bytes of a bitmap: see the package. A level is the slices of one number of bits; hashing fills them one after the
 * other, so that all but the last two or three of a big table are full and take one byte.
 */
final class SliceBitmapCodec {
    static final int VERSION = 1;

    private static final int FULL = 0;
    private static final int PACKED = 1;
    private static final int LISTED = 2;
    /** A gap takes at most four bytes, so that a list is never longer than the bits. */
    private static final int LISTED_SPARSENESS = 32;

    private SliceBitmapCodec() {}

    static void encode(long[] words, int radix, ByteWriter out) {
        out.u8(VERSION).u8(radix);
        for (int bits = 1; bits <= radix; bits++) {
            int from = 1 << (bits - 1);
            int members = members(words, from);
            int form = form(members, from);
            out.u8(form);
            if (form == PACKED) {
                writePacked(words, from, out);
            } else if (form == LISTED) {
                writeListed(words, from, members, out);
            }
        }
    }

    static SliceBitmap decode(ByteReader in) {
        in.inRange("version of a bitmap", in.u8("version of a bitmap"), VERSION, VERSION);
        int radix = (int) in.inRange("radix of a bitmap", in.u8("radix of a bitmap"), 0, Limits.SLICE_DEPTH_MAX);
        long[] words = new long[Math.max(1, (1 << radix) >>> 6)];
        words[0] = 1;
        for (int bits = 1; bits <= radix; bits++) {
            decodeLevel(words, 1 << (bits - 1), in);
        }
        int orphan = Orphans.first(words);
        if (orphan >= 0) {
            throw in.refuse("bitmap", "each slice's predecessor", "slice " + orphan + " without it");
        }
        return SliceBitmap.ofWords(words, radix);
    }

    /** A level has as many slices as the first of them counts: {@code [from, 2 * from)}. */
    private static void decodeLevel(long[] words, int from, ByteReader in) {
        int form = in.u8("form of a level");
        switch (form) {
            case FULL -> fill(words, from);
            case PACKED -> readPacked(words, from, in);
            case LISTED -> readListed(words, from, in);
            default -> throw in.refuse("form of a level", "0 to 2", Integer.toString(form));
        }
        int members = members(words, from);
        if (members == 0) {
            throw in.refuse("level of a bitmap", "a slice", "none");
        }
        if (form(members, from) != form) {
            throw in.refuse("form of a level", Integer.toString(form(members, from)), Integer.toString(form));
        }
    }

    private static int form(int members, int capacity) {
        if (members == capacity) {
            return FULL;
        }
        return members <= capacity / LISTED_SPARSENESS ? LISTED : PACKED;
    }

    private static int members(long[] words, int from) {
        if (from < Long.SIZE) {
            return Long.bitCount(words[0] & level(from));
        }
        int members = 0;
        for (int w = from >>> 6; w < from >>> 5; w++) {
            members += Long.bitCount(words[w]);
        }
        return members;
    }

    /** The bits of a level within the first word. */
    private static long level(int from) {
        return ((1L << from) - 1) << from;
    }

    private static void fill(long[] words, int from) {
        if (from < Long.SIZE) {
            words[0] |= level(from);
        }
        for (int w = from >>> 6; from >= Long.SIZE && w < from >>> 5; w++) {
            words[w] = -1;
        }
    }

    private static void writePacked(long[] words, int from, ByteWriter out) {
        if (from >= Long.SIZE) {
            for (int w = from >>> 6; w < from >>> 5; w++) {
                out.u64(words[w]);
            }
            return;
        }
        long rest = (words[0] & level(from)) >>> from;
        for (int written = 0; written < from; written += Byte.SIZE) {
            out.u8((int) (rest >>> written));
        }
    }

    private static void readPacked(long[] words, int from, ByteReader in) {
        if (from >= Long.SIZE) {
            for (int w = from >>> 6; w < from >>> 5; w++) {
                words[w] = in.u64("bits of a level");
            }
            return;
        }
        for (int read = 0; read < from; read += Byte.SIZE) {
            int capacity = Math.min(Byte.SIZE, from - read);
            long bits = in.inRange("bits of a level", in.u8("bits of a level"), 0, SplitArithmetic.mask(capacity));
            words[0] |= bits << (from + read);
        }
    }

    private static void writeListed(long[] words, int from, int members, ByteWriter out) {
        out.varint(members);
        int expected = from;
        for (int w = from >>> 6; w < Math.max(1, from >>> 5); w++) {
            for (long rest = within(words[w], from); rest != 0; rest &= rest - 1) {
                int slice = (w << 6) + Long.numberOfTrailingZeros(rest);
                out.varint(slice - expected);
                expected = slice + 1;
            }
        }
    }

    private static long within(long word, int from) {
        return from < Long.SIZE ? word & level(from) : word;
    }

    private static void readListed(long[] words, int from, ByteReader in) {
        int members = (int) in.varint("slices listed in a level", 1, Math.max(1, from / LISTED_SPARSENESS));
        int expected = from;
        for (int i = 0; i < members; i++) {
            int slice = expected + (int) in.varint("gap between slices", 0, 2L * from - 1 - expected);
            words[slice >>> 6] |= 1L << slice;
            expected = slice + 1;
        }
    }
}
