package io.pfs;

/** Which column of a table; 0 is {@code content}, what a plain file system client reads and writes. */
public record ColumnId(int value) implements Comparable<ColumnId> {
    public ColumnId {
        Check.inRange("column id", value, 0, Limits.COLUMNS_MAX - 1);
    }

    @Override
    public int compareTo(ColumnId other) {
        return Integer.compare(value, other.value);
    }

    @Override
    public String toString() {
        return "column-" + value;
    }
}
