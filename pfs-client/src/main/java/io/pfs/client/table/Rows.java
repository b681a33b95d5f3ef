package io.pfs.client.table;

import io.pfs.client.call.Promise;
import io.pfs.hash.SliceOrder;
import io.pfs.wire.Cursor;
import io.pfs.wire.FoundRow;
import io.pfs.wire.Reply.RowsFound;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/** Walks over rows. For one thread. */
public final class Rows implements Iterator<RowView> {
    private final Scan scan;
    private List<FoundRow> page = List.of();
    private int at;
    private long met;
    private Optional<Promise<RowsFound>> coming;
    private Optional<Cursor> passed;

    Rows(Scan scan) {
        this.scan = scan;
        passed = scan.start();
        coming = Optional.of(ask(passed, scan.pageRows()));
    }

    private Promise<RowsFound> ask(Optional<Cursor> place, int rowsMax) {
        Promise<RowsFound> promise = new Promise<>();
        scan.find(place, rowsMax, promise);
        return promise;
    }

    /** How many rows to ask for, so that hardly any are brought that stand behind the part. */
    private int rowsBehind(Cursor next, long rowsSoFar) {
        SliceOrder.Interval part = scan.part().interval();
        if (part.isLast()) {
            return scan.pageRows();
        }
        long place = SliceOrder.position(next.nextHash());
        double share = TableEstimate.asDouble(part.last() - place) / TableEstimate.asDouble(place - part.first());
        return TableEstimate.withSpare(rowsSoFar * share, scan.pageRows());
    }

    @Override
    public boolean hasNext() {
        while (at == page.size() && coming.isPresent()) {
            RowsFound found = Promise.await(coming.get());
            met += found.rows().size();
            coming = found.next().map(next -> ask(Optional.of(next), rowsBehind(next, met)));
            page = found.rows();
            at = 0;
        }
        return at < page.size();
    }

    @Override
    public RowView next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the scan is at its end");
        }
        FoundRow row = page.get(at++);
        passed = Optional.of(Cursor.behind(scan.seed(), row.name()));
        return new RowView(row, scan.columns());
    }

    /** The place behind the last row that was given; {@link Scan#after} goes on there, now or in another process. */
    public String token() {
        return passed.map(scan::token).orElse(ScanToken.START);
    }
}
