package io.pfs.server.exchange;

import java.util.BitSet;

/**
 * Tables of which nothing is kept in mind but that they are among these, however many they are: in a few megabytes, and at the price
 * that one in some thousand others is taken for one of a million.
 */
final class TableMarks {
    private static final int HASH_BITS = 26;
    /** Spreads the hashes of names that differ little over all bits. */
    private static final int SPREAD = 0x9e3779b9;

    private static final int OTHER_SPREAD = 0x85ebca6b;

    private final BitSet marks = new BitSet();

    void add(TablePath table) {
        marks.set(mark(table, SPREAD));
        marks.set(mark(table, OTHER_SPREAD));
    }

    boolean mayHave(TablePath table) {
        return marks.get(mark(table, SPREAD)) && marks.get(mark(table, OTHER_SPREAD));
    }

    private static int mark(TablePath table, int spread) {
        return (table.hashCode() * spread) >>> (Integer.SIZE - HASH_BITS);
    }
}
