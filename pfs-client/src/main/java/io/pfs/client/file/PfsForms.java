package io.pfs.client.file;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Promise;
import io.pfs.client.file.FormMove.Place;
import io.pfs.client.route.PfsPath;
import io.pfs.client.table.AsyncTable;
import io.pfs.client.table.ColumnOptions;
import io.pfs.client.table.RowAccess;
import io.pfs.client.table.TableCatalog;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.table.Column;
import io.pfs.wire.Asker;
import io.pfs.wire.Expected;
import io.pfs.wire.FoundRow;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply.CellsListed;
import io.pfs.wire.TableView;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The forms of files as files, for programs that know nothing but files: {@code /photos/.columns/thumb/a.jpg} is the cell
 * {@code thumb} of the row {@code a.jpg} of the table {@code /photos}. The folder {@code .columns} is in every directory, and
 * is never listed; in it is a folder for each column, and in that a file for each row that has a cell there, as long as the
 * cell is. All else that is known of such a file is that of its row. Any thread; calls wait until they are done.
 */
public final class PfsForms {
    /** The folder of the columns, in each directory. */
    public static final String FOLDER = RowName.FORMS.toString();

    private static final int KEPT_MAX = 64;
    /** Servers know columns by numbers only: that one was dropped, or has another name, is seen this much later at most. */
    private static final long KEPT_NS = 1_000_000_000L;

    private final TableCatalog catalog;
    private final PfsFiles files;
    /** Columns that were used last, so that a cell is one request. */
    private final Map<String, Form> kept = new LinkedHashMap<>(KEPT_MAX, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Form> eldest) {
            return size() > KEPT_MAX;
        }
    };

    public PfsForms(TableCatalog catalog) {
        this.catalog = catalog;
        this.files = new PfsFiles(new FileCalls(catalog));
    }

    private static FormPath parse(String path) {
        return FormPath.parse(PfsPath.parse(path));
    }

    /** The cell with this name of a file, as a path. */
    public static String pathOf(String file, String column) {
        PfsPath path = PfsPath.parse(file);
        PfsPath folder = path.parent().child(RowName.FORMS).child(RowName.of(column));
        return text(folder.child(path.name()));
    }

    /** The directory whose columns a path leads through. */
    public static String directoryOf(String path) {
        return text(parse(path).directory());
    }

    /** The file that a path to one of its cells is about. */
    public static String fileOf(String path) {
        FormPath form = parse(path);
        return text(form.directory().child(form.name()));
    }

    /** A path as it was written, and can be again. */
    public static String text(PfsPath path) {
        if (path.isRoot()) {
            return "/";
        }
        StringBuilder text = new StringBuilder();
        path.names().forEach(name -> text.append('/').append(new String(name.toBytes(), StandardCharsets.UTF_8)));
        return text.toString();
    }

    // Reading

    /** What a path leads to: a cell, or one of the folders; empty if there is nothing. */
    public Optional<FileInfo> stat(String path) {
        try {
            FormPath form = parse(path);
            return form.row().isPresent()
                    ? Optional.of(with(form, it -> it.stat(form.whole(), form.name())))
                    : Optional.of(folder(form));
        } catch (PfsException e) {
            if (e.code() == ErrorCode.NOT_FOUND || e.code() == ErrorCode.NOT_A_DIRECTORY) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** It is like the directory that it is in, if there is such a column. */
    private FileInfo folder(FormPath form) {
        if (form.column().isPresent()) {
            open(form);
        }
        FileInfo directory = files.stat(text(form.directory())).orElseThrow(() -> missing(form));
        return directory.at(form.whole());
    }

    private static PfsException missing(FormPath form) {
        return new PfsException(ErrorCode.NOT_FOUND, "'" + form.directory() + "' does not exist");
    }

    /** A cell, as it is now: one request, unless it is large. */
    public FileContent look(String path) {
        FormPath form = parse(path);
        RowName name = form.name();
        return with(form, it -> it.look(form.whole(), name));
    }

    /** A cell, with its bytes unless it is large: one request. */
    public FileGlance glance(String path) {
        FormPath form = parse(path);
        RowName name = form.name();
        return with(form, it -> it.glance(form.whole(), name));
    }

    /** What is in one of the folders, in no order. Refused with {@code NOT_A_DIRECTORY} if it is a cell. */
    public Iterator<FileInfo> walk(String path) {
        FormPath form = requireFolder(path);
        return form.column().isPresent()
                ? new FormWalk(open(form), form.whole(), Optional.empty())
                : columns(form).iterator();
    }

    /** The same behind a name that an earlier walk came to, be it gone by now. */
    public Iterator<FileInfo> walkAfter(String path, String name) {
        FormPath form = requireFolder(path);
        return form.column().isPresent()
                ? new FormWalk(open(form), form.whole(), Optional.of(RowName.of(name)))
                : columns(form)
                        .dropWhile(column -> column.name().compareTo(name) <= 0)
                        .iterator();
    }

    private static FormPath requireFolder(String path) {
        FormPath form = parse(path);
        if (form.row().isPresent()) {
            throw new PfsException(ErrorCode.NOT_A_DIRECTORY, "'" + form.whole() + "' is a cell");
        }
        return form;
    }

    /** By their names. */
    private Stream<FileInfo> columns(FormPath form) {
        FileInfo folder = folder(form);
        return columns(rows(form)).stream()
                .map(Column::name)
                .sorted()
                .map(column -> folder.at(form.whole().child(RowName.of(column))));
    }

    // Writing

    /** Writes a cell, whole, when the stream is closed; makes the row if there is none, but no column. */
    public OutputStream create(String path) {
        return create(path, NewRow.FILE.mode());
    }

    /**
     * The same.
     *
     * @param mode permission bits of a row that is made
     */
    public OutputStream create(String path, int mode) {
        FormPath form = parse(path);
        RowName name = form.name();
        NewRow born = NewRow.file(mode, Asker.UNSAID, Asker.UNSAID);
        return with(form, it -> new FormOutput(it, name, born));
    }

    /** Removes a cell of a row; says whether there was one. */
    public boolean delete(String path) {
        FormPath form = parse(path);
        boolean isThere = stat(path).isPresent();
        if (isThere) {
            AsyncTable table = await(outcome -> catalog.open(form.directory(), outcome));
            Promise.await(table.edit(form.name())
                    .expectPresent()
                    .remove(form.column().orElseThrow())
                    .applyAsync());
        }
        return isThere;
    }

    /**
     * Moves a cell to another row, column or table; makes the row if there is none, but no column. Within its row that is one change. Else who dies meanwhile
     * leaves the cell where it was, or in both places, and what another one moves or removes meanwhile may be in both, too. What is left of its row stays.
     *
     * @param overwrite whether a cell that is there already goes for it; else it is refused with {@code ALREADY_EXISTS}
     */
    public void move(String from, String to, boolean overwrite) {
        FormPath source = parse(from);
        FormPath target = parse(to);
        if (source.whole().equals(target.whole())) {
            with(source, form -> form.found(source.name()));
            return;
        }
        requireUsers(source);
        requireUsers(target);
        with(
                source,
                form -> with(target, other -> {
                    new FormMove(new Place(form, source.name()), new Place(other, target.name()), overwrite).move();
                    return true;
                }));
    }

    /**
     * Removes the row that a cell was in, if it has nothing any more: no bytes, no cells, no tags. That it had never anything else is for its caller to
     * know, as a file without bytes is one, too.
     */
    public void removeEmptyRow(String path) {
        FormPath form = parse(path);
        RowAccess rows = rows(form);
        Row row = PfsForms.<FoundRow>await(found -> rows.row(form.name(), List.of(), found))
                .row();
        CellsListed cells = await(found -> rows.cells(form.name(), found));
        boolean isEmpty = row.kind() == RowKind.FILE
                && row.inline().length == 0
                && cells.cells().isEmpty()
                && cells.version() == row.version();
        if (isEmpty) {
            Expected same = new Expected.Same(row.fileId(), row.version());
            PfsForms.<Boolean>await(gone -> rows.remove(form.name(), same, gone));
        }
    }

    /** A file without bytes of its own would be none. */
    private static void requireUsers(FormPath path) {
        if (path.column().equals(Optional.of(Column.CONTENT.name()))) {
            throw new PfsException(
                    ErrorCode.NOT_SUPPORTED,
                    "'" + path.whole() + "' is what file '" + path.name() + "' consists of: rename or copy that");
        }
    }

    /** Adds a column, if it is not there. */
    public void addColumn(String path) {
        FormPath form = parse(path);
        if (form.row().isPresent()) {
            throw new PfsException(
                    ErrorCode.NOT_SUPPORTED, "'" + form.whole() + "' would be a cell, which is no directory");
        }
        if (form.column().isEmpty() || stat(path).isPresent()) {
            return;
        }
        try {
            AsyncTable table = await(outcome -> catalog.open(form.directory(), outcome));
            Promise.await(table.addColumn(form.column().get(), ColumnOptions.DEFAULT));
        } catch (PfsException e) {
            if (e.code() != ErrorCode.ALREADY_EXISTS) {
                throw e; // else another one was faster
            }
        }
    }

    // Columns

    /** What was kept in mind may be old: before it is said that something is not there, that is looked up. */
    private <T> T with(FormPath path, Function<Form, T> deed) {
        Optional<Form> known = known(path.key());
        if (known.isPresent()) {
            try {
                return deed.apply(known.get());
            } catch (PfsException e) {
                if (e.code() != ErrorCode.NOT_FOUND) {
                    throw e;
                }
            }
        }
        return deed.apply(open(path));
    }

    private Form open(FormPath path) {
        long nowNs = catalog.walker().nowNs();
        RowAccess rows = rows(path);
        String name = path.column().orElseThrow();
        Column column = columns(rows).stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new PfsException(
                        ErrorCode.NOT_FOUND,
                        "column '" + name + "' of table '" + path.directory() + "' does not exist"));
        Form form = new Form(rows, column, nowNs);
        keep(path.key(), form);
        return form;
    }

    private synchronized Optional<Form> known(String key) {
        return Optional.ofNullable(kept.get(key))
                .filter(form -> catalog.walker().nowNs() - form.seenNs() < KEPT_NS);
    }

    private synchronized void keep(String key, Form form) {
        kept.put(key, form);
    }

    private RowAccess rows(FormPath path) {
        return await(outcome -> catalog.keepRows(path.directory(), outcome));
    }

    private static List<Column> columns(RowAccess rows) {
        TableView table = await(rows::describe);
        return table.schema().columns();
    }

    private static <T> T await(Consumer<Outcome<T>> operation) {
        Promise<T> promise = new Promise<>();
        operation.accept(promise);
        return Promise.await(promise);
    }
}
