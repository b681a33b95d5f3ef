package io.pfs.server.image;

import io.pfs.format.ByteWriter;
import io.pfs.hash.SliceOrder;
import io.pfs.server.slice.RowCursor;
import java.util.Arrays;

/**
 * Names and rows in the order of a slice, as plain bytes: what is about to be written column by column, or was read so. Of a name
 * that was removed the row is empty. Its owner uses it again and again.
 */
final class RowBatch {
    /** A slice splits long before, but a batch of creates may overfill it first. */
    static final int NAMES_MAX = 1 << 17;

    private static final int ROWS_AT_FIRST = 64;

    private final ByteWriter names;
    private final ByteWriter rows;
    private int[] nameStarts;
    private int[] rowStarts;
    /** Of the names, where who fills it tells them. */
    private long[] hashes;

    private int count;

    RowBatch() {
        this(ROWS_AT_FIRST, ROWS_AT_FIRST * 24, ROWS_AT_FIRST * 64);
    }

    private RowBatch(int places, int nameBytes, int rowBytes) {
        names = new ByteWriter(nameBytes);
        rows = new ByteWriter(rowBytes);
        nameStarts = new int[places];
        rowStarts = new int[places];
        hashes = new long[places];
    }

    /** The same, in no more memory than that takes. */
    RowBatch copy() {
        RowBatch copy = new RowBatch(count + 1, names.length(), rows.length());
        copy.addAll(this, 0, count);
        return copy;
    }

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

    void add(long hash, byte[] source, int nameAt, int nameLength, int rowAt, int rowLength) {
        startName();
        hashes[count] = hash;
        names.bytes(source, nameAt, nameLength);
        rows.bytes(source, rowAt, rowLength);
        endName();
    }

    /** Adds all that a cursor comes by. */
    void addAll(RowCursor cursor) {
        while (cursor.next()) {
            add(
                    cursor.hash(),
                    cursor.array(),
                    cursor.nameAt(),
                    cursor.nameLength(),
                    cursor.rowAt(),
                    cursor.rowLength());
        }
    }

    /** Adds those of another batch from one place to another. */
    void addAll(RowBatch source, int from, int to) {
        reserve(count + to - from);
        int nameShift = names.length() - source.nameStarts[from];
        int rowShift = rows.length() - source.rowStarts[from];
        System.arraycopy(source.hashes, from, hashes, count, to - from);
        for (int i = from; i <= to; i++) {
            nameStarts[count + i - from] = source.nameStarts[i] + nameShift;
            rowStarts[count + i - from] = source.rowStarts[i] + rowShift;
        }
        names.bytes(source.names.array(), source.nameStarts[from], source.nameStarts[to] - source.nameStarts[from]);
        rows.bytes(source.rows.array(), source.rowStarts[from], source.rowStarts[to] - source.rowStarts[from]);
        count += to - from;
    }

    private void reserve(int wanted) {
        if (wanted >= nameStarts.length) {
            int places = Math.max(wanted + 1, 2 * nameStarts.length);
            nameStarts = Arrays.copyOf(nameStarts, places);
            rowStarts = Arrays.copyOf(rowStarts, places);
            hashes = Arrays.copyOf(hashes, places);
        }
    }

    /** Starts a name whose bytes go to {@link #nameWriter()}; {@link #endName()} follows. */
    void startName() {
        reserve(count + 1);
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

    long hash(int i) {
        return hashes[i];
    }

    void setHash(int i, long hash) {
        hashes[i] = hash;
    }

    /** The hashes of the names, as many as there are. */
    long[] hashes() {
        return hashes;
    }

    /** Which name comes first in the order of a slice: one here, or one of another batch. */
    int compare(int i, RowBatch other, int j) {
        int byHash = SliceOrder.compare(hashes[i], other.hashes[j]);
        return byHash != 0 ? byHash : compareNames(i, other, j);
    }

    private int compareNames(int i, RowBatch other, int j) {
        return Arrays.compareUnsigned(
                names(), nameAt(i), nameAt(i + 1), other.names(), other.nameAt(j), other.nameAt(j + 1));
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

    /** What it takes in memory, about. */
    long memoryBytes() {
        return names.array().length + rows.array().length + (long) nameStarts.length * 16;
    }

    int rowLength(int i) {
        return rowStarts[i + 1] - rowStarts[i];
    }
}
