package io.pfs.client.file;

import io.pfs.RowName;
import io.pfs.client.call.Promise;
import io.pfs.client.route.PfsPath;
import io.pfs.wire.Cursor;
import io.pfs.wire.FoundRow;
import io.pfs.wire.Reply.RowsFound;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/** Walks over what is in a directory, in no order. For one thread. */
public final class FileWalk implements Iterator<FileInfo> {
    private final FileCalls calls;
    private final PfsPath directory;
    private List<FoundRow> page;
    private int at;
    private Optional<Promise<RowsFound>> coming;

    /**
     * Has the first page when it is made, so that a directory that is missing is refused then.
     *
     * @param after begins behind this name
     */
    FileWalk(FileCalls calls, PfsPath directory, Optional<RowName> after) {
        this.calls = calls;
        this.directory = directory;
        Promise<RowsFound> asked = new Promise<>();
        calls.pageAfter(directory, after, asked);
        RowsFound first = Promise.await(asked);
        this.page = first.rows();
        this.coming = ahead(first);
    }

    private Optional<Promise<RowsFound>> ahead(RowsFound found) {
        return found.next().map(this::ask);
    }

    private Promise<RowsFound> ask(Cursor place) {
        Promise<RowsFound> promise = new Promise<>();
        calls.page(directory, Optional.of(place), promise);
        return promise;
    }

    @Override
    public boolean hasNext() {
        while (at == page.size() && coming.isPresent()) {
            RowsFound found = Promise.await(coming.get());
            coming = ahead(found);
            page = found.rows();
            at = 0;
        }
        return at < page.size();
    }

    @Override
    public FileInfo next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the walk over '" + directory + "' is at its end");
        }
        FoundRow row = page.get(at++);
        return FileInfo.of(directory.child(row.name()), row.row());
    }
}
