package io.pfs.api;

import io.pfs.client.table.IndexProgress;
import io.pfs.client.table.Search;
import io.pfs.client.table.Table;
import java.util.List;

/** What tests do with the indexes of a table. */
public final class Indexes {
    /** What the plan of a search begins with that asked no index. */
    private static final String ALL_ROWS = "all rows: ";

    /** What the plan of a search says that walks over the index of its order. */
    private static final String FIRST_ROWS = " rows are found; rows decide. If they are not found soon: ";

    private Indexes() {}

    /** Has indexes made. Until they are complete, searches look at all rows. */
    public static void make(Table table, List<String> fields) {
        table.addIndexes(fields);
        await(table);
    }

    /** Waits until all indexes of a table are complete. */
    public static void await(Table table) {
        while (!areComplete(table)) {
            Thread.onSpinWait();
        }
    }

    public static boolean areComplete(Table table) {
        return table.indexProgress().stream().allMatch(IndexProgress::isComplete);
    }

    /** Whether indexes said where to look, in every part of the table. */
    public static boolean areAsked(Search search) {
        return search.explain().steps().stream().noneMatch(step -> step.plan().startsWith(ALL_ROWS));
    }

    /** Whether some index gave the rows in the order that was asked for. */
    static boolean gaveOrder(Search search) {
        return search.explain().steps().stream().anyMatch(step -> step.plan().contains(FIRST_ROWS));
    }
}
