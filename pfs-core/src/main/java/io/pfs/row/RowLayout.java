package io.pfs.row;

import io.pfs.Limits;
import io.pfs.format.ByteReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Optional;

/** Where the fields of a row's bytes stand. Layout: see the package. */
public final class RowLayout {
    public static final int FILE_ID = 0;
    public static final int VERSION = 8;
    public static final int SIZE = 14;
    public static final int MTIME = 20;
    public static final int CTIME = 26;
    public static final int ATIME = 32;
    public static final int MODE = 38;
    public static final int OWNER = 40;
    public static final int GROUP = 44;
    public static final int KIND = 48;
    public static final int CELL_MASK = 49;
    public static final int INLINE_LENGTH = 50;
    public static final int FIXED_BYTES = 52;

    public static final int CELL_SLOTS = Limits.DIRECT_COLUMNS_MAX + 1;
    /** The slot of the pointer to the indirect record. */
    public static final int INDIRECT_SLOT = Limits.DIRECT_COLUMNS_MAX;

    public static final int BYTES_MAX = FIXED_BYTES + CELL_SLOTS * CellLocation.BYTES + Limits.ROW_INLINE_BYTES_MAX;

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private RowLayout() {}

    public static long u64(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    /** Where the cell of this slot is, if the row that begins at {@code at} has one. */
    public static Optional<CellLocation> cell(byte[] bytes, int at, int slot) {
        if ((cellMask(bytes, at) & 1 << slot) == 0) {
            return Optional.empty();
        }
        int cell = cellAt(bytes, at, slot);
        return Optional.of(new CellLocation(u48(bytes, cell), u48(bytes, cell + 6), (int) INT.get(bytes, cell + 12)));
    }

    /** Lets the slot, which the row must have, point elsewhere. */
    public static void setCell(byte[] bytes, int at, int slot, CellLocation to) {
        int cell = cellAt(bytes, at, slot);
        setU48(bytes, cell, to.segment());
        setU48(bytes, cell + 6, to.offset());
        INT.set(bytes, cell + 12, to.length());
    }

    /** Writes all that stands before the cells; the row begins at the start of the array. */
    static void setFixed(byte[] bytes, Row row, long version, int cellMask) {
        LONG.set(bytes, FILE_ID, row.fileId().value());
        setU48(bytes, VERSION, version);
        setU48(bytes, SIZE, row.size());
        setU48(bytes, MTIME, row.times().mtimeMillis());
        setU48(bytes, CTIME, row.times().ctimeMillis());
        setU48(bytes, ATIME, row.times().atimeMillis());
        SHORT.set(bytes, MODE, (short) row.mode());
        INT.set(bytes, OWNER, row.owner());
        INT.set(bytes, GROUP, row.group());
        bytes[KIND] = (byte) row.kind().number();
        bytes[CELL_MASK] = (byte) cellMask;
        SHORT.set(bytes, INLINE_LENGTH, (short) row.inline().length);
    }

    private static int cellAt(byte[] bytes, int at, int slot) {
        int before = Integer.bitCount(cellMask(bytes, at) & ((1 << slot) - 1));
        return at + FIXED_BYTES + before * CellLocation.BYTES;
    }

    private static void setU48(byte[] bytes, int at, long value) {
        INT.set(bytes, at, (int) value);
        SHORT.set(bytes, at + 4, (short) (value >>> 32));
    }

    /** Length of the row whose bytes begin at {@code at}, as its mask and inline length say. */
    public static int length(byte[] bytes, int at) {
        return FIXED_BYTES + cellCount(bytes, at) * CellLocation.BYTES + inlineLength(bytes, at);
    }

    /** Where the inline bytes begin of the row that begins at {@code at}. */
    public static int inlineAt(byte[] bytes, int at) {
        return at + FIXED_BYTES + cellCount(bytes, at) * CellLocation.BYTES;
    }

    public static int cellCount(byte[] bytes, int at) {
        return Integer.bitCount(cellMask(bytes, at));
    }

    public static int cellMask(byte[] bytes, int at) {
        return bytes[at + CELL_MASK] & 0x3f;
    }

    public static int mode(byte[] bytes, int at) {
        return (short) SHORT.get(bytes, at + MODE) & 0xffff;
    }

    public static int owner(byte[] bytes, int at) {
        return (int) INT.get(bytes, at + OWNER);
    }

    public static int group(byte[] bytes, int at) {
        return (int) INT.get(bytes, at + GROUP);
    }

    public static RowKind kind(byte[] bytes, int at) {
        return RowKind.ofNumber(bytes[at + KIND]);
    }

    public static int inlineLength(byte[] bytes, int at) {
        return (short) SHORT.get(bytes, at + INLINE_LENGTH) & 0xffff;
    }

    /** A field of six bytes, such as {@link #SIZE} or {@link #MTIME}. */
    public static long u48(byte[] bytes, int at) {
        return ((int) INT.get(bytes, at) & 0xffff_ffffL) | (((short) SHORT.get(bytes, at + 4) & 0xffffL) << 32);
    }

    /** Passes over a row, refusing one that no encoder wrote; returns where it begins in the reader's array. */
    public static int skip(ByteReader in) {
        int start = in.index();
        in.skip("row", FIXED_BYTES);
        byte[] bytes = in.array();
        in.inRange("file id of a row", bytes[start + FILE_ID + 7], 0, 127);
        in.inRange("kind of a row", bytes[start + KIND], 1, 3);
        in.inRange("cell mask of a row", bytes[start + CELL_MASK] & 0xff, 0, (1 << CELL_SLOTS) - 1);
        in.inRange("inline length of a row", inlineLength(bytes, start), 0, Limits.ROW_INLINE_BYTES_MAX);
        int cells = in.skip("cells of a row", cellCount(bytes, start) * CellLocation.BYTES);
        for (int cell = cells; cell < in.index(); cell += CellLocation.BYTES) {
            in.inRange("length of a cell", (int) INT.get(bytes, cell + 12), 0, Integer.MAX_VALUE);
        }
        in.skip("inline bytes of a row", inlineLength(bytes, start));
        return start;
    }
}
