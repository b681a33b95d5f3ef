package io.pfs.client.table;

import io.pfs.ColumnId;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.client.call.Promise;
import io.pfs.table.Column;
import io.pfs.table.Policy;
import io.pfs.table.Spreading;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A table: rows by name, each with a cell in any of its columns. Any number of threads may use it; each call waits until it
 * is done, and a change is durable then as the file system promises. It holds nothing that must be given back: closing the
 * file system is enough.
 */
public final class Table implements AutoCloseable {
    private final AsyncTable async;

    public Table(AsyncTable async) {
        this.async = async;
    }

    /** The same table, without waiting. */
    public AsyncTable async() {
        return async;
    }

    public String path() {
        return async.path();
    }

    // The table

    public TableInfo describe() {
        return Promise.await(async.describe());
    }

    /** The columns there are; the first is {@code content}. Writing to one that is not there adds it. */
    public List<Column> columns() {
        return describe().columns();
    }

    public ColumnId addColumn(String name) {
        return addColumn(name, ColumnOptions.DEFAULT);
    }

    public ColumnId addColumn(String name, ColumnOptions options) {
        return Promise.await(async.addColumn(name, options));
    }

    /** Gives a column another name; its cells stay. */
    public void renameColumn(String from, String to) {
        Promise.await(async.renameColumn(from, to));
    }

    /** Removes a column with all its cells. Other clients may write to it for some seconds more, which nobody can read. */
    public void dropColumn(String name) {
        Promise.await(async.dropColumn(name));
    }

    /**
     * Says when the table goes over more shards, and over how many at the least: 2 to the power of the spread. Its rows move
     * while it is used.
     */
    public void setSpreading(Spreading spreading) {
        Promise.await(async.setSpreading(spreading));
    }

    public void setPolicy(Policy policy) {
        Promise.await(async.setPolicy(policy));
    }

    /**
     * Has indexes kept for fields as they are written in queries: {@code hot}, {@code size}, {@code size(thumb)}. Those that have
     * one keep it. Rows that are there are put into them beside what else is done; {@link #indexProgress} tells how far that is, and
     * searches look at rows until then.
     */
    public void addIndexes(String... fields) {
        addIndexes(List.of(fields));
    }

    public void addIndexes(List<String> fields) {
        Promise.await(async.addIndexes(fields));
    }

    /** Has no indexes kept for these fields any more. */
    public void dropIndexes(String... fields) {
        dropIndexes(List.of(fields));
    }

    public void dropIndexes(List<String> fields) {
        Promise.await(async.dropIndexes(fields));
    }

    /** How far each index is, in the order they were added. */
    public List<IndexProgress> indexProgress() {
        return Promise.await(async.indexProgress());
    }

    // Rows

    /** Makes a row without cells; refused with {@code ALREADY_EXISTS} if there is one of this name. */
    public RowVersion create(String row) {
        return Promise.await(async.create(row));
    }

    /** Changes of several cells, tags and attributes that become visible together. */
    public RowEditor edit(String row) {
        return async.edit(row);
    }

    public RowEditor edit(RowName row) {
        return async.edit(row);
    }

    /** A row with the cells of these columns; empty if there is no such row. */
    public Optional<RowView> row(String row, String... columns) {
        return Promise.await(async.row(row, columns));
    }

    public Optional<RowView> row(RowName row, String... columns) {
        return Promise.await(async.row(row, columns));
    }

    /** Removes a row with all its cells; says whether there was one. */
    public boolean delete(String row) {
        return Promise.await(async.delete(row));
    }

    public boolean delete(RowName row) {
        return Promise.await(async.delete(row));
    }

    /** Removes a row if it still has this version; else refused with {@code VERSION_CHANGED}. */
    public void delete(RowName row, long version) {
        Promise.await(async.delete(row, version));
    }

    // Cells

    /** A cell; empty if there is no such row, or it has no cell in this column. */
    public Optional<byte[]> get(String row, String column) {
        return Promise.await(async.get(row, column));
    }

    public Optional<byte[]> get(RowName row, String column) {
        return Promise.await(async.get(row, column));
    }

    /** The bytes of a cell from an offset on, as far as it goes; empty if there is no cell. */
    public Optional<byte[]> getRange(String row, String column, long offset, int length) {
        return Promise.await(async.getRange(row, column, offset, length));
    }

    /** A stream over a cell, of whatever length, as it is now; empty if there is none. */
    public Optional<CellInput> open(String row, String column) {
        return open(RowName.of(row), column);
    }

    public Optional<CellInput> open(RowName row, String column) {
        return async.core().open(row, column);
    }

    /** Writes a cell, whole; makes row and column where they are missing. */
    public RowVersion put(String row, String column, byte[] bytes) {
        return bytes.length > Limits.CELL_BYTES_MAX
                ? put(row, column, new ByteArrayInputStream(bytes))
                : Promise.await(async.put(row, column, bytes));
    }

    /** The same with all that a stream holds, however much that is. It is read to its end, and not closed. */
    public RowVersion put(String row, String column, InputStream bytes) {
        return edit(row).put(column, bytes).apply();
    }

    /** Writes behind the end of a cell, by reading and writing it whole. */
    public RowVersion append(String row, String column, byte[] bytes) {
        return Promise.await(async.append(row, column, bytes));
    }

    /** Writes into a cell, by reading and writing it whole. A gap behind its end becomes zeros. */
    public RowVersion overwrite(String row, String column, long offset, byte[] bytes) {
        return Promise.await(async.overwrite(row, column, offset, bytes));
    }

    /** Removes one cell of a row that is there. */
    public RowVersion deleteCell(String row, String column) {
        return Promise.await(async.deleteCell(row, column));
    }

    /** Which cells a row has; empty if there is no such row. */
    public Optional<List<CellInfo>> cells(String row) {
        return Promise.await(async.cells(row));
    }

    // Many rows

    /** One cell of each of these rows, in their order; rows that have none are left out. */
    public Map<String, byte[]> getAll(Collection<String> rows, String column) {
        return Promise.await(async.getAll(rows, column));
    }

    /** Many rows with the cells of these columns, in the order of their names; empty is what is not there. */
    public List<Optional<RowView>> rows(Collection<RowName> rows, String... columns) {
        return Promise.await(async.rows(rows, columns));
    }

    /** Writes one cell of many rows. Refused if that failed for any of them; the others are written. */
    public void putAll(String column, Map<String, byte[]> cellsByRow) {
        Promise.await(async.putAll(column, cellsByRow));
    }

    /** Makes many rows without cells. Refused if any of them exists; the others are made. */
    public void createAll(Collection<String> rows) {
        Promise.await(async.createAll(rows));
    }

    /** Applies edits of many rows, each for itself; the results say what became of each. */
    public List<RowResult> applyAll(List<RowEditor> edits) {
        return Promise.await(async.applyAll(edits));
    }

    // All rows

    /** A walk over the rows. */
    public Scan scan() {
        return async.scan();
    }

    /**
     * The rows of this table that a query asks for, or what it asks to be made of them; see {@code docs/QUERIES.md}. A {@code
     * from} in it must name this table alone.
     */
    public Search search(String query) {
        return async.search(query);
    }

    /**
     * The rows of one part that a query asks for, in no order, as they are found: so many can look for them together. The query is a
     * condition on tags and attributes, and nothing else. For one thread.
     */
    public Iterator<RowView> search(String query, TablePart part) {
        return async.search(query, part);
    }

    /** How many rows there are, about, and how many bytes their cells in these columns have. It costs one request. */
    public TableEstimate estimate(List<Column> columns) {
        return Promise.await(async.estimate(columns));
    }

    /**
     * The host of the server that has a part, or its beginning, as far as it is known here; empty if there is one server alone.
     * Rows are found from anywhere: it is only nearer there.
     */
    public Optional<String> hostOf(TablePart part) {
        return async.hostOf(part);
    }

    /**
     * The hosts that have most of the bytes of these columns in a part, the best first, if the pool is on several hosts and this client can read
     * it: about, by some rows of it. It costs a request for the part. Else, or if that fails, {@link #hostOf}.
     *
     * @param atMost how long the answer is waited for; what is zero or less asks nobody
     */
    public List<String> hostsOf(TablePart part, List<Column> columns, Duration atMost) {
        return async.hostsOf(part, columns, atMost);
    }

    /** All cells of one column, in the order in which they are read fastest. */
    public ColumnLoad bulkLoad(String column) {
        return async.bulkLoad(column);
    }

    /** Ends the use of this handle; the table stays. */
    @Override
    public void close() {
        async.close();
    }
}
