package io.pfs.client.table;

import io.pfs.client.call.Outcome;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is done to many rows of a table at once. Each row is changed for itself: some may be, and others not. */
final class Batches {
    private final TableCore table;

    Batches(TableCore table) {
        this.table = table;
    }

    /** Reads one cell of many rows; those that have none are left out. */
    void getAll(List<String> names, String column, Outcome<Map<String, byte[]>> outcome) {
        table.columns()
                .forReading(
                        List.of(column),
                        Outcome.then(
                                outcome, found -> new ManyReads(table.rows(), names, found.get(0)).start(outcome)));
    }

    /** Applies many edits, one a row. */
    void applyAll(List<RowEditor> edits, Outcome<List<RowResult>> outcome) {
        Set<String> written = new LinkedHashSet<>();
        Set<String> emptied = new LinkedHashSet<>();
        edits.forEach(edit -> {
            written.addAll(edit.putColumns());
            emptied.addAll(edit.removedColumns());
        });
        table.columns()
                .resolve(
                        List.copyOf(written),
                        List.copyOf(emptied),
                        Outcome.then(outcome, ready -> new ManyEdits(table.rows(), edits).start(outcome)));
    }

    /** Throws the first failure there is, saying how many more there are. */
    static void requireAll(List<RowResult> results) {
        RowFailures failures = new RowFailures();
        results.forEach(result -> result.failure().ifPresent(failures::add));
        failures.throwIfAny("written", results.size());
    }
}
