package io.pfs.client.file;

import io.pfs.RowName;
import io.pfs.client.call.Promise;
import io.pfs.client.route.PfsPath;
import io.pfs.wire.Cursor;
import io.pfs.wire.FoundRow;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.Request.ListRows;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/** Walks over the cells of a column, in no order. For one thread. */
final class FormWalk implements Iterator<FileInfo> {
    private static final int PAGE_ROWS = 4096;
    /** Of cells that have to be brought along for their lengths. */
    private static final int PAGE_BYTES = 4 << 20;

    private final Form form;
    private final PfsPath folder;
    private Iterator<FoundRow> page;
    private Optional<Promise<RowsFound>> coming;
    private Optional<FileInfo> next = Optional.empty();

    /**
     * Has the first page when it is made.
     *
     * @param after begins behind the row of this name
     */
    FormWalk(Form form, PfsPath folder, Optional<RowName> after) {
        this.form = form;
        this.folder = folder;
        this.page = List.<FoundRow>of().iterator();
        long hashSeed = form.rows().pointer().hashSeed();
        this.coming = Optional.of(ask(after.map(name -> Cursor.behind(hashSeed, name))));
        turn();
    }

    private Promise<RowsFound> ask(Optional<Cursor> place) {
        Promise<RowsFound> promise = new Promise<>();
        ListRows request = new ListRows(form.rows().table(), place, PAGE_ROWS, PAGE_BYTES, form.inRows());
        form.rows().page(request, promise);
        return promise;
    }

    private void turn() {
        RowsFound found = Promise.await(coming.orElseThrow());
        coming = found.next().map(place -> ask(Optional.of(place)));
        page = found.rows().iterator();
    }

    @Override
    public boolean hasNext() {
        while (next.isEmpty() && (page.hasNext() || coming.isPresent())) {
            if (page.hasNext()) {
                FoundRow row = page.next();
                next = form.info(folder.child(row.name()), row);
            } else {
                turn();
            }
        }
        return next.isPresent();
    }

    @Override
    public FileInfo next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the walk over '" + folder + "' is at its end");
        }
        FileInfo info = next.orElseThrow();
        next = Optional.empty();
        return info;
    }
}
