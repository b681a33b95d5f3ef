package io.pfs.client.table;

import io.pfs.Check;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Promise;
import io.pfs.hash.NameHash;
import io.pfs.table.Column;
import io.pfs.wire.Cursor;
import io.pfs.wire.FoundRow;
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
    private final TablePart part;

    private Scan(
            TableCore table,
            List<String> columns,
            int pageRows,
            int pageBytes,
            Optional<Cursor> start,
            TablePart part) {
        Check.inRange("rows of a page", pageRows, 1, 1 << 16);
        Check.inRange("bytes of a page", pageBytes, 1, 64 << 20);
        this.table = table;
        this.columns = List.copyOf(columns);
        this.pageRows = pageRows;
        this.pageBytes = pageBytes;
        this.start = start;
        this.part = part;
    }

    static Scan of(TableCore table) {
        return new Scan(table, List.of(), PAGE_ROWS, PAGE_BYTES, Optional.empty(), TablePart.WHOLE);
    }

    /** With the cells of these columns; without, only what the rows themselves say is read. */
    public Scan columns(String... names) {
        return new Scan(table, List.of(names), pageRows, pageBytes, start, part);
    }

    /** How much is asked for at a time; a page ends when it has so many rows, or so many bytes of cells. */
    public Scan pages(int rows, int bytes) {
        return new Scan(table, columns, rows, bytes, start, part);
    }

    /** Goes on where another scan stopped. */
    public Scan after(String token) {
        return new Scan(
                table,
                columns,
                pageRows,
                pageBytes,
                ScanToken.decode(table.rows().table(), token),
                part);
    }

    /** Only the rows of one part. Its beginning is where this scan begins now. */
    public Scan part(TablePart its) {
        return new Scan(table, columns, pageRows, pageBytes, its.start(), its);
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
                pageRows,
                Outcome.then(
                        promise,
                        found -> promise.done(new Page(
                                found.rows().stream()
                                        .map(row -> new RowView(row, columns))
                                        .toList(),
                                found.next().map(this::token)))));
        return promise;
    }

    /** A page behind a place, without what is behind the part. */
    void find(Optional<Cursor> place, int rowsMax, Outcome<RowsFound> outcome) {
        Outcome<RowsFound> cut = Outcome.then(outcome, found -> outcome.done(inPart(found)));
        table.columns().forReading(columns, Outcome.then(outcome, found -> page(place, rowsMax, found, cut)));
    }

    private void page(Optional<Cursor> place, int rowsMax, List<Column> found, Outcome<RowsFound> outcome) {
        RowAccess rows = table.rows();
        rows.page(new ListRows(rows.table(), place, rowsMax, pageBytes, TableCore.ids(found)), outcome);
    }

    private RowsFound inPart(RowsFound found) {
        if (part.interval().isLast()) {
            return found;
        }
        NameHash hash = new NameHash(seed());
        List<FoundRow> rows = found.rows();
        int end = rows.size();
        while (end > 0 && !part.contains(hash.of(rows.get(end - 1).name()))) {
            end--;
        }
        boolean isThrough = end < rows.size()
                || found.next().filter(next -> part.contains(next.nextHash())).isEmpty();
        return new RowsFound(rows.subList(0, end), isThrough ? Optional.empty() : found.next());
    }

    int pageRows() {
        return pageRows;
    }

    TablePart part() {
        return part;
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
