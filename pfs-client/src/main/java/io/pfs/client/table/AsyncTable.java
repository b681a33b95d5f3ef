package io.pfs.client.table;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Promise;
import io.pfs.query.bind.Catalogue;
import io.pfs.query.text.ParsedQuery;
import io.pfs.query.text.QueryText;
import io.pfs.row.CellLocation;
import io.pfs.table.Column;
import io.pfs.table.NewColumn;
import io.pfs.table.Policy;
import io.pfs.table.Spreading;
import io.pfs.wire.Expected;
import io.pfs.wire.TableChange;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A table, in futures. What is done with a result that is there runs on the thread that brought it, so it must not block;
 * {@code thenApplyAsync} and its like run elsewhere. Bytes that are handed over are copied at once. Every future fails by a
 * {@code PfsException} only; what is wrong with the arguments is thrown by the call itself.
 */
public final class AsyncTable {
    private final TableCore core;
    private volatile boolean closed;

    AsyncTable(TableCore core) {
        this.core = core;
    }

    public String path() {
        return core.rows().label();
    }

    // The table

    public CompletableFuture<TableInfo> describe() {
        return start(outcome ->
                core.columns().refresh(Outcome.then(outcome, view -> outcome.done(TableInfo.of(path(), view)))));
    }

    public CompletableFuture<ColumnId> addColumn(String name, ColumnOptions options) {
        return start(outcome -> core.columns()
                .alter(
                        new TableChange.AddColumns(List.of(new NewColumn(name, options.group(), options.compressed()))),
                        outcome));
    }

    public CompletableFuture<ColumnId> renameColumn(String from, String to) {
        return start(outcome -> core.columns().alter(new TableChange.RenameColumn(from, to), outcome));
    }

    public CompletableFuture<ColumnId> dropColumn(String name) {
        return start(outcome -> core.columns().alter(new TableChange.DropColumn(name), outcome));
    }

    /** Says when the table goes over more shards, and over how many at the least: 2 to the power of the spread. */
    public CompletableFuture<ColumnId> setSpreading(Spreading spreading) {
        return start(outcome -> core.columns().alter(new TableChange.SetSpreading(spreading), outcome));
    }

    public CompletableFuture<ColumnId> setPolicy(Policy policy) {
        return start(outcome -> core.columns().alter(new TableChange.SetPolicy(policy), outcome));
    }

    /**
     * Has indexes kept for fields as they are written in queries: {@code hot}, {@code size}, {@code size(thumb)}. Those that have
     * one keep it. Rows that are there are put into them beside what else is done; {@link #indexProgress} tells how far that is, and
     * searches look at rows until then.
     */
    public CompletableFuture<ColumnId> addIndexes(List<String> fields) {
        return start(outcome -> new TableIndexes(core).changeNamed(fields, List.of(), outcome));
    }

    /** Has no indexes kept for these fields any more. */
    public CompletableFuture<ColumnId> dropIndexes(List<String> fields) {
        return start(outcome -> new TableIndexes(core).changeNamed(List.of(), fields, outcome));
    }

    /** How far each index is, in the order they were added. */
    public CompletableFuture<List<IndexProgress>> indexProgress() {
        return start(outcome -> new TableIndexes(core).measure(outcome));
    }

    // Rows

    /** Makes a row without cells; fails with {@code ALREADY_EXISTS} if there is one of this name. */
    public CompletableFuture<RowVersion> create(String row) {
        return edit(row).expectAbsent().applyAsync();
    }

    public RowEditor edit(String row) {
        return edit(RowName.of(row));
    }

    public RowEditor edit(RowName row) {
        requireOpen();
        return new RowEditor(core, row);
    }

    public CompletableFuture<Optional<RowView>> row(String row, String... columns) {
        return row(RowName.of(row), columns);
    }

    /** A row with the cells of these columns; empty if there is no such row. */
    public CompletableFuture<Optional<RowView>> row(RowName row, String... columns) {
        return start(outcome -> core.row(row, List.of(columns), outcome));
    }

    public CompletableFuture<Boolean> delete(String row) {
        return delete(RowName.of(row));
    }

    /** Removes a row with all its cells; says whether there was one. */
    public CompletableFuture<Boolean> delete(RowName row) {
        return start(outcome -> core.rows().remove(row, Expected.ANY, outcome));
    }

    /** Removes a row if it still has this version; else fails with {@code VERSION_CHANGED}. */
    public CompletableFuture<Boolean> delete(RowName row, long version) {
        return start(outcome -> core.rows().remove(row, new Expected.Version(version), outcome));
    }

    // Cells

    public CompletableFuture<Optional<byte[]>> get(String row, String column) {
        return get(RowName.of(row), column);
    }

    /**
     * A cell; empty if there is no such row, or it has no cell in this column. A large one is refused with {@code TOO_LARGE}:
     * {@link Table#open} reads it as a stream.
     */
    public CompletableFuture<Optional<byte[]>> get(RowName row, String column) {
        return start(outcome -> core.whole(row, column, outcome));
    }

    /** The bytes of a cell from an offset on, as far as it goes; empty if there is no cell. */
    public CompletableFuture<Optional<byte[]>> getRange(String row, String column, long offset, int length) {
        return start(outcome -> core.get(RowName.of(row), column, offset, length, outcome));
    }

    /** Writes a cell, whole; makes row and column where they are missing. */
    public CompletableFuture<RowVersion> put(String row, String column, byte[] bytes) {
        return edit(row).put(column, bytes).applyAsync();
    }

    /** Writes behind the end of a cell, by reading and writing it whole. */
    public CompletableFuture<RowVersion> append(String row, String column, byte[] bytes) {
        return write(row, column, Rewrite.CellPart.END, bytes);
    }

    /** Writes into a cell, by reading and writing it whole. A gap behind its end becomes zeros. */
    public CompletableFuture<RowVersion> overwrite(String row, String column, long offset, byte[] bytes) {
        Check.inRange("offset in a cell", offset, 0, CellLocation.OFFSET_MAX);
        return write(row, column, offset, bytes);
    }

    private CompletableFuture<RowVersion> write(String row, String column, long offset, byte[] bytes) {
        RowName name = RowName.of(row);
        return start(outcome -> core.write(name, column, offset, bytes.clone(), outcome));
    }

    /** Removes one cell of a row that is there. */
    public CompletableFuture<RowVersion> deleteCell(String row, String column) {
        return edit(row).expectPresent().remove(column).applyAsync();
    }

    /** Which cells a row has; empty if there is no such row. */
    public CompletableFuture<Optional<List<CellInfo>>> cells(String row) {
        return cells(RowName.of(row));
    }

    public CompletableFuture<Optional<List<CellInfo>>> cells(RowName row) {
        return start(outcome -> core.cells(row, outcome));
    }

    // Many rows

    /** One cell of each of these rows, in their order; rows that have none are left out. */
    public CompletableFuture<Map<String, byte[]>> getAll(Collection<String> rows, String column) {
        return start(outcome -> new Batches(core).getAll(List.copyOf(rows), column, outcome));
    }

    /** Many rows with the cells of these columns, in the order of their names; empty is what is not there. */
    public CompletableFuture<List<Optional<RowView>>> rows(Collection<RowName> rows, String... columns) {
        return start(outcome -> new Batches(core).readAll(List.copyOf(rows), List.of(columns), outcome));
    }

    /** Writes one cell of many rows; fails if that failed for any of them, and has done the others. */
    public CompletableFuture<List<RowResult>> putAll(String column, Map<String, byte[]> cellsByRow) {
        List<RowEditor> edits = cellsByRow.entrySet().stream()
                .map(cell -> edit(cell.getKey()).put(column, cell.getValue()))
                .toList();
        return requireAll(applyAll(edits));
    }

    /** Makes many rows without cells; fails if any of them exists, and has made the others. */
    public CompletableFuture<List<RowResult>> createAll(Collection<String> rows) {
        return requireAll(
                applyAll(rows.stream().map(row -> edit(row).expectAbsent()).toList()));
    }

    /** Applies edits of many rows, each for itself; the results say what became of each. */
    public CompletableFuture<List<RowResult>> applyAll(List<RowEditor> edits) {
        return start(outcome -> new Batches(core).applyAll(List.copyOf(edits), outcome));
    }

    private CompletableFuture<List<RowResult>> requireAll(CompletableFuture<List<RowResult>> all) {
        return all.thenApply(results -> {
            Batches.requireAll(results);
            return results;
        });
    }

    // All rows

    public Scan scan() {
        requireOpen();
        return Scan.of(core);
    }

    /**
     * The rows of this table that a query asks for, or what it asks to be made of them; a {@code from} in it must name this table
     * alone.
     */
    public Search search(String query) {
        requireOpen();
        ParsedQuery parsed = QueryText.parsed(query);
        if (parsed.query().join().isPresent()) {
            throw new PfsException(
                    ErrorCode.USAGE, "a join is asked of the file system, or of a sorted file, not of a table");
        }
        for (String named : parsed.query().tables()) {
            if (!named.equals(core.rows().label())) {
                throw parsed.pointingAt(
                        named,
                        new PfsException(
                                ErrorCode.USAGE,
                                "table '" + core.rows().label() + "' is asked, so '" + named + "' can't be named"));
            }
        }
        return Search.of(parsed, List.of(core), Catalogue.ofAnyRows());
    }

    /**
     * The rows of one part that a query asks for, in no order, as they are found: so many can look for them together. The query is a
     * condition on tags and attributes, and nothing else.
     */
    public Iterator<RowView> search(String query, TablePart part) {
        requireOpen();
        return PartHits.of(core, query, part);
    }

    /** How many rows there are, about, and how many bytes their cells in these columns have. It costs one request. */
    public CompletableFuture<TableEstimate> estimate(List<Column> columns) {
        return start(outcome -> core.estimate(columns, outcome));
    }

    /**
     * The host of the server that has a part, or its beginning, as far as it is known here; empty if there is one server alone.
     * Rows are found from anywhere: it is only nearer there.
     */
    public Optional<String> hostOf(TablePart part) {
        requireOpen();
        return core.rows().hostOf(part);
    }

    /** The hosts that have most of the cells of some rows of a part. */
    List<String> hostsOf(TablePart part, List<Column> columns, Duration atMost) {
        requireOpen();
        return PartHosts.of(core, part, columns, Times.nanos(atMost));
    }

    public ColumnLoad bulkLoad(String column) {
        requireOpen();
        return new ColumnLoad(core, column);
    }

    // The handle

    private <T> CompletableFuture<T> start(Consumer<Outcome<T>> operation) {
        requireOpen();
        Promise<T> promise = new Promise<>();
        operation.accept(promise);
        return promise;
    }

    TableCore core() {
        requireOpen();
        return core;
    }

    private void requireOpen() {
        if (closed) {
            throw new PfsException(ErrorCode.CLOSED, "table '" + path() + "' was closed by its user");
        }
    }

    void close() {
        closed = true;
    }
}
