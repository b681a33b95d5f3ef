package io.pfs.client.file;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.call.Promise;
import io.pfs.client.route.PfsPath;
import io.pfs.wire.Cursor;
import io.pfs.wire.FoundRow;
import io.pfs.wire.Reply.RowsFound;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * Walks over all that is below a directory, in no order but that what is in a directory comes after itself. Several directories are
 * asked for at a time, since a tree of many small ones would else be a round trip for each. Symlinks are shown, not followed.
 * For one thread.
 */
public final class TreeWalk implements Iterator<FileInfo> {
    private static final int ASKED_MAX = 16;

    private final FileCalls calls;
    private final PfsPath top;
    /** Found and not asked for yet; those found last come first, so that no more is remembered than beside a way down. */
    private final ArrayDeque<PfsPath> open = new ArrayDeque<>();

    private final ArrayDeque<Asked> asked = new ArrayDeque<>();
    private PfsPath directory;
    private List<FoundRow> page;
    private int at;

    /** A page that is on its way. */
    private record Asked(PfsPath directory, Promise<RowsFound> page) {}

    /** Has the first page when it is made, so that a directory that is missing is refused then. */
    TreeWalk(FileCalls calls, PfsPath top) {
        this.calls = calls;
        this.top = top;
        this.directory = top;
        Asked first = ask(top, Optional.empty());
        this.page = take(first, Promise.await(first.page));
    }

    private Asked ask(PfsPath of, Optional<Cursor> place) {
        Promise<RowsFound> promise = new Promise<>();
        calls.page(of, place, promise);
        return new Asked(of, promise);
    }

    /** What comes behind this page is asked for at once, and first. */
    private List<FoundRow> take(Asked one, RowsFound found) {
        directory = one.directory;
        at = 0;
        found.next().ifPresent(place -> asked.addFirst(ask(one.directory, Optional.of(place))));
        return found.rows();
    }

    @Override
    public boolean hasNext() {
        while (at == page.size()) {
            while (asked.size() < ASKED_MAX && !open.isEmpty()) {
                asked.add(ask(open.pop(), Optional.empty()));
            }
            if (asked.isEmpty()) {
                return false;
            }
            Asked next = asked.remove();
            await(next).ifPresent(found -> page = take(next, found));
        }
        return true;
    }

    /** Nothing if the directory went meanwhile: then nothing is in it. */
    private Optional<RowsFound> await(Asked next) {
        try {
            return Optional.of(Promise.await(next.page));
        } catch (PfsException e) {
            boolean isGone = e.code() == ErrorCode.NOT_FOUND || e.code() == ErrorCode.NOT_A_DIRECTORY;
            if (!isGone || next.directory.equals(top)) {
                throw e;
            }
            return Optional.empty();
        }
    }

    @Override
    public FileInfo next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the walk over all below '" + top + "' is at its end");
        }
        FoundRow row = page.get(at++);
        FileInfo info = FileInfo.of(directory.child(row.name()), row.row());
        if (info.isDirectory()) {
            open.push(info.path());
        }
        return info;
    }
}
