package io.pfs.server.slice;

import io.pfs.row.RowLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * One entry of an arena: a row with its name, or the name of a removed row. Entries stand one behind the other, so that
 * a pass over all of them needs no table.
 *
 * <pre>
 *  0  2  length of the entry (13 bits), changed, new, removed (a bit each)
 *  2  1  length of the name; 0: dead bytes, to be skipped
 *  3  8  hash of the name
 * 11     name, row
 * </pre>
 */
final class Entry {
    static final int NAME = 11;
    /** The row differs from the one in the newest image, or the image does not have it. */
    static final int CHANGED = 0x2000;
    /** No image has this name: once removed, it need not be remembered. */
    static final int NEW = 0x4000;
    /** The name is remembered as removed since the newest image. */
    static final int REMOVED = 0x8000;

    static final int LENGTH_MAX = 0x1fff;
    private static final int FLAGS = CHANGED | NEW | REMOVED;

    private static final int NAME_LENGTH = 2;
    private static final int HASH = 3;
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Entry() {}

    private static int head(byte[] arena, int ref) {
        return (short) SHORT.get(arena, ref) & 0xffff;
    }

    static int length(byte[] arena, int ref) {
        return head(arena, ref) & LENGTH_MAX;
    }

    static int flags(byte[] arena, int ref) {
        return head(arena, ref) & FLAGS;
    }

    static boolean isRemoved(byte[] arena, int ref) {
        return (head(arena, ref) & REMOVED) != 0;
    }

    static boolean isDead(byte[] arena, int ref) {
        return arena[ref + NAME_LENGTH] == 0;
    }

    static int nameLength(byte[] arena, int ref) {
        return arena[ref + NAME_LENGTH] & 0xff;
    }

    static long hash(byte[] arena, int ref) {
        return (long) LONG.get(arena, ref + HASH);
    }

    static int rowAt(byte[] arena, int ref) {
        return ref + NAME + nameLength(arena, ref);
    }

    /** Bytes of the row; of a removed one, those that it left behind. */
    static int rowLength(byte[] arena, int ref) {
        return length(arena, ref) - NAME - nameLength(arena, ref);
    }

    /** What a copy of it takes: of a removed row the name alone. */
    static int keptLength(byte[] arena, int ref) {
        return isRemoved(arena, ref) ? NAME + nameLength(arena, ref) : length(arena, ref);
    }

    static boolean isNamed(byte[] arena, int ref, long hash, byte[] name, int at, int length) {
        if (hash(arena, ref) != hash || nameLength(arena, ref) != length) {
            return false;
        }
        int own = ref + NAME;
        return Arrays.equals(arena, own, own + length, name, at, at + length);
    }

    static boolean isFile(byte[] arena, int ref, long hash, long fileId) {
        return hash(arena, ref) == hash
                && !isRemoved(arena, ref)
                && RowLayout.u64(arena, rowAt(arena, ref) + RowLayout.FILE_ID) == fileId;
    }

    static void writeHead(byte[] arena, int ref, int length, int flags) {
        SHORT.set(arena, ref, (short) (length | flags));
    }

    static void writeName(byte[] arena, int ref, long hash, byte[] name, int at, int length) {
        arena[ref + NAME_LENGTH] = (byte) length;
        LONG.set(arena, ref + HASH, hash);
        System.arraycopy(name, at, arena, ref + NAME, length);
    }

    static void setFlags(byte[] arena, int ref, int flags) {
        writeHead(arena, ref, length(arena, ref), flags);
    }

    static void kill(byte[] arena, int ref) {
        arena[ref + NAME_LENGTH] = 0;
    }
}
