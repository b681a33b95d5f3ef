package io.pfs.server.image;

import io.pfs.format.ByteWriter;
import java.util.Arrays;

/**
 * Names and rows in the order of a slice, as plain bytes: what is about to be written column by column, or was read so.
 * Its owner uses it again and again.
 */
final class RowBatch {
    /** A slice splits long before, but a batch of creates may overfill it first. */
    static final int NAMES_MAX = 1 << 17;

    private static final int ROWS_AT_FIRST = 64;

    private final ByteWriter names = new ByteWriter(ROWS_AT_FIRST * 24);
    private final ByteWriter rows = new ByteWriter(ROWS_AT_FIRST * 64);
    private int[] nameStarts = new int[ROWS_AT_FIRST];
    private int[] rowStarts = new int[ROWS_AT_FIRST];
    private int count;

    void clear() {
        names.clear();
        rows.clear();
        count = 0;
    }

    void addName(byte[] source, int at, int length) {
        startName();
        names.bytes(source, at, length);
        endName();
    }

    void add(byte[] source, int nameAt, int nameLength, int rowAt, int rowLength) {
        startName();
        names.bytes(source, nameAt, nameLength);
        rows.bytes(source, rowAt, rowLength);
        endName();
    }

    /** Starts a name whose bytes go to {@link #nameWriter()}; {@link #endName()} follows. */
    void startName() {
        if (count + 1 == nameStarts.length) {
            nameStarts = Arrays.copyOf(nameStarts, 2 * nameStarts.length);
            rowStarts = Arrays.copyOf(rowStarts, 2 * rowStarts.length);
        }
        nameStarts[count] = names.length();
        rowStarts[count] = rows.length();
    }

    void endName() {
        count++;
        nameStarts[count] = names.length();
        rowStarts[count] = rows.length();
    }

    ByteWriter nameWriter() {
        return names;
    }

    /** Makes room, filled with zeros, for the rows of the names that were read. */
    void startRows(int[] lengths) {
        int total = 0;
        for (int i = 0; i < count; i++) {
            rowStarts[i] = total;
            total += lengths[i];
        }
        rowStarts[count] = total;
        rows.clear();
        rows.gap(total);
    }

    int count() {
        return count;
    }

    byte[] names() {
        return names.array();
    }

    int nameAt(int i) {
        return nameStarts[i];
    }

    int nameLength(int i) {
        return nameStarts[i + 1] - nameStarts[i];
    }

    int nameBytes() {
        return names.length();
    }

    int compareNames(int i, int j) {
        return Arrays.compareUnsigned(names(), nameAt(i), nameAt(i + 1), names(), nameAt(j), nameAt(j + 1));
    }

    byte[] rows() {
        return rows.array();
    }

    int rowBytes() {
        return rows.length();
    }

    int rowAt(int i) {
        return rowStarts[i];
    }

    void copyRowStarts(int[] target) {
        System.arraycopy(rowStarts, 0, target, 0, count);
    }

    int rowLength(int i) {
        return rowStarts[i + 1] - rowStarts[i];
    }
}
