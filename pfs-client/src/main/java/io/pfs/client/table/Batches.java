package io.pfs.client.table;

import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.call.Outcome;
import io.pfs.wire.FoundRow;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is done to many rows of a table at once. Each row is changed for itself: some may be, and others not. */
final class Batches {
    private final TableCore table;

    Batches(TableCore table) {
        this.table = table;
    }

    /** Reads one cell of many rows; those that have none are left out. */
    void getAll(List<String> names, String column, Outcome<Map<String, byte[]>> outcome) {
        List<RowName> rows = names.stream().map(RowName::of).toList();
        readAll(rows, List.of(column), Outcome.then(outcome, found -> {
            RowFailures failures = new RowFailures();
            Map<String, byte[]> cells = new LinkedHashMap<>();
            for (int i = 0; i < found.size(); i++) {
                String name = names.get(i);
                try {
                    found.get(i).flatMap(row -> row.cell(column)).ifPresent(bytes -> cells.put(name, bytes));
                } catch (PfsException e) {
                    failures.add(e);
                }
            }
            failures.throwIfAny("read", names.size());
            outcome.done(cells);
        }));
    }

    /** Reads many rows with some cells, in their order; empty is what is not there. */
    void readAll(List<RowName> names, List<String> columns, Outcome<List<Optional<RowView>>> outcome) {
        Outcome<List<Optional<FoundRow>>> read = Outcome.then(
                outcome,
                found -> outcome.done(found.stream()
                        .map(row -> row.map(there -> new RowView(there, columns)))
                        .toList()));
        table.columns()
                .forReading(
                        columns, Outcome.then(outcome, known -> new ManyReads(table.rows(), names, known).start(read)));
    }

    /** Applies many edits, one a row. */
    void applyAll(List<RowEditor> edits, Outcome<List<RowResult>> outcome) {
        Set<String> written = new LinkedHashSet<>();
        Set<String> emptied = new LinkedHashSet<>();
        for (RowEditor edit : edits) {
            Optional<PfsException> refusal = edit.refusal();
            if (refusal.isPresent()) {
                outcome.failed(refusal.get());
                return;
            }
            written.addAll(edit.putColumns());
            emptied.addAll(edit.removedColumns());
        }
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
