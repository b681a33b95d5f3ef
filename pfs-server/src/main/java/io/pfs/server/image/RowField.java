package io.pfs.server.image;

import io.pfs.Limits;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A number in a row, little-endian: where it stands, how many bytes it has and how large it can be. */
enum RowField {
    FILE_ID("file id", RowLayout.FILE_ID, 8, Long.MAX_VALUE),
    VERSION("row version", RowLayout.VERSION, 6, (1L << 48) - 1),
    SIZE("size", RowLayout.SIZE, 6, (1L << 48) - 1),
    MTIME("mtime", RowLayout.MTIME, 6, (1L << 48) - 1),
    CTIME("ctime", RowLayout.CTIME, 6, (1L << 48) - 1),
    ATIME("atime", RowLayout.ATIME, 6, (1L << 48) - 1),
    MODE("mode", RowLayout.MODE, 2, 0xffff),
    OWNER("owner", RowLayout.OWNER, 4, 0xffff_ffffL),
    GROUP("group", RowLayout.GROUP, 4, 0xffff_ffffL),
    KIND("kind", RowLayout.KIND, 1, 3),
    CELL_MASK("cell mask", RowLayout.CELL_MASK, 1, (1 << RowLayout.CELL_SLOTS) - 1),
    INLINE_LENGTH("inline length", RowLayout.INLINE_LENGTH, 2, Limits.ROW_INLINE_BYTES_MAX),
    /** The fields of a location, counted from where the location begins. */
    SEGMENT("segment", 0, 6, CellLocation.SEGMENT_MAX),
    OFFSET("cell offset", 6, 6, CellLocation.OFFSET_MAX),
    LENGTH("cell length", 12, 4, Integer.MAX_VALUE);

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final String what;
    private final int at;
    private final int bytes;
    private final long max;
    /** The bytes of the number, in eight that are read at once. */
    private final long mask;

    RowField(String what, int at, int bytes, long max) {
        this.what = what;
        this.at = at;
        this.bytes = bytes;
        this.max = max;
        this.mask = -1L >>> (Long.SIZE - bytes * Byte.SIZE);
    }

    String what() {
        return what;
    }

    /** Only a kind is never 0. */
    long min() {
        return this == KIND ? 1 : 0;
    }

    /** Whether it stands where the fields of all rows do; else it is one of a location. */
    boolean isOfRow() {
        return this != SEGMENT && this != OFFSET && this != LENGTH;
    }

    long max() {
        return max;
    }

    /** The number in the row (or location) that begins at {@code start}. */
    long get(byte[] array, int start) {
        int from = start + at;
        if (array.length - from >= Long.BYTES) {
            return (long) LONG.get(array, from) & mask;
        }
        long value = 0;
        for (int i = start + at + bytes - 1; i >= start + at; i--) {
            value = (value << Byte.SIZE) | (array[i] & 0xff);
        }
        return value;
    }

    void set(byte[] array, int start, long value) {
        int from = start + at;
        if (array.length - from >= Long.BYTES) {
            long others = (long) LONG.get(array, from) & ~mask;
            LONG.set(array, from, others | (value & mask));
            return;
        }
        long rest = value;
        for (int i = start + at; i < start + at + bytes; i++) {
            array[i] = (byte) rest;
            rest >>>= Byte.SIZE;
        }
    }
}
