package io.pfs.query.value;

import io.pfs.row.TagValue;

/** The types of values. Whole numbers and such with a fraction are of one class, and compared exactly. */
public enum ValueType {
    BOOLEAN("true or false", 0),
    LONG("whole number", 1),
    DOUBLE("number", 1),
    TIMESTAMP("timestamp", 2),
    TEXT("text", 3),
    BYTES("bytes", 4);

    private final String words;
    private final int rank;

    ValueType(String words, int rank) {
        this.words = words;
        this.rank = rank;
    }

    public static ValueType of(TagValue value) {
        if (value instanceof TagValue.OfLong) {
            return LONG;
        } else if (value instanceof TagValue.OfDouble) {
            return DOUBLE;
        } else if (value instanceof TagValue.OfString) {
            return TEXT;
        } else if (value instanceof TagValue.OfBytes) {
            return BYTES;
        }
        return value instanceof TagValue.OfTimestamp ? TIMESTAMP : BOOLEAN;
    }

    /** For messages. */
    public String words() {
        return words;
    }

    /** The place of its class in the order of all values. */
    public int rank() {
        return rank;
    }

    /** Whether values of the two can be compared: others are neither equal nor unequal. */
    public boolean isComparableTo(ValueType other) {
        return rank == other.rank;
    }

    public boolean isNumber() {
        return this == LONG || this == DOUBLE;
    }

    /** Whether it is a run of bytes, which has beginnings and parts. */
    public boolean isRun() {
        return this == TEXT || this == BYTES;
    }
}
