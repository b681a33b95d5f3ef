package io.pfs.client.table;

import io.pfs.Limits;
import io.pfs.client.call.Promise;
import io.pfs.format.ByteReader;
import io.pfs.query.answer.TopRows;
import io.pfs.wire.Cursor;
import io.pfs.wire.Reply.RowsSearched;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/** Rows that a query asks for, as they are found; while those of a page are gone through, the next is on its way. For one thread. */
final class Hits implements Iterator<Hit> {
    private final Search search;
    private final long id;
    private final ArrayDeque<Hit> found = new ArrayDeque<>();
    private int nth;
    private long left;
    private Optional<Promise<RowsSearched>> coming;

    Hits(Search search) {
        this.search = search;
        this.id = search.newId();
        this.left = search.limit();
        this.coming = ask(Optional.empty());
    }

    private Optional<Promise<RowsSearched>> ask(Optional<Cursor> place) {
        return nth < search.tableCount() && left > 0 ? Optional.of(search.page(id, nth, place)) : Optional.empty();
    }

    @Override
    public boolean hasNext() {
        while (found.isEmpty() && left > 0 && coming.isPresent()) {
            take(Promise.await(coming.get()));
        }
        return !found.isEmpty() && left > 0;
    }

    private void take(RowsSearched page) {
        int table = nth;
        if (page.next().isEmpty()) {
            nth++;
        }
        coming = ask(page.next());
        TopRows.decode(Limits.ROWS_PER_SEARCH_MAX, Search.reader(page))
                .forEach((key, row) -> found.add(search.hit(table, new ByteReader("a row that was found", row))));
    }

    @Override
    public Hit next() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more rows that the query asks for");
        }
        left--;
        return found.remove();
    }
}
