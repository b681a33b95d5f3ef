package io.pfs.server.tag;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteWriter;
import io.pfs.query.index.IndexedFields;
import java.util.Arrays;

/**
 * Walks over the rows of a bucket, and over the indexed values of each; used again and again. It trusts nothing: what nobody wrote is
 * refused. Layout: see the package.
 */
final class BucketCursor {
    private byte[] bytes = {};
    private int at;
    private int rowAt;
    private int nameAt;
    private int nameLength;
    private int rowEnd;
    private int id;
    private int valueAt;
    private int valueLength;

    /** Stands before the first row. */
    void open(byte[] bucket) {
        bytes = bucket;
        at = 0;
        rowEnd = 0;
    }

    /** Goes to the next row, past what is left of this one. */
    boolean nextRow() {
        at = rowEnd;
        rowAt = at;
        if (at == bytes.length) {
            return false;
        }
        nameLength = varint(bytes.length);
        nameAt = at;
        at = requireAtMost((long) at + nameLength, bytes.length);
        int valuesLength = varint(bytes.length);
        rowEnd = requireAtMost((long) at + valuesLength, bytes.length);
        return true;
    }

    /** Goes to the next value of this row. */
    boolean nextValue() {
        if (at == rowEnd) {
            return false;
        }
        id = requireAtMost(varint(rowEnd), IndexedFields.IDS_MAX - 1);
        valueLength = requireAtMost(varint(rowEnd), IndexKeys.VALUE_BYTES_MAX);
        valueAt = at;
        at = requireAtMost((long) at + valueLength, rowEnd);
        return true;
    }

    boolean isNamed(byte[] name, int from, int length) {
        return Arrays.equals(bytes, nameAt, nameAt + nameLength, name, from, from + length);
    }

    /** Whether some row of the bucket has the value that another cursor stands on, for the same field. It is open then. */
    boolean finds(byte[] bucket, BucketCursor value) {
        open(bucket);
        while (nextRow()) {
            while (nextValue()) {
                if (id == value.id && isValue(value)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isValue(BucketCursor value) {
        return Arrays.equals(
                bytes, valueAt, valueAt + valueLength, value.bytes, value.valueAt, value.valueAt + value.valueLength);
    }

    /** Adds the row, as it is. */
    void copyRow(ByteWriter out) {
        out.bytes(bytes, rowAt, rowEnd - rowAt);
    }

    int id() {
        return id;
    }

    byte[] bytes() {
        return bytes;
    }

    int valueAt() {
        return valueAt;
    }

    int valueLength() {
        return valueLength;
    }

    private int varint(int end) {
        long value = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += 7) {
            requireAtMost(at + 1L, end);
            byte part = bytes[at++];
            value |= (long) (part & 0x7f) << shift;
            if (part >= 0) {
                return requireAtMost(value, Integer.MAX_VALUE);
            }
        }
        throw corrupt(value, Integer.MAX_VALUE);
    }

    private int requireAtMost(long value, int most) {
        if (value > most) {
            throw corrupt(value, most);
        }
        return (int) value;
    }

    private PfsException corrupt(long value, int most) {
        return new PfsException(
                ErrorCode.CORRUPT,
                "bucket of an index, " + bytes.length + " bytes: at byte " + at + " a number is at most " + most
                        + ", but is " + value);
    }
}
