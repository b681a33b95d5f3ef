package io.pfs;

/** Which slice of a table: the index of its bit in the table's bitmap. */
public record SliceId(int value) implements Comparable<SliceId> {
    public SliceId {
        Check.inRange("slice index", value, 0, Limits.SLICES_MAX - 1);
    }

    @Override
    public int compareTo(SliceId other) {
        return Integer.compare(value, other.value);
    }

    @Override
    public String toString() {
        return "slice-" + value;
    }
}
