package io.pfs.client.table;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.client.call.Promise;
import io.pfs.format.ByteReader;
import io.pfs.hash.NameHash;
import io.pfs.query.Field;
import io.pfs.query.Query;
import io.pfs.query.answer.TopRows;
import io.pfs.query.text.QueryText;
import io.pfs.row.SoughtRow;
import io.pfs.wire.Cursor;
import io.pfs.wire.FoundRow;
import io.pfs.wire.Reply.RowsSearched;
import io.pfs.wire.Request.SearchRows;
import io.pfs.wire.RowSearch;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * Rows of a part of a table that a query asks for, as they are found; while those of a page are gone through, the next is on its way.
 * Servers are asked from the place on where the part begins, and know of no end: so pages are small at first and become larger, and
 * what is looked at behind the end is about as much as was looked at before it, or a page. For one thread.
 */
final class PartHits implements Iterator<RowView> {
    /** Rows that are looked at for it. */
    private static final int FIRST_PAGE_ROWS = 256;

    private final TableCore table;
    private final RowSearch search;
    private final TablePart part;
    private final NameHash hash;
    private final ArrayDeque<RowView> found = new ArrayDeque<>();
    private int pageRows = FIRST_PAGE_ROWS;
    private Optional<Promise<RowsSearched>> coming;

    private PartHits(TableCore table, RowSearch search, TablePart part) {
        this.table = table;
        this.search = search;
        this.part = part;
        this.hash = new NameHash(table.rows().pointer().hashSeed());
        this.coming = Optional.of(ask(part.start()));
    }

    /** Refuses a query that asks for more than which rows. */
    static PartHits of(TableCore table, String text, TablePart part) {
        Query query = QueryText.parse(text);
        boolean isOfRows = query.equals(Query.where(query.where()));
        if (!isOfRows || query.fields().stream().anyMatch(Field.OfCell.class::isInstance)) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "of a part of table '" + table.rows().label()
                            + "' rows are asked for by a condition on their tags and attributes alone, not by: "
                            + text);
        }
        RowSearch search =
                new RowSearch(table.rows().newSearchId(), text, table.rows().label(), List.of());
        return new PartHits(table, search, part);
    }

    private Promise<RowsSearched> ask(Optional<Cursor> place) {
        Promise<RowsSearched> promise = new Promise<>();
        int rowsMax = pageRows;
        pageRows = Math.min(2 * pageRows, Limits.ROWS_PER_SEARCH_MAX);
        table.rows().search(new SearchRows(table.id(), place, rowsMax, search), promise);
        return promise;
    }

    @Override
    public boolean hasNext() {
        while (found.isEmpty() && coming.isPresent()) {
            take(Promise.await(coming.get()));
        }
        return !found.isEmpty();
    }

    private void take(RowsSearched page) {
        coming = page.next().filter(next -> part.contains(next.nextHash())).map(next -> ask(Optional.of(next)));
        TopRows.decode(Limits.ROWS_PER_SEARCH_MAX, new ByteReader("what a query found", page.found()))
                .forEach((key, row) -> add(SoughtRow.decode(new ByteReader("a row that was found", row))));
    }

    private void add(SoughtRow row) {
        if (part.contains(hash.of(row.name()))) {
            found.add(new RowView(new FoundRow(row.name(), row.row(), List.of(), List.of()), List.of()));
        }
    }

    @Override
    public RowView next() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more rows of this part that the query asks for");
        }
        return found.remove();
    }
}
