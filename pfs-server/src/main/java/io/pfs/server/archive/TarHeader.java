package io.pfs.server.archive;

import io.pfs.PfsException;
import io.pfs.format.Refusals;
import java.util.Arrays;

/**
 * One header block of a tar, of any of the kinds there are: the old one, ustar, GNU.
 *
 * @param type one character; what it means is for the reader to say
 */
record TarHeader(byte[] name, int mode, long bytes, long mtimeSeconds, char type, byte[] link) {
    static final int BLOCK_BYTES = 512;

    static final int NAME = 0;
    static final int NAME_BYTES = 100;
    static final int MODE = 100;
    static final int OWNER = 108;
    static final int GROUP = 116;
    static final int ID_BYTES = 8;
    static final int SIZE = 124;
    static final int SIZE_BYTES = 12;
    static final int MTIME = 136;
    static final int CHECKSUM = 148;
    static final int TYPE = 156;
    static final int LINK = 157;
    static final int MAGIC = 257;
    /** With it the prefix belongs to the name; GNU, whose magic ends in blanks, keeps other things there. */
    private static final byte[] MAGIC_POSIX = {'u', 's', 't', 'a', 'r', 0};

    private static final int PREFIX = 345;
    private static final int PREFIX_BYTES = 155;

    /** Reads a block that stands at {@code offset}. */
    static TarHeader parse(String archive, long offset, byte[] block) {
        if (!isHeader(block)) {
            throw Refusals.corrupt(
                    archive, offset, "a tar header", "one whose checksum is right", "a block whose checksum is not");
        }
        return new TarHeader(
                wholeName(block),
                (int) number(archive, offset, "mode", block, MODE, ID_BYTES),
                size(archive, offset, block),
                number(archive, offset, "mtime", block, MTIME, SIZE_BYTES),
                (char) (block[TYPE] & 0xff),
                text(block, LINK, NAME_BYTES));
    }

    /** The end of a tar is a block of zeros. */
    static boolean isEnd(byte[] block) {
        for (byte b : block) {
            if (b != 0) {
                return false;
            }
        }
        return true;
    }

    /** The checksum is the sum of all bytes, itself taken as blanks; old writers summed signed bytes. */
    static boolean isHeader(byte[] block) {
        long unsigned = ' ' * (long) ID_BYTES;
        long signed = unsigned;
        for (int i = 0; i < BLOCK_BYTES; i++) {
            if (i < CHECKSUM || i >= CHECKSUM + ID_BYTES) {
                unsigned += block[i] & 0xff;
                signed += block[i];
            }
        }
        long stored = octal(block, CHECKSUM, ID_BYTES);
        return stored == unsigned || stored == signed;
    }

    private static byte[] wholeName(byte[] block) {
        byte[] name = text(block, NAME, NAME_BYTES);
        byte[] prefix = text(block, PREFIX, PREFIX_BYTES);
        boolean posix = Arrays.equals(block, MAGIC, MAGIC + MAGIC_POSIX.length, MAGIC_POSIX, 0, MAGIC_POSIX.length);
        if (!posix || prefix.length == 0) {
            return name;
        }
        byte[] whole = Arrays.copyOf(prefix, prefix.length + 1 + name.length);
        whole[prefix.length] = '/';
        System.arraycopy(name, 0, whole, prefix.length + 1, name.length);
        return whole;
    }

    private static long size(String archive, long offset, byte[] block) {
        long size = number(archive, offset, "size", block, SIZE, SIZE_BYTES);
        if (size < 0 || size > TarInput.ENTRY_BYTES_MAX) {
            throw Refusals.corrupt(
                    archive,
                    offset + SIZE,
                    "the size of an entry",
                    "from 0 to " + TarInput.ENTRY_BYTES_MAX,
                    Long.toString(size));
        }
        return size;
    }

    private static byte[] text(byte[] block, int at, int length) {
        int end = at;
        while (end < at + length && block[end] != 0) {
            end++;
        }
        return Arrays.copyOfRange(block, at, end);
    }

    private static long number(String archive, long offset, String what, byte[] block, int at, int length) {
        long value = (block[at] & 0x80) != 0 ? binary(block, at, length) : octal(block, at, length);
        if (value == Long.MIN_VALUE) {
            throw refuse(archive, offset + at, what, block, at, length);
        }
        return value;
    }

    /** Digits between blanks and zeros; nothing at all is 0. {@code Long.MIN_VALUE} if it is something else. */
    private static long octal(byte[] block, int at, int length) {
        int i = at;
        int end = at + length;
        while (i < end && (block[i] == ' ' || block[i] == 0)) {
            i++;
        }
        long value = 0;
        while (i < end && block[i] >= '0' && block[i] <= '7') {
            value = (value << 3) | (block[i++] - '0');
        }
        boolean ended = i == end || block[i] == ' ' || block[i] == 0;
        return ended ? value : Long.MIN_VALUE;
    }

    /** Two's complement behind a first bit that says so; {@code Long.MIN_VALUE} if a long can't hold it. */
    private static long binary(byte[] block, int at, int length) {
        boolean negative = (block[at] & 0x40) != 0;
        long value = negative ? -1 : 0;
        for (int i = 0; i < length; i++) {
            int digit = i > 0 ? block[at + i] & 0xff : (block[at] & 0x3f) | (negative ? 0xc0 : 0);
            if (value > Long.MAX_VALUE >> 8 || value < Long.MIN_VALUE >> 8) {
                return Long.MIN_VALUE;
            }
            value = (value << 8) | digit;
        }
        return value;
    }

    private static PfsException refuse(String archive, long offset, String what, byte[] block, int at, int length) {
        String found = ArchiveEntry.shown(Arrays.copyOfRange(block, at, at + length));
        return Refusals.corrupt(archive, offset, "the " + what + " of an entry", "a number", "'" + found + "'");
    }
}
