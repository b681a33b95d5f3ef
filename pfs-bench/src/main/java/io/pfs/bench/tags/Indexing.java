package io.pfs.bench.tags;

import io.pfs.bench.whole.Desk;
import io.pfs.client.table.IndexProgress;
import io.pfs.client.table.Table;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Has PFS keep an index of the tag. */
final class Indexing {
    private static final long ASK_EVERY_NS = 10_000_000;

    private Indexing() {}

    /** Of a table; returns when queries use it. */
    static void add(Table table) {
        table.addIndexes(List.of(TagRows.TAG));
        while (!isComplete(table.indexProgress())) {
            LockSupport.parkNanos(ASK_EVERY_NS);
        }
    }

    private static boolean isComplete(List<IndexProgress> progress) {
        Middle.require(progress.size() == 1, "one index was added, there are " + progress);
        return progress.get(0).isComplete();
    }

    /** How fast rows come into it that have been there before. */
    static void measure(Desk desk, TagRows rows) {
        double seconds = Middle.seconds(() -> add(rows.table()));
        desk.told("rows put into a new index", "rows/s", rows.count() / seconds);
    }
}
