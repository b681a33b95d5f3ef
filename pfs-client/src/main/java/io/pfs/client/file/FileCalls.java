package io.pfs.client.file;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.client.call.Outcome;
import io.pfs.client.route.PfsPath;
import io.pfs.client.route.Walker;
import io.pfs.client.table.Rewrite;
import io.pfs.client.table.RowAccess;
import io.pfs.client.table.RowVersion;
import io.pfs.client.table.TableCatalog;
import io.pfs.client.table.TableOptions;
import io.pfs.format.ByteReader;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.TablePointer;
import io.pfs.row.TagValue;
import io.pfs.row.Tags;
import io.pfs.table.Column;
import io.pfs.wire.Asker;
import io.pfs.wire.CellPut;
import io.pfs.wire.Cursor;
import io.pfs.wire.Expected;
import io.pfs.wire.FoundRow;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.Reply.SpaceFound;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.RowEdit;
import io.pfs.wire.TableView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

/** Files and directories by their paths, in callbacks. A file's bytes are the cell {@code content} of its row. */
public final class FileCalls {
    private static final int SYMLINKS_MAX = 40;
    private static final int PAGE_ROWS = 4096;

    private final TableCatalog catalog;

    public FileCalls(TableCatalog catalog) {
        this.catalog = catalog;
    }

    /**
     * What a path leads to: a row in a directory.
     *
     * @param rows of that directory
     * @param attributes those of the row, taken apart
     */
    record Found(PfsPath path, RowAccess rows, FoundRow row, Row attributes) {
        Found(PfsPath path, RowAccess rows, FoundRow row) {
            this(path, rows, row, row.row());
        }

        Tags tags() {
            return Inline.decode(new ByteReader(
                            new Row.Label(row.name()), attributes().inline()))
                    .tags();
        }
    }

    /** The row of a path. Symlinks are followed if that is wanted. */
    void find(PfsPath path, boolean follow, Outcome<Found> outcome) {
        find(path, Wanted.ROW, follow ? SYMLINKS_MAX : -1, outcome);
    }

    /** The same without following it, and with the bytes of a file unless it is large. */
    void findWithBytes(PfsPath path, Outcome<Found> outcome) {
        find(path, Wanted.BYTES, -1, outcome);
    }

    /** What is wanted of a row. */
    private enum Wanted {
        ROW,
        BYTES,
        /** The same, but a file with the bytes that opens here does. */
        FILES
    }

    private void find(PfsPath path, Wanted wanted, int linksLeft, Outcome<Found> outcome) {
        Outcome<Found> seen = Outcome.then(outcome, found -> {
            Row row = found.attributes();
            if (row.kind() != RowKind.SYMLINK || linksLeft < 0) {
                outcome.done(found);
            } else if (linksLeft == 0) {
                throw new PfsException(
                        ErrorCode.NAME_INVALID, "'" + path + "' leads over more than " + SYMLINKS_MAX + " symlinks");
            } else {
                find(Walker.targetOf(path.parent(), row), wanted, linksLeft - 1, outcome);
            }
        });
        in(
                path,
                (rows, found) -> {
                    Outcome<FoundRow> asked = Outcome.then(found, row -> found.done(new Found(path, rows, row)));
                    row(rows, path.name(), wanted, asked);
                },
                seen);
    }

    private static void row(RowAccess rows, RowName name, Wanted wanted, Outcome<FoundRow> outcome) {
        List<ColumnId> content = List.of(Column.CONTENT.id());
        switch (wanted) {
            case ROW -> rows.row(name, List.of(), outcome);
            case BYTES -> rows.row(name, content, outcome);
            case FILES -> rows.rowOrFiles(name, content, outcome);
        }
    }

    /**
     * A file with its bytes, but for a large one, which is read in parts.
     *
     * @param filesDo whether a file that has to open yet ({@link FoundRow#opens}) does instead of bytes
     */
    void content(PfsPath path, boolean filesDo, Outcome<Found> outcome) {
        Outcome<Found> seen = Outcome.then(outcome, found -> {
            requireFile(found);
            outcome.done(found);
        });
        find(path, filesDo ? Wanted.FILES : Wanted.BYTES, SYMLINKS_MAX, seen);
    }

    /** The rows of the directory that a path is in. */
    void rowsAround(PfsPath path, Outcome<RowAccess> outcome) {
        path.name(); // the root is in no directory, and is refused here
        catalog.keepRows(path.parent(), outcome);
    }

    static void requireFile(Found found) {
        if (found.attributes().kind() == RowKind.DIRECTORY) {
            throw new PfsException(ErrorCode.IS_A_DIRECTORY, "'" + found.path() + "' is a directory, not a file");
        }
    }

    void stat(PfsPath path, boolean follow, Outcome<FileInfo> outcome) {
        if (path.isRoot()) {
            ofDirectory(path, Optional.empty(), outcome);
            return;
        }
        find(path, follow, Outcome.then(outcome, found -> {
            if (found.attributes().kind() == RowKind.DIRECTORY) {
                ofDirectory(found.path(), Optional.of(found.attributes().fileId()), outcome);
            } else {
                outcome.done(FileInfo.of(found.path(), found.attributes()));
            }
        }));
    }

    private void ofDirectory(PfsPath path, Optional<FileId> fileId, Outcome<FileInfo> outcome) {
        catalog.walker()
                .<FileInfo>in(
                        path,
                        (table, seen) -> catalog.rows(path, table)
                                .describe(Outcome.then(seen, view -> seen.done(FileInfo.of(path, fileId, view)))),
                        outcome);
    }

    /** Writes all of a file that was written to a spool. */
    void put(PfsPath path, Expected expected, NewRow born, RowEdit edit, Outcome<RowVersion> outcome) {
        in(path, (rows, done) -> rows.edit(path.name(), expected, born, edit, done), outcome);
    }

    /** Makes an empty file. */
    void create(PfsPath path, NewRow born, Outcome<RowVersion> outcome) {
        in(path, (rows, done) -> rows.edit(path.name(), Expected.ABSENT, born, RowEdit.NONE, done), outcome);
    }

    /** Makes an empty file, or empties the one that is there. */
    void empty(PfsPath path, NewRow born, Outcome<RowVersion> outcome) {
        RowEdit edit = RowEdit.ofCells(List.of(new CellPut(Column.CONTENT.id(), new byte[0], false)));
        in(path, (rows, done) -> rows.edit(path.name(), Expected.ANY, born, edit, done), outcome);
    }

    void symlink(PfsPath path, byte[] target, Outcome<RowVersion> outcome) {
        NewRow link = new NewRow(RowKind.SYMLINK, 0777, Asker.UNSAID, Asker.UNSAID, Optional.of(target));
        in(path, (rows, done) -> rows.edit(path.name(), Expected.ABSENT, link, RowEdit.NONE, done), outcome);
    }

    /** Writes behind the end of a file that is as it must be. */
    void append(PfsPath path, Consumer<Optional<FoundRow>> requirement, byte[] bytes, Outcome<RowVersion> outcome) {
        Rewrite.CellPart part = new Rewrite.CellPart(Column.CONTENT.id(), Rewrite.CellPart.END, bytes);
        in(path, (rows, done) -> Rewrite.start(rows, path.name(), requirement, part, false, done), outcome);
    }

    void delete(PfsPath path, Outcome<Boolean> outcome) {
        in(path, (rows, done) -> rows.remove(path.name(), Expected.ANY, done), outcome);
    }

    /** Moves a file, symlink or directory. */
    void rename(PfsPath from, PfsPath to, boolean overwrite, Outcome<FileId> outcome) {
        to.name(); // nothing takes the place of the root
        PfsPath toParent = to.parent();
        in(
                from,
                (rows, done) -> catalog.walker()
                        .<FileId>in(
                                toParent,
                                (table, end) -> rows.rename(from.name(), table, to.name(), overwrite, end),
                                done),
                naming(code -> wordsOfRename(code, from, to), outcome));
    }

    /** Removes a directory. */
    void removeDirectory(PfsPath path, boolean recursive, Outcome<TableId> outcome) {
        in(
                path,
                (rows, done) -> rows.removeTable(path.name(), recursive, done),
                naming(code -> wordsOfNotEmpty(code, path), outcome));
    }

    /** The server that has a directory knows it by its number; who asked knows its path. */
    private static <T> Outcome<T> naming(Function<ErrorCode, Optional<String>> words, Outcome<T> outcome) {
        return Outcome.either(
                outcome::done,
                cause -> outcome.failed(words.apply(cause.code())
                        .map(text -> new PfsException(cause.code(), text, cause))
                        .orElse(cause)));
    }

    private static Optional<String> wordsOfRename(ErrorCode code, PfsPath from, PfsPath to) {
        return code == ErrorCode.INTO_ITSELF
                ? Optional.of(from + " can't become " + to + ": a directory can't lie below itself")
                : wordsOfNotEmpty(code, to);
    }

    private static Optional<String> wordsOfNotEmpty(ErrorCode code, PfsPath directory) {
        return code == ErrorCode.NOT_EMPTY ? Optional.of(directory + " is not empty") : Optional.empty();
    }

    /** Sets attributes of a file, or of the table that a directory is. */
    void set(PfsPath path, RowEdit.Attributes attributes, Outcome<Boolean> outcome) {
        if (path.isRoot()) {
            setOfDirectory(path, attributes, outcome);
            return;
        }
        RowEdit edit = new RowEdit(List.of(), List.of(), new TreeMap<>(), new TreeSet<>(), attributes);
        edit(path, edit, Outcome.either(done -> outcome.done(true), cause -> {
            if (cause.code() == ErrorCode.IS_A_DIRECTORY) {
                attempt(outcome, () -> setOfDirectory(path, attributes, outcome));
            } else {
                outcome.failed(cause);
            }
        }));
    }

    /** Sets tags of a file, and removes others. */
    void tag(PfsPath path, Map<String, TagValue> set, Set<String> removed, Outcome<RowVersion> outcome) {
        edit(path, RowEdit.ofTags(set, removed), outcome);
    }

    private void edit(PfsPath path, RowEdit edit, Outcome<RowVersion> outcome) {
        in(path, (rows, done) -> rows.edit(path.name(), Expected.PRESENT, NewRow.FILE, edit, done), outcome);
    }

    private void setOfDirectory(PfsPath path, RowEdit.Attributes attributes, Outcome<Boolean> outcome) {
        catalog.walker()
                .<Boolean>in(path, (table, done) -> catalog.rows(path, table).alter(attributes, done), outcome);
    }

    private static void attempt(Outcome<?> outcome, Runnable body) {
        try {
            body.run();
        } catch (PfsException e) {
            outcome.failed(e);
        }
    }

    void mkdirs(PfsPath path, TableOptions options, Outcome<TablePointer> outcome) {
        catalog.ensure(path, options, outcome);
    }

    /** The rows of a directory behind a place. */
    void page(PfsPath path, Optional<Cursor> place, Outcome<RowsFound> outcome) {
        page(path, place, PAGE_ROWS, outcome);
    }

    /** The first of those that come behind this name, which need not be there. */
    void pageAfter(PfsPath path, Optional<RowName> name, Outcome<RowsFound> outcome) {
        page(path, table -> name.map(after -> Cursor.behind(table.hashSeed(), after)), PAGE_ROWS, outcome);
    }

    /** The same, so many of them at the most. */
    void page(PfsPath path, Optional<Cursor> place, int rowsMax, Outcome<RowsFound> outcome) {
        page(path, table -> place, rowsMax, outcome);
    }

    private void page(
            PfsPath path, Function<TablePointer, Optional<Cursor>> place, int rowsMax, Outcome<RowsFound> outcome) {
        catalog.walker()
                .<RowsFound>in(
                        path,
                        (table, found) -> catalog.rows(path, table)
                                .page(new ListRows(table.table(), place.apply(table), rowsMax, 0, List.of()), found),
                        outcome);
    }

    /** What the table of a subdirectory is now, by its row in the directory. */
    void describe(PfsPath directory, FoundRow row, Outcome<TableView> outcome) {
        catalog.rows(directory.child(row.name()), Walker.pointerOf(directory, row.row()))
                .describe(outcome);
    }

    /** Sends what a task asks for together, in few requests. */
    void together(Runnable task) {
        catalog.together(task);
    }

    /** How much space there is where a directory is kept. */
    void measure(PfsPath path, Outcome<SpaceFound> outcome) {
        catalog.walker()
                .<SpaceFound>in(
                        path, (table, found) -> catalog.rows(path, table).measure(found), outcome);
    }

    /** Something done to rows of the directory that a path is in. */
    private interface Deed<T> {
        void run(RowAccess rows, Outcome<T> outcome);
    }

    private <T> void in(PfsPath path, Deed<T> deed, Outcome<T> outcome) {
        path.name(); // the root is in no directory, and is refused here
        PfsPath parent = path.parent();
        catalog.walker().<T>in(parent, (table, done) -> deed.run(catalog.rows(parent, table), done), outcome);
    }
}
