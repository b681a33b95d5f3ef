package io.pfs.client.route;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.call.Ask;
import io.pfs.client.call.Caller;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Repeating;
import io.pfs.format.ByteReader;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.TablePointer;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Request.ReadRow;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Finds the table that a path leads to, hop by hop from the last one that is known. Follows symlinks on the way. */
public final class Walker {
    private static final int SYMLINKS_MAX = 40;

    private final Caller caller;
    private final Placement placement;
    private final Directories directories;

    public Walker(Caller caller, Placement placement, Directories directories) {
        this.caller = caller;
        this.placement = placement;
        this.directories = directories;
    }

    public Placement placement() {
        return placement;
    }

    public Directories directories() {
        return directories;
    }

    /** Finds the table of a directory. */
    public void find(PfsPath directory, Outcome<TablePointer> outcome) {
        new Walk(directory, outcome).again();
    }

    /** Something that is done in the table of a directory. */
    public interface Errand<T> {
        void run(TablePointer table, Outcome<T> outcome);
    }

    /**
     * Does something in a directory. If it is not found there, and the directory was known from before, it may have been
     * another one by now: then the path is walked anew, and if it leads elsewhere, the same is done there.
     */
    public <T> void in(PfsPath directory, Errand<T> errand, Outcome<T> outcome) {
        Optional<TablePointer> remembered = directory.isRoot() ? Optional.empty() : directories.find(directory);
        if (remembered.isEmpty()) {
            find(directory, Outcome.then(outcome, table -> errand.run(table, outcome)));
            return;
        }
        TablePointer before = remembered.get();
        errand.run(before, Outcome.either(outcome::done, cause -> {
            if (cause.code() == ErrorCode.NOT_FOUND) {
                retrace(directory, before, cause, errand, outcome);
            } else {
                outcome.failed(cause);
            }
        }));
    }

    private <T> void retrace(
            PfsPath directory, TablePointer before, PfsException cause, Errand<T> errand, Outcome<T> outcome) {
        directories.forget(directory);
        find(directory, Outcome.then(outcome, now -> {
            if (now.equals(before)) {
                outcome.failed(cause);
            } else {
                errand.run(now, outcome);
            }
        }));
    }

    /** Where a symlink in a directory leads. */
    public static PfsPath targetOf(PfsPath directory, Row symlink) {
        byte[] target = inline(directory, symlink).target().orElse(new byte[0]);
        return directory.resolve(new String(target, StandardCharsets.UTF_8));
    }

    /** The table of a subdirectory, by its row in the directory. */
    public static TablePointer pointerOf(PfsPath directory, Row row) {
        return Check.present(inline(directory, row).pointer().orElse(null), "the row of a directory points at a table");
    }

    private static Inline inline(PfsPath directory, Row row) {
        return Inline.decode(new ByteReader("a row in " + directory, row.inline()));
    }

    /** One path on its way. */
    private final class Walk extends Repeating {
        private final Outcome<TablePointer> outcome;
        private PfsPath path;
        private Directories.Known reached = directories.longest(PfsPath.ROOT);
        private int symlinks;
        private boolean startsAtRoot;

        Walk(PfsPath path, Outcome<TablePointer> outcome) {
            this.path = path;
            this.outcome = outcome;
            begin();
        }

        private void begin() {
            reached = directories.longest(path);
            startsAtRoot = reached.path().isRoot();
        }

        @Override
        protected void step() {
            int depth = reached.path().depth();
            if (depth == path.depth()) {
                outcome.done(reached.pointer());
                return;
            }
            ReadRow read = new ReadRow(reached.pointer().table(), path.names().get(depth), List.of());
            try {
                TablePointer table = reached.pointer();
                Ask.Router router = misplaced -> placement.after(misplaced, table, read.name());
                caller.send(new Ask(read, placement.shardOf(table, read.name()), router, this::answered));
            } catch (PfsException e) {
                outcome.failed(e);
            }
        }

        private void answered(Reply reply) {
            try {
                if (reply instanceof RowFound found) {
                    hop(found.found().row());
                    again();
                    return;
                }
                failed(refused((Refused) reply));
            } catch (PfsException e) {
                failed(e);
            }
        }

        /** What was remembered of the path may lead to where it led once: then it is walked from the root, once. */
        private void failed(PfsException cause) {
            boolean isAboutPath = cause.code() == ErrorCode.NOT_FOUND || cause.code() == ErrorCode.NOT_A_DIRECTORY;
            if (isAboutPath && !startsAtRoot) {
                directories.forget(path);
                begin();
                again();
            } else {
                outcome.failed(cause);
            }
        }

        private void hop(Row row) {
            PfsPath next = path.prefix(reached.path().depth() + 1);
            if (row.kind() == RowKind.DIRECTORY) {
                reached = new Directories.Known(next, pointerOf(reached.path(), row));
                directories.learn(next, reached.pointer());
            } else if (row.kind() == RowKind.SYMLINK) {
                follow(targetOf(reached.path(), row), next.depth());
            } else {
                throw new PfsException(ErrorCode.NOT_A_DIRECTORY, "'" + next + "' is a file, not a directory");
            }
        }

        private void follow(PfsPath target, int depth) {
            if (++symlinks > SYMLINKS_MAX) {
                throw new PfsException(
                        ErrorCode.NAME_INVALID,
                        "path '" + path + "' leads over more than " + SYMLINKS_MAX + " symlinks");
            }
            PfsPath rest = target;
            for (int i = depth; i < path.depth(); i++) {
                rest = rest.child(path.names().get(i));
            }
            path = rest;
            begin();
        }

        private PfsException refused(Refused refused) {
            PfsPath missing = path.prefix(reached.path().depth() + 1);
            return refused.code() == ErrorCode.NOT_FOUND
                    ? new PfsException(ErrorCode.NOT_FOUND, "directory '" + missing + "' does not exist")
                    : refused.toException();
        }
    }
}
