package io.pfs.hadoop.rows;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.table.CellInput;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Table;
import io.pfs.table.Column;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Adds to rows their large cells, which do not come with them. These are read one by one, so it is looked after that whether
 * the row is still the same; if not, it is read anew. Any thread.
 */
final class WholeRows {
    private static final int ATTEMPTS = 10;
    /** What fits into an array. */
    private static final long CELL_BYTES_MAX = Integer.MAX_VALUE - 8;

    private static final byte[] NOTHING = {};

    private final Table table;
    private final List<String> forms;
    private final String[] asked;

    WholeRows(Table table, List<String> forms, String[] asked) {
        this.table = table;
        this.forms = forms;
        this.asked = asked;
    }

    /** Empty if the row has gone meanwhile. */
    Optional<FileRow> of(RowView seen) {
        RowView row = seen;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Optional<Map<String, byte[]>> cells = cells(row);
            if (cells.isPresent() && !hasLarge(row)) {
                return Optional.of(new FileRow(row, cells.get()));
            }
            Optional<RowView> now = table.row(row.rowName(), asked);
            if (now.isEmpty()) {
                return Optional.empty();
            }
            if (cells.isPresent() && now.get().rowVersion().equals(row.rowVersion())) {
                return Optional.of(new FileRow(row, cells.get()));
            }
            row = now.get();
        }
        throw new PfsException(
                ErrorCode.VERSION_CHANGED,
                "row '" + row.name() + "' was written anew each of the " + ATTEMPTS + " times that it was read");
    }

    private boolean hasLarge(RowView row) {
        return forms.stream().anyMatch(form -> row.largeCell(form).isPresent());
    }

    /** Empty if one of them was written anew meanwhile. */
    private Optional<Map<String, byte[]>> cells(RowView row) {
        Map<String, byte[]> cells = new HashMap<>();
        for (String form : forms) {
            Optional<Long> large = row.largeCell(form);
            if (large.isEmpty()) {
                row.cell(form).ifPresent(bytes -> cells.put(form, bytes));
            } else {
                Optional<byte[]> bytes = large(row.rowName(), form, large.get());
                if (bytes.isEmpty()) {
                    return Optional.empty();
                }
                cells.put(form, bytes.get());
            }
        }
        if (forms.contains(Column.CONTENT_NAME)) {
            cells.putIfAbsent(Column.CONTENT_NAME, NOTHING); // every file has one, be it empty
        }
        return Optional.of(cells);
    }

    private Optional<byte[]> large(RowName name, String form, long length) {
        if (length > CELL_BYTES_MAX) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    "cell '" + form + "' of row '" + name + "' has " + length + " bytes, and " + CELL_BYTES_MAX
                            + " are the most that are read into memory");
        }
        try {
            Optional<CellInput> open = table.open(name, form);
            if (open.isEmpty()) {
                return Optional.empty();
            }
            try (CellInput in = open.get()) {
                byte[] bytes = in.readNBytes((int) length);
                return bytes.length == length && in.length() == length ? Optional.of(bytes) : Optional.empty();
            }
        } catch (PfsException e) {
            if (e.code() == ErrorCode.VERSION_CHANGED) {
                return Optional.empty();
            }
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
