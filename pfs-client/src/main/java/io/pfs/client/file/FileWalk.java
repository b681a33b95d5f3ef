package io.pfs.client.file;

import io.pfs.ErrorCode.Kind;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.call.Promise;
import io.pfs.client.route.PfsPath;
import io.pfs.row.RowKind;
import io.pfs.wire.Cursor;
import io.pfs.wire.FoundRow;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.TableView;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Walks over what is in a directory, in no order. Times of a subdirectory are kept with its table and not with its name: tables of the
 * subdirectories are asked many at a time, when the first of them is wanted. For one thread.
 */
public final class FileWalk implements Iterator<FileInfo> {
    /** So many of them: whoever else asks through this client has room beside them, also if none is answered for long. */
    private static final int ASKED_MAX = 128;

    private final FileCalls calls;
    private final PfsPath directory;
    private List<FoundRow> page;
    private int at;
    /** What was asked of some subdirectories of this page, by their places in it. */
    private final TreeMap<Integer, Promise<TableView>> tables = new TreeMap<>();

    private boolean isAnyAway;

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
            tables.clear();
        }
        return at < page.size();
    }

    @Override
    public FileInfo next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the walk over '" + directory + "' is at its end");
        }
        FoundRow row = page.get(at);
        FileInfo made = FileInfo.of(directory.child(row.name()), row.row());
        FileInfo info = made.isDirectory() ? now(made) : made;
        at++;
        return info;
    }

    /**
     * As its table says. As its row does if that is gone by now, can't be read, or is where nobody answers: one of them keeps nobody from
     * seeing the others.
     */
    private FileInfo now(FileInfo made) {
        if (!tables.containsKey(at)) {
            askTables();
        }
        Promise<TableView> asked = tables.get(at);
        if (asked == null) {
            return made;
        }
        try {
            return FileInfo.of(made.path(), made.fileId(), Promise.await(asked));
        } catch (PfsException e) {
            isAnyAway |= e.code().kind() == Kind.ROUTING;
            return made;
        }
    }

    /** Asks the next ones. If nobody answered for one before, none: else each lot would have to be waited for as long. */
    private void askTables() {
        tables.clear();
        for (int nth = at; nth < page.size() && tables.size() < ASKED_MAX && !isAnyAway; nth++) {
            FoundRow row = page.get(nth);
            if (row.row().kind() == RowKind.DIRECTORY) {
                Promise<TableView> asked = new Promise<>();
                calls.describe(directory, row, asked);
                tables.put(nth, asked);
            }
        }
    }
}
