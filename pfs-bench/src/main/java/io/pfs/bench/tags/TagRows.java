package io.pfs.bench.tags;

import io.pfs.RowName;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rows of a table, each with one tag: the values are all whole numbers from 0 to the count of rows, in no order that names have. */
record TagRows(Table table, int count) {
    static final String TAG = "hot";
    static final int NAME_BYTES = 17;
    static final int VALUE_BYTES = 8;
    /** More than there are rows, so that no two rows have the same value. */
    private static final long PRIME = 2_147_483_647;

    static String name(int number) {
        return String.format(Locale.ROOT, "file-%08d.jpg", number);
    }

    long value(int number) {
        return value(number, count);
    }

    static long value(int number, int count) {
        return number * PRIME % count;
    }

    /** Makes all of them, without tags. */
    void create() {
        Callers.inBatches(
                count,
                (from, to) -> table.async()
                        .createAll(numbers(from, to).stream().map(TagRows::name).toList()));
    }

    /** Sets the tag of some. */
    List<RowEditor> edits(int from, int to) {
        List<RowEditor> edits = new ArrayList<>(to - from);
        for (int number = from; number < to; number++) {
            edits.add(edit(table, number));
        }
        return edits;
    }

    RowEditor edit(Table through, int number) {
        return through.edit(RowName.of(name(number))).expectPresent().tag(TAG, value(number));
    }

    private static List<Integer> numbers(int from, int to) {
        List<Integer> numbers = new ArrayList<>(to - from);
        for (int number = from; number < to; number++) {
            numbers.add(number);
        }
        return numbers;
    }
}
