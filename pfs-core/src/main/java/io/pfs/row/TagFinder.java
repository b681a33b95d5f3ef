package io.pfs.row;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds tags in the bytes of stored rows, one row after the other, without an object for any of them: for who looks at all rows of
 * a table. Bytes: see the package. Of one thread at a time.
 */
public final class TagFinder {
    private static final int TAGS_ENTRY = 4;

    private byte[] row = {};
    private int at;
    private TagType type = TagType.LONG;
    private long number;
    private int from;
    private int to;
    private long tagsPassed;

    /** The types of values, by their numbers. */
    public enum TagType {
        LONG,
        DOUBLE,
        STRING,
        BYTES,
        TIMESTAMP,
        BOOLEAN;

        private static final TagType[] ALL = values();
    }

    /** The name of a tag, as it stands in rows. */
    public static byte[] bytesOf(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    /** Whether the row that begins at {@code rowAt} has this tag; then what follows tells its value. */
    public boolean find(byte[] bytes, int rowAt, byte[] name) {
        row = bytes;
        int inlineAt = RowLayout.inlineAt(bytes, rowAt);
        int end = inlineAt + RowLayout.inlineLength(bytes, rowAt);
        at = inlineAt;
        while (at < end) {
            int entry = u8();
            int length = (int) varint();
            if (entry == TAGS_ENTRY) {
                return findIn(name);
            }
            at += length;
        }
        return false;
    }

    private boolean findIn(byte[] name) {
        long count = varint();
        for (long i = 0; i < count; i++) {
            tagsPassed++;
            int length = u8();
            boolean isIt = Arrays.equals(row, at, at + length, name, 0, name.length);
            at += length;
            value();
            if (isIt) {
                return true;
            }
        }
        return false;
    }

    private void value() {
        type = TagType.ALL[u8() - 1];
        switch (type) {
            case LONG, DOUBLE, TIMESTAMP -> {
                number = RowLayout.u64(row, at);
                at += Long.BYTES;
            }
            case BOOLEAN -> number = u8();
            default -> {
                int length = (int) varint();
                from = at;
                to = at + length;
                at = to;
            }
        }
    }

    private int u8() {
        return row[at++] & 0xff;
    }

    private long varint() {
        long value = 0;
        int shift = 0;
        int part;
        do {
            part = u8();
            value |= (long) (part & 0x7f) << shift;
            shift += 7;
        } while (part >= 0x80);
        return value;
    }

    /** How many tags were looked at so far, in all rows, those that were found among them: what finding cost. */
    public long tagsPassed() {
        return tagsPassed;
    }

    public TagType type() {
        return type;
    }

    /** Of a whole number or a moment, its value; of a double its bits; of what is true or false, 1 or 0. */
    public long number() {
        return number;
    }

    /** Where text or bytes begin in the array of the row. */
    public int from() {
        return from;
    }

    /** Where they end. */
    public int to() {
        return to;
    }
}
