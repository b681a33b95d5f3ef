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
 * Walks over all that is below a directory, in no order but that what is in a directory comes after itself. Many directories are
 * asked for together, in few requests, since a tree of many small ones would else be a request and a round trip for each. Symlinks
 * are shown, not followed. For one thread.
 */
public final class TreeWalk implements Iterator<FileInfo> {
    /** So many directories may be asked for and not shown yet. */
    private static final int ASKED_MAX = 1024;
    /** While any are, others are asked for only if they are so many: else each would be a request again. */
    private static final int ASKED_AT_ONCE = ASKED_MAX / 2;
    /** Of a directory that is asked for among many. A larger one is asked for once more, in pages of the usual size. */
    private static final int FIRST_ROWS = 64;
    /** So many directories that come next have their further pages asked for ahead. */
    private static final int PAGES_AHEAD = 16;

    private final FileCalls calls;
    private final PfsPath top;
    /** Found and not asked for yet; those found last come first, so that no more is remembered than beside a way down. */
    private final ArrayDeque<PfsPath> open = new ArrayDeque<>();

    private final ArrayDeque<Asked> asked = new ArrayDeque<>();
    private PfsPath directory;
    private List<FoundRow> page;
    private int at;

    /** Has the first page when it is made, so that a directory that is missing is refused then. */
    TreeWalk(FileCalls calls, PfsPath top) {
        this.calls = calls;
        this.top = top;
        this.directory = top;
        Asked first = new Asked(top, false);
        calls.page(top, Optional.empty(), first.page);
        this.page = take(first, Promise.await(first.page));
    }

    /** A page that is on its way, and the one behind it once that was asked for. */
    private final class Asked {
        private final PfsPath directory;
        /** Of what comes nothing is shown if it is not all: by the time of the rest another directory may have the name, or none. */
        private final boolean isTrial;

        private final Promise<RowsFound> page = new Promise<>();
        private Optional<Asked> rest = Optional.empty();

        Asked(PfsPath directory, boolean isTrial) {
            this.directory = directory;
            this.isTrial = isTrial;
        }

        /** Asks for what is behind it, if it is known where that is. */
        void askAhead() {
            if (page.isDone() && !page.isCompletedExceptionally()) {
                page.join().next().ifPresent(this::askBehind);
            }
        }

        Asked askBehind(Cursor place) {
            if (rest.isEmpty()) {
                Asked next = new Asked(directory, false);
                calls.page(directory, isTrial ? Optional.empty() : Optional.of(place), next.page);
                rest = Optional.of(next);
            }
            return rest.get();
        }
    }

    /** What comes behind this page is asked for at once, and first. */
    private List<FoundRow> take(Asked one, RowsFound found) {
        directory = one.directory;
        at = 0;
        found.next().ifPresent(place -> asked.addFirst(one.askBehind(place)));
        return one.isTrial && found.next().isPresent() ? List.of() : found.rows();
    }

    @Override
    public boolean hasNext() {
        while (at == page.size()) {
            boolean isTime = asked.isEmpty() || (open.size() >= ASKED_AT_ONCE && asked.size() <= ASKED_AT_ONCE);
            if (isTime) {
                calls.together(this::askForMany);
            }
            if (asked.isEmpty()) {
                return false;
            }
            asked.stream().limit(PAGES_AHEAD).forEach(Asked::askAhead);
            Asked next = asked.element();
            Optional<RowsFound> answer = await(next); // if that fails, who goes on does not miss what is in it
            asked.remove();
            answer.ifPresent(found -> page = take(next, found));
        }
        return true;
    }

    private void askForMany() {
        while (asked.size() < ASKED_MAX && !open.isEmpty()) {
            Asked next = new Asked(open.pop(), true);
            calls.page(next.directory, Optional.empty(), FIRST_ROWS, next.page);
            asked.add(next);
        }
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
