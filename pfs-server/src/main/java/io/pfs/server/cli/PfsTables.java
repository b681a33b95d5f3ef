package io.pfs.server.cli;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.Pfs;
import io.pfs.client.route.PfsPath;
import io.pfs.client.table.AsyncTable;
import io.pfs.client.table.CellInfo;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.RowResult;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Scan;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableInfo;
import io.pfs.client.table.TableOptions;
import io.pfs.row.RowKind;
import io.pfs.row.Tags;
import io.pfs.server.archive.EntryAttributes;
import io.pfs.server.exchange.RowKey;
import io.pfs.server.exchange.RowSink;
import io.pfs.server.exchange.RowSource;
import io.pfs.server.exchange.RowWrite;
import io.pfs.server.exchange.StoredRow;
import io.pfs.server.exchange.TablePath;
import io.pfs.table.Column;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The tables of a file system, as import and export want them. What is about many rows is under way for all at once. */
final class PfsTables implements RowSink, RowSource {
    private static final int OPENED_MAX = 1_000;

    private final Pfs pfs;
    private final Map<TablePath, AsyncTable> opened = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<TablePath, AsyncTable> eldest) {
            return size() > OPENED_MAX;
        }
    };

    PfsTables(Pfs pfs) {
        this.pfs = pfs;
    }

    /** Waits, and throws what went wrong as it was. */
    static <T> T await(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof PfsException cause) {
                throw cause;
            }
            throw e;
        }
    }

    private static PfsPath path(TablePath table) {
        return new PfsPath(table.names());
    }

    private AsyncTable open(TablePath table) {
        return opened.computeIfAbsent(table, missing -> await(pfs.openTableAsync(path(missing))));
    }

    private Optional<AsyncTable> openIfThere(TablePath table) {
        try {
            return Optional.of(open(table));
        } catch (PfsException e) {
            if (e.code() == ErrorCode.NOT_FOUND || e.code() == ErrorCode.NOT_A_DIRECTORY) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public void makeTable(TablePath table, int mode) {
        opened.put(table, await(pfs.ensureTableAsync(path(table), TableOptions.DEFAULT.withMode(mode))));
    }

    @Override
    public OptionalInt modeOf(TablePath table) {
        Optional<AsyncTable> there = openIfThere(table);
        return there.isPresent() ? OptionalInt.of(await(there.get().describe()).mode()) : OptionalInt.empty();
    }

    @Override
    public void setMode(TablePath table, int mode) {
        pfs.files().setPermissions(path(table), mode);
    }

    @Override
    public List<Optional<StoredRow>> find(List<RowKey> rows) {
        List<CompletableFuture<Optional<StoredRow>>> found = new ArrayList<>(rows.size());
        for (RowKey row : rows) {
            found.add(openIfThere(row.table())
                    .map(table -> find(table, row.name()))
                    .orElse(CompletableFuture.completedFuture(Optional.empty())));
        }
        return found.stream().map(PfsTables::await).toList();
    }

    private static CompletableFuture<Optional<StoredRow>> find(AsyncTable table, RowName name) {
        return table.row(name).thenCompose(row -> {
            if (row.isEmpty() || row.get().kind() != RowKind.FILE) {
                return CompletableFuture.completedFuture(row.map(view -> stored(view, List.of())));
            }
            return table.cells(name).thenApply(cells -> Optional.of(stored(row.get(), cells.orElse(List.of()))));
        });
    }

    private static StoredRow stored(RowView row, List<CellInfo> cells) {
        TreeMap<String, Long> lengths = new TreeMap<>();
        cells.forEach(cell -> lengths.put(cell.column(), cell.length()));
        return new StoredRow(
                row.kind(), row.modified().toEpochMilli(), row.mode(), lengths, link(row), new Tags(row.tags()));
    }

    private static byte[] link(RowView row) {
        return row.kind() == RowKind.SYMLINK ? row.symlinkTargetBytes().orElse(new byte[0]) : new byte[0];
    }

    @Override
    public Pending put(List<RowWrite> writes) {
        Map<TablePath, List<Integer>> byTable = new LinkedHashMap<>();
        for (int i = 0; i < writes.size(); i++) {
            byTable.computeIfAbsent(writes.get(i).key().table(), table -> new ArrayList<>())
                    .add(i);
        }
        List<PutIntoTable> underWay = new ArrayList<>();
        byTable.forEach((table, indexes) -> {
            List<RowWrite> some = indexes.stream().map(writes::get).toList();
            List<RowEditor> edits = some.stream().map(this::editor).toList();
            underWay.add(new PutIntoTable(indexes, some, open(table).applyAll(edits)));
        });
        return () -> refusals(underWay, writes.size());
    }

    /** @param indexes where in all writes these are */
    private record PutIntoTable(
            List<Integer> indexes, List<RowWrite> writes, CompletableFuture<List<RowResult>> results) {}

    private List<Optional<PfsException>> refusals(List<PutIntoTable> underWay, int count) {
        List<Optional<PfsException>> refusals = new ArrayList<>(Collections.nCopies(count, Optional.empty()));
        for (PutIntoTable put : underWay) {
            List<Optional<PfsException>> some = refusals(put);
            for (int i = 0; i < some.size(); i++) {
                refusals.set(put.indexes().get(i), some.get(i));
            }
        }
        return refusals;
    }

    @Override
    public Optional<PfsException> putLarge(RowWrite write, String column, InputStream bytes) {
        RowEditor editor = editor(write);
        try {
            editor.put(column, bytes).apply();
            return Optional.empty();
        } catch (PfsException e) {
            requireRefusal(e);
            return Optional.of(e);
        }
    }

    @Override
    public InputStream open(TablePath table, RowName name, String column) {
        return new Table(open(table))
                .open(name, column)
                .orElseThrow(() -> new PfsException(
                        ErrorCode.NOT_FOUND,
                        "row '" + name + "' of " + table + " has no cell in '" + column + "' any more"));
    }

    private RowEditor editor(RowWrite write) {
        AsyncTable table = open(write.key().table());
        if (write.isLinking() && !write.isNew()) {
            await(table.delete(write.key().name())); // a link can't be made to lead elsewhere
        }
        RowEditor editor = table.edit(write.key().name()).modified(Instant.ofEpochMilli(write.mtimeMillis()));
        if (write.isNew() || write.isLinking()) {
            editor.mode(write.mode()); // only who owns a row that is there may change it
        }
        write.cells().forEach(editor::putOwned);
        write.tags().byName().forEach(editor::tag);
        if (write.isLinking()) {
            editor.symlinkTo(write.link());
        }
        return write.isNew() ? editor.expectAbsent() : editor;
    }

    /** One row's refusal is its own business; whatever else fails concerns all. */
    private List<Optional<PfsException>> refusals(PutIntoTable put) {
        List<Optional<PfsException>> refusals = new ArrayList<>(put.writes().size());
        try {
            for (RowResult result : await(put.results())) {
                result.failure().ifPresent(PfsTables::requireRefusal);
                refusals.add(result.failure());
            }
            return refusals;
        } catch (PfsException e) {
            requireRefusal(e);
            // Nothing was done: a column of one of them can't be. Each for itself shows which.
            return put.writes().size() == 1
                    ? List.of(Optional.of(e))
                    : put.writes().stream()
                            .map(write -> put(List.of(write)).refusals().get(0))
                            .toList();
        }
    }

    private static void requireRefusal(PfsException e) {
        if (e.code().kind() != ErrorCode.Kind.REQUEST) {
            throw e;
        }
    }

    @Override
    public List<SortedMap<String, byte[]>> read(List<RowWrite> rows) {
        List<CompletableFuture<SortedMap<String, byte[]>>> read = new ArrayList<>(rows.size());
        for (RowWrite row : rows) {
            List<String> there =
                    row.cells().isEmpty() ? List.of() : columns(row.key().table());
            String[] columns =
                    row.cells().keySet().stream().filter(there::contains).toArray(String[]::new);
            read.add(
                    columns.length == 0
                            ? CompletableFuture.completedFuture(new TreeMap<>())
                            : open(row.key().table())
                                    .row(row.key().name(), columns)
                                    .thenApply(view -> view.map(found -> cells(found, List.of(columns)))
                                            .orElseGet(TreeMap::new)));
        }
        return read.stream().map(PfsTables::await).toList();
    }

    private static SortedMap<String, byte[]> cells(RowView row, List<String> columns) {
        TreeMap<String, byte[]> cells = new TreeMap<>();
        for (String column : columns) {
            if (row.largeCell(column).isEmpty()) {
                row.cell(column).ifPresent(bytes -> cells.put(column, bytes));
            }
        }
        return cells;
    }

    @Override
    public List<String> columns(TablePath table) {
        TableInfo info = await(open(table).describe());
        return info.columns().stream().map(Column::name).toList();
    }

    @Override
    public EntryAttributes attributes(TablePath table) {
        TableInfo info = await(open(table).describe());
        return new EntryAttributes(info.mode(), info.modified().toEpochMilli());
    }

    @Override
    public Page page(TablePath table, List<String> columns, Optional<String> after, int rowsMax, int bytesMax) {
        if (WideRows.areMeant(columns)) {
            return new WideRows(open(table), columns).page(after, rowsMax, bytesMax);
        }
        Scan scan = open(table).scan().columns(columns.toArray(String[]::new)).pages(rowsMax, bytesMax);
        io.pfs.client.table.Page page = await((after.isPresent() ? scan.after(after.get()) : scan).page());
        return new Page(page.rows().stream().map(row -> item(row, columns)).toList(), page.next());
    }

    @Override
    public Optional<Item> row(TablePath table, RowName name, List<String> columns) {
        return WideRows.areMeant(columns)
                ? new WideRows(open(table), columns).row(name)
                : await(open(table).row(name, columns.toArray(String[]::new))).map(row -> item(row, columns));
    }

    private static SortedMap<String, Long> largeCells(RowView row, List<String> columns) {
        TreeMap<String, Long> cells = new TreeMap<>();
        columns.forEach(column -> row.largeCell(column).ifPresent(bytes -> cells.put(column, bytes)));
        return cells;
    }

    static Item item(RowView row, List<String> columns) {
        boolean file = row.kind() == RowKind.FILE;
        return new Item(
                row.rowName(),
                row.kind(),
                row.modified().toEpochMilli(),
                row.mode(),
                file ? cells(row, columns) : new TreeMap<>(),
                largeCells(row, columns),
                link(row),
                new Tags(row.tags()));
    }

    @Override
    public void close() {
        pfs.close();
    }
}
