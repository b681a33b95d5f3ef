package io.pfs.client.table;

import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.call.Ask;
import io.pfs.client.call.Outcome;
import io.pfs.table.Column;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.ReadCell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** What is done to many rows of a table at once. Each row is changed for itself: some may be, and others not. */
final class Batches {
    private final TableCore table;

    Batches(TableCore table) {
        this.table = table;
    }

    /** Reads one cell of many rows; those that have none are left out. */
    void getAll(List<String> names, String column, Outcome<Map<String, byte[]>> outcome) {
        table.columns().forReading(List.of(column), Outcome.then(outcome, found -> {
            AtomicReferenceArray<Optional<byte[]>> cells = new AtomicReferenceArray<>(names.size());
            Failures failures = new Failures();
            List<Batch.Part> parts = new ArrayList<>(names.size());
            for (int i = 0; i < names.size(); i++) {
                parts.add(reading(i, RowName.of(names.get(i)), found.get(0), cells, failures));
            }
            Batch.start(table.rows().caller(), parts, Outcome.then(outcome, all -> {
                failures.throwIfAny("read", names.size());
                Map<String, byte[]> byName = new LinkedHashMap<>();
                for (int i = 0; i < names.size(); i++) {
                    String name = names.get(i);
                    cells.get(i).ifPresent(bytes -> byName.put(name, bytes));
                }
                outcome.done(byName);
            }));
        }));
    }

    private Batch.Part reading(
            int index, RowName name, Column column, AtomicReferenceArray<Optional<byte[]>> cells, Failures failures) {
        RowAccess rows = table.rows();
        ReadCell request = new ReadCell(rows.table(), name, column.id(), 0, Limits.CELL_BYTES_MAX);
        return part(0, finished -> {
            Outcome<Optional<byte[]>> noted = Outcome.either(
                    bytes -> {
                        cells.set(index, bytes);
                        finished.run();
                    },
                    cause -> {
                        failures.add(cause);
                        finished.run();
                    });
            return rows.cell(request, TableCore.orEmpty(noted, cell -> Optional.of(cell.bytes())));
        });
    }

    /** Applies many edits, one a row. */
    void applyAll(List<RowEditor> edits, Outcome<List<RowResult>> outcome) {
        Set<String> written = new LinkedHashSet<>();
        Set<String> emptied = new LinkedHashSet<>();
        edits.forEach(edit -> {
            written.addAll(edit.putColumns());
            emptied.addAll(edit.removedColumns());
        });
        table.columns().resolve(List.copyOf(written), List.copyOf(emptied), Outcome.then(outcome, ready -> {
            RowResult[] results = new RowResult[edits.size()];
            List<Batch.Part> parts = new ArrayList<>(edits.size());
            for (int i = 0; i < results.length; i++) {
                parts.add(editing(i, edits.get(i), results));
            }
            Batch.start(
                    table.rows().caller(), parts, Outcome.then(outcome, all -> outcome.done(Arrays.asList(results))));
        }));
    }

    private Batch.Part editing(int index, RowEditor edit, RowResult[] results) {
        EditRow request = edit.request();
        return part(
                edit.bytes(),
                finished -> table.rows()
                        .edit(
                                request,
                                Outcome.either(
                                        version -> {
                                            results[index] =
                                                    new RowResult(edit.name(), Optional.of(version), Optional.empty());
                                            finished.run();
                                        },
                                        cause -> {
                                            results[index] =
                                                    new RowResult(edit.name(), Optional.empty(), Optional.of(cause));
                                            finished.run();
                                        })));
    }

    /** Throws the first failure there is, saying how many more there are. */
    static void requireAll(List<RowResult> results) {
        Failures failures = new Failures();
        results.forEach(result -> result.failure().ifPresent(failures::add));
        failures.throwIfAny("written", results.size());
    }

    private interface Asking {
        Ask ask(Runnable finished);
    }

    private static Batch.Part part(long bytes, Asking asking) {
        return new Batch.Part() {
            @Override
            public long bytes() {
                return bytes;
            }

            @Override
            public Ask ask(Runnable finished) {
                return asking.ask(finished);
            }
        };
    }

    /** What went wrong with rows of a batch; answers come on several threads. */
    private static final class Failures {
        private final List<PfsException> causes = new ArrayList<>();

        synchronized void add(PfsException cause) {
            causes.add(cause);
        }

        synchronized void throwIfAny(String what, int count) {
            if (!causes.isEmpty()) {
                PfsException first = causes.get(0);
                throw new PfsException(
                        first.code(),
                        causes.size() + " of " + count + " rows were not " + what + "; the first: " + first.detail(),
                        first);
            }
        }
    }
}
