package io.pfs.server.image;

import static io.pfs.server.image.NumberColumn.NO_PREDICTIONS;

import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The rows of a batch, field by field. Writer and reader walk the same way through the fields, each of which is
 * predicted only from fields that the reader has put into place before. Keeps its memory from one use of the batch to the next.
 */
final class RowColumns {
    private static final RowField[] PLAIN_FIELDS = {
        RowField.KIND, RowField.FILE_ID, RowField.VERSION, RowField.MODE, RowField.OWNER, RowField.GROUP, RowField.MTIME
    };

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final NumberColumn column = new NumberColumn();
    private final RowBatch batch;
    private int[] starts = {};
    private long[] values = {};
    private long[] predictions = {};
    /** Where any row differs from the first one, as far as its fields reach: what does not is a column of one number. */
    private final byte[] differing = new byte[RowLayout.FIXED_BYTES];

    /** Which slots any row has a cell in; and the most cells of any. */
    private int slotsUsed;

    private int cellsMax;

    RowColumns(RowBatch batch) {
        this.batch = batch;
    }

    private void reserve() {
        if (starts.length < batch.count()) {
            int places = Math.max(batch.count(), 2 * starts.length);
            starts = new int[places];
            values = new long[places];
            predictions = new long[places];
        }
    }

    /** Writes the rows of the batch. */
    void encode(Effort effort, Runnable giveWay, ByteWriter out) {
        reserve();
        lookForDifferences();
        Pass pass = (field, count, predicted) -> {
            encodeColumn(field, count, predicted, effort, out);
            giveWay.run();
        };
        pass.column(RowField.CELL_MASK, startOfRows(), NO_PREDICTIONS);
        pass.column(RowField.INLINE_LENGTH, startOfRows(), NO_PREDICTIONS);
        walk(pass);
        for (int i = 0; i < batch.count(); i++) {
            int length = RowLayout.inlineLength(batch.rows(), batch.rowAt(i));
            out.bytes(batch.rows(), batch.rowAt(i) + batch.rowLength(i) - length, length);
        }
    }

    /** Reads the rows of the names that are in the batch. */
    void decode(ByteReader in) {
        reserve();
        long[] masks = new long[batch.count()];
        decodeShape(in, masks);
        int rows = startOfRows();
        for (int i = 0; i < rows; i++) {
            RowField.CELL_MASK.set(batch.rows(), starts[i], masks[i]);
            RowField.INLINE_LENGTH.set(batch.rows(), starts[i], values[i]);
        }
        walk((field, count, predicted) -> decodeColumn(in, field, count, predicted));
        decodeInline(in);
    }

    /** Goes past so many rows. */
    static void skip(ByteReader in, int count) {
        RowBatch nameless = new RowBatch();
        for (int i = 0; i < count; i++) {
            nameless.startName();
            nameless.endName();
        }
        new RowColumns(nameless).decode(in);
    }

    /** How long each row is: its mask and, left in {@link #values}, the length of its inline bytes. */
    private void decodeShape(ByteReader in, long[] masks) {
        int count = batch.count();
        NumberColumn.decode(in, "cell mask", 0, RowField.CELL_MASK.max(), NO_PREDICTIONS, masks, count);
        NumberColumn.decode(in, "inline length", 0, RowField.INLINE_LENGTH.max(), NO_PREDICTIONS, values, count);
        long inlineBytes = 0;
        int[] lengths = new int[count];
        for (int i = 0; i < count; i++) {
            int cells = Long.bitCount(masks[i]);
            lengths[i] = RowLayout.FIXED_BYTES + cells * CellLocation.BYTES + (int) values[i];
            inlineBytes += values[i];
        }
        in.inRange("inline bytes of all rows", inlineBytes, 0, in.remaining());
        batch.startRows(lengths);
    }

    private void decodeInline(ByteReader in) {
        for (int i = 0; i < batch.count(); i++) {
            int length = RowLayout.inlineLength(batch.rows(), batch.rowAt(i));
            int target = batch.rowAt(i) + batch.rowLength(i) - length;
            System.arraycopy(in.array(), in.skip("inline bytes", length), batch.rows(), target, length);
        }
    }

    /** Writes or reads one column: the field at each of the first {@code count} starts. */
    private interface Pass {
        void column(RowField field, int count, long[] predictions);
    }

    private void walk(Pass pass) {
        lookForCells();
        int rows = startOfRows();
        for (RowField field : PLAIN_FIELDS) {
            pass.column(field, rows, NO_PREDICTIONS);
        }
        for (int i = 0; i < rows; i++) {
            predictions[i] = RowField.MTIME.get(batch.rows(), starts[i]);
        }
        pass.column(RowField.CTIME, rows, predictions);
        pass.column(RowField.ATIME, rows, predictions);
        for (int slot = 0; slot < RowLayout.CELL_SLOTS; slot++) {
            pass.column(RowField.LENGTH, startOfCellsInSlot(slot), NO_PREDICTIONS);
        }
        for (int nth = 0; nth < RowLayout.CELL_SLOTS; nth++) {
            walkLocations(pass, startOfNthCells(nth), nth > 0);
        }
        walkSizes(pass);
    }

    /** A cell is likely to stand right behind the one before it in the row: they were written together. */
    private void walkLocations(Pass pass, int count, boolean hasCellBefore) {
        byte[] bytes = batch.rows();
        for (int i = 0; hasCellBefore && i < count; i++) {
            predictions[i] = RowField.SEGMENT.get(bytes, starts[i] - CellLocation.BYTES);
        }
        pass.column(RowField.SEGMENT, count, hasCellBefore ? predictions : NO_PREDICTIONS);
        for (int i = 0; hasCellBefore && i < count; i++) {
            int before = starts[i] - CellLocation.BYTES;
            predictions[i] = RowField.OFFSET.get(bytes, before) + RowField.LENGTH.get(bytes, before);
        }
        pass.column(RowField.OFFSET, count, hasCellBefore ? predictions : NO_PREDICTIONS);
    }

    /** The size of a row is, as a rule, the length of the cell in slot 0. */
    private void walkSizes(Pass pass) {
        int rows = startOfRows();
        for (int i = 0; i < rows; i++) {
            boolean hasContent = (RowLayout.cellMask(batch.rows(), starts[i]) & 1) != 0;
            predictions[i] = hasContent ? RowField.LENGTH.get(batch.rows(), starts[i] + RowLayout.FIXED_BYTES) : 0;
        }
        pass.column(RowField.SIZE, rows, predictions);
    }

    private void lookForDifferences() {
        byte[] rows = batch.rows();
        Arrays.fill(differing, (byte) 0);
        for (int at = 0; at < RowLayout.FIXED_BYTES; at += Long.BYTES) {
            int from = Math.min(at, RowLayout.FIXED_BYTES - Long.BYTES);
            long differs = 0;
            for (int i = 1; i < batch.count(); i++) {
                differs |= (long) LONG.get(rows, batch.rowAt(i) + from) ^ (long) LONG.get(rows, batch.rowAt(0) + from);
            }
            LONG.set(differing, from, (long) LONG.get(differing, from) | differs);
        }
    }

    private void lookForCells() {
        slotsUsed = 0;
        cellsMax = 0;
        for (int i = 0; i < batch.count(); i++) {
            int mask = RowLayout.cellMask(batch.rows(), batch.rowAt(i));
            slotsUsed |= mask;
            cellsMax = Math.max(cellsMax, Integer.bitCount(mask));
        }
    }

    private int startOfRows() {
        batch.copyRowStarts(starts);
        return batch.count();
    }

    /** The locations of a slot, in all rows that have one. */
    private int startOfCellsInSlot(int slot) {
        int count = 0;
        boolean isUsed = (slotsUsed & 1 << slot) != 0;
        for (int i = 0; isUsed && i < batch.count(); i++) {
            int mask = RowLayout.cellMask(batch.rows(), batch.rowAt(i));
            if ((mask & 1 << slot) != 0) {
                starts[count++] = cell(i, Integer.bitCount(mask & ((1 << slot) - 1)));
            }
        }
        return count;
    }

    /** The nth location of each row that has so many. */
    private int startOfNthCells(int nth) {
        int count = 0;
        boolean isAny = cellsMax > nth;
        for (int i = 0; isAny && i < batch.count(); i++) {
            if (RowLayout.cellCount(batch.rows(), batch.rowAt(i)) > nth) {
                starts[count++] = cell(i, nth);
            }
        }
        return count;
    }

    private int cell(int row, int nth) {
        return batch.rowAt(row) + RowLayout.FIXED_BYTES + nth * CellLocation.BYTES;
    }

    private void encodeColumn(RowField field, int count, long[] predicted, Effort effort, ByteWriter out) {
        boolean isAlike = field.isOfRow() && field.get(differing, 0) == 0;
        if (isAlike && predicted.length == 0 && count > 0) {
            NumberColumn.encodeConstant(field.get(batch.rows(), starts[0]), out);
            return;
        }
        for (int i = 0; i < count; i++) {
            values[i] = field.get(batch.rows(), starts[i]);
        }
        column.encode(values, predicted, count, effort, out);
    }

    private void decodeColumn(ByteReader in, RowField field, int count, long[] predicted) {
        NumberColumn.decode(in, field.what(), field.min(), field.max(), predicted, values, count);
        for (int i = 0; i < count; i++) {
            field.set(batch.rows(), starts[i], values[i]);
        }
    }
}
