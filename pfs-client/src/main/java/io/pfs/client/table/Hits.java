package io.pfs.client.table;

import io.pfs.Limits;
import io.pfs.client.call.Promise;
import io.pfs.client.table.Pages.Found;
import io.pfs.format.ByteReader;
import io.pfs.query.answer.TopRows;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/** Rows that a query asks for, as they are found; while those of a page are gone through, the next is on its way. For one thread. */
final class Hits implements Iterator<Hit> {
    private final Search search;
    private final Pages pages;
    private final ArrayDeque<Hit> found = new ArrayDeque<>();
    private long left;
    private boolean isOver;
    /** What is waited for: who was interrupted may come again. */
    private Optional<Promise<Optional<Found>>> awaited = Optional.empty();

    /** Of the rows in a part of each table. */
    Hits(Search search, TablePart part) {
        this.search = search;
        this.pages = new Pages(search, part);
        this.left = search.limit();
    }

    @Override
    public boolean hasNext() {
        while (found.isEmpty() && left > 0 && !isOver) {
            Optional<Found> next = await();
            next.ifPresent(this::take);
            isOver = next.isEmpty();
        }
        return !found.isEmpty() && left > 0;
    }

    private Optional<Found> await() {
        Promise<Optional<Found>> page = awaited.orElseGet(pages::next);
        awaited = Optional.of(page);
        Optional<Found> found = Promise.await(page);
        awaited = Optional.empty();
        return found;
    }

    private void take(Found page) {
        TopRows.decode(Limits.ROWS_PER_SEARCH_MAX, Search.reader(page.page()))
                .forEach((key, row) -> found.add(search.hit(page.nth(), new ByteReader("a row that was found", row))));
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
