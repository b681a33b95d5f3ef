package io.pfs;

/** A slice among all slices of a file system. */
public record SliceKey(TableId table, SliceId slice) implements Comparable<SliceKey> {
    @Override
    public int compareTo(SliceKey other) {
        int byTable = table.compareTo(other.table);
        return byTable != 0 ? byTable : slice.compareTo(other.slice);
    }

    @Override
    public String toString() {
        return table + "/" + slice;
    }
}
