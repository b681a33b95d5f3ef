package io.pfs.client.table;

import io.pfs.Check;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Promise;
import io.pfs.table.Column;
import io.pfs.wire.Cursor;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.Request.ListRows;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Which rows of a table to walk over, and with which cells. The order is that of the table, which is none that people know:
 * it stays the same while the table grows, so that a walk can be stopped and gone on with. A row that is there all the time
 * is met once; one that comes or goes meanwhile, once or not at all.
 */
public final class Scan implements Iterable<RowView> {
    private static final int PAGE_ROWS = 1024;
    private static final int PAGE_BYTES = 4 << 20;

    private final TableCore table;
    private final List<String> columns;
    private final int pageRows;
    private final int pageBytes;
    private final Optional<Cursor> start;

    private Scan(TableCore table, List<String> columns, int pageRows, int pageBytes, Optional<Cursor> start) {
        Check.inRange("rows of a page", pageRows, 1, 1 << 16);
        Check.inRange("bytes of a page", pageBytes, 1, 64 << 20);
        this.table = table;
        this.columns = List.copyOf(columns);
        this.pageRows = pageRows;
        this.pageBytes = pageBytes;
        this.start = start;
    }

    static Scan of(TableCore table) {
        return new Scan(table, List.of(), PAGE_ROWS, PAGE_BYTES, Optional.empty());
    }

    /** With the cells of these columns; without, only what the rows themselves say is read. */
    public Scan columns(String... names) {
        return new Scan(table, List.of(names), pageRows, pageBytes, start);
    }

    /** How much is asked for at a time; a page ends when it has so many rows, or so many bytes of cells. */
    public Scan pages(int rows, int bytes) {
        return new Scan(table, columns, rows, bytes, start);
    }

    /** Goes on where another scan stopped. */
    public Scan after(String token) {
        return new Scan(
                table,
                columns,
                pageRows,
                pageBytes,
                ScanToken.decode(table.rows().table(), token));
    }

    /** The rows, one by one. While a page is gone through, the next is on its way. */
    @Override
    public Rows iterator() {
        return new Rows(this);
    }

    /** The first rows, and where to go on. */
    public CompletableFuture<Page> page() {
        Promise<Page> promise = new Promise<>();
        find(
                start,
                Outcome.then(
                        promise,
                        found -> promise.done(new Page(
                                found.rows().stream()
                                        .map(row -> new RowView(row, columns))
                                        .toList(),
                                found.next().map(this::token)))));
        return promise;
    }

    /** A page behind a place. */
    void find(Optional<Cursor> place, Outcome<RowsFound> outcome) {
        table.columns().forReading(columns, Outcome.then(outcome, found -> page(place, found, outcome)));
    }

    private void page(Optional<Cursor> place, List<Column> found, Outcome<RowsFound> outcome) {
        RowAccess rows = table.rows();
        rows.page(new ListRows(rows.table(), place, pageRows, pageBytes, TableCore.ids(found)), outcome);
    }

    Optional<Cursor> start() {
        return start;
    }

    List<String> columns() {
        return columns;
    }

    String token(Cursor cursor) {
        return ScanToken.encode(table.rows().table(), cursor);
    }

    long seed() {
        return table.rows().pointer().hashSeed();
    }
}
