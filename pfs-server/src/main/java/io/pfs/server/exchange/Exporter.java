package io.pfs.server.exchange;

import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.env.Clock;
import io.pfs.server.archive.ArchiveWriter;
import io.pfs.server.archive.EntryAttributes;
import io.pfs.server.exchange.LeftOut.Reason;
import io.pfs.server.exchange.RowReader.ReadPage;
import io.pfs.server.exchange.RowReader.ReadRow;
import io.pfs.server.exchange.RowSource.Item;
import io.pfs.server.form.FormPatterns;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Takes a table and all tables below it to a folder or an archive, each table's files before the tables in it. What can't be read, may
 * not be read, or went meanwhile is left out and reported, and the rest is taken.
 */
public final class Exporter {
    private final RowSource source;
    private final ArchiveWriter writer;
    private final ExportOptions options;
    private final Progress progress;
    private final Clock clock;
    private final Tally tally = new Tally();
    private final RowReader reader;
    /** Tables to go to, as names below the first. */
    private final ArrayDeque<List<RowName>> waiting = new ArrayDeque<>();

    /** Columns that some table has. */
    private final Set<String> met = new HashSet<>();

    private long files;

    public Exporter(RowSource source, ArchiveWriter writer, ExportOptions options, Progress progress, Clock clock) {
        this.source = source;
        this.reader = new RowReader(source, options.source(), tally);
        this.writer = writer;
        this.options = options;
        this.progress = progress;
        this.clock = clock;
    }

    /** Takes all of it. */
    public Summary run() {
        long startNs = clock.monotonicNs();
        try {
            waiting.add(List.of());
            while (!waiting.isEmpty()) {
                table(waiting.pop());
            }
            requireColumns();
            if (files > 0 || !tally.leftOut().hasFailures()) {
                writer.finish(); // else an archive of nothing would take the place of what was asked for
            }
        } finally {
            progress.end();
        }
        return tally.summary(clock.monotonicNs() - startNs);
    }

    /** Who names a column means one that there is. */
    private void requireColumns() {
        if (!options.patterns().isPlain() && reader.hasReadAllColumns()) {
            options.patterns().columns().stream()
                    .filter(column -> !met.contains(column))
                    .forEach(column -> tally.leaveOut(
                            Reason.NOTHING_FITS, "no table has the column '" + column + "': " + options.patterns()));
        }
    }

    private void table(List<RowName> names) {
        TablePath table = options.source().below(names);
        reader.columns(table).ifPresent(columns -> rows(names, table, columns));
    }

    private void rows(List<RowName> names, TablePath table, List<String> all) {
        met.addAll(all);
        List<String> wanted = all.stream().filter(options.patterns()::isAbout).toList();
        all.stream()
                .filter(column -> !wanted.contains(column))
                .forEach(column -> tally.leaveOut(Reason.NO_PATTERN, "column '" + column + "' of table " + table));
        tally.table();
        if (names.isEmpty()) {
            root(table);
        }
        boolean hasBare = false;
        boolean hasCells = false;
        Optional<String> after = Optional.empty();
        do {
            ReadPage page = reader.page(table, wanted, after);
            for (ReadRow row : page.rows()) {
                hasBare |= row.isBare();
                hasCells |= row.hasCells();
                row(names, row, all);
                progress.at(0, 0, files, tally.bytes());
            }
            after = page.next();
        } while (after.isPresent());
        if (hasBare && !hasCells && wanted.size() < all.size()) {
            String columns = String.join("', '", all);
            tally.leaveOut(
                    Reason.NOTHING_FITS, "of table " + table + " no cell was taken; its columns are '" + columns + "'");
        }
    }

    private void root(TablePath table) {
        EntryAttributes attributes = source.attributes(table);
        write(List.of(), () -> writer.directory(List.of(), attributes.mode(), attributes.mtimeMillis()));
    }

    private void row(List<RowName> folder, ReadRow read, List<String> columns) {
        Item row = read.item();
        switch (row.kind()) {
            case FILE -> file(folder, read, columns);
            case DIRECTORY -> {
                List<RowName> path = below(folder, List.of(row.name()));
                waiting.push(path);
                write(path, () -> writer.directory(path, row.mode(), row.mtimeMillis()));
            }
            case SYMLINK -> link(folder, row);
        }
    }

    private void link(List<RowName> folder, Item row) {
        List<RowName> path = below(folder, List.of(row.name()));
        if (!options.patterns().isPlain()) {
            tally.leaveOut(Reason.LINK, shown(path) + ": " + Reason.LINK.text());
        } else if (write(path, () -> writer.symlink(path, attributes(row), row.link()))) {
            tally.link();
            files++;
            noteTags(path, row);
        }
    }

    private void file(List<RowName> folder, ReadRow read, List<String> columns) {
        Item row = read.item();
        read.missing()
                .forEach((column, missing) ->
                        tally.leaveOut(missing.reason(), shown(folder, row, column) + ": " + missing.why()));
        if (read.missing().isEmpty()) {
            whole(folder, row, columns);
        } else {
            cells(folder, row, row.cells());
        }
    }

    private void whole(List<RowName> folder, Item row, List<String> columns) {
        Map<String, byte[]> cells = row.cells();
        if (cells.isEmpty() && row.large().isEmpty() && options.patterns().isPlain() && hasOnlyContent(columns)) {
            // what was made and never written to is an empty file
            cells = Collections.singletonMap(FormPatterns.CONTENT, new byte[0]);
        }
        if (cells.isEmpty() && row.large().isEmpty()) {
            tally.leaveOut(Reason.NO_CELLS, shown(below(folder, List.of(row.name()))));
            return;
        }
        cells(folder, row, cells);
    }

    private void cells(List<RowName> folder, Item row, Map<String, byte[]> cells) {
        tally.row();
        noteTags(below(folder, List.of(row.name())), row);
        EntryAttributes attributes = attributes(row);
        cells.forEach((column, bytes) -> path(folder, row, column).ifPresent(path -> cell(path, attributes, bytes)));
        row.large()
                .forEach((column, bytes) -> path(folder, row, column)
                        .ifPresent(path -> largeCell(
                                path,
                                attributes,
                                bytes,
                                new LargeCell(() -> source.open(options.source().below(folder), row.name(), column)))));
    }

    private static EntryAttributes attributes(Item row) {
        return new EntryAttributes(row.mode(), row.mtimeMillis(), RowTags.print(row.tags()));
    }

    private void noteTags(List<RowName> path, Item row) {
        if (!row.tags().isEmpty() && !writer.keepsTags()) {
            String names = String.join(", ", row.tags().byName().keySet());
            tally.leaveOut(Reason.TAGS, shown(path) + ": " + names);
        }
    }

    private Optional<List<RowName>> path(List<RowName> folder, Item row, String column) {
        Optional<List<RowName>> names = options.patterns().names(row.name(), column);
        if (names.isEmpty()) {
            tally.leaveOut(Reason.AMBIGUOUS, shown(folder, row, column));
        }
        return names.map(found -> below(folder, found));
    }

    private void largeCell(List<RowName> path, EntryAttributes attributes, long bytes, LargeCell content) {
        if (writer.has(path, bytes, attributes.mtimeMillis())) {
            tally.unchanged(1);
            files++;
        } else if (write(path, () -> writer.file(path, attributes, bytes, content), content::hasThrown)) {
            tally.cells(1, bytes);
            files++;
        }
    }

    private static boolean hasOnlyContent(List<String> columns) {
        return columns.stream().allMatch(FormPatterns.CONTENT::equals);
    }

    private void cell(List<RowName> path, EntryAttributes attributes, byte[] content) {
        if (writer.has(path, content.length, attributes.mtimeMillis())) {
            tally.unchanged(1);
            files++;
        } else if (write(path, () -> writer.file(path, attributes, content))) {
            tally.cells(1, content.length);
            files++;
        }
    }

    private boolean write(List<RowName> path, Runnable writing) {
        return write(path, writing, e -> false);
    }

    /**
     * What stands in the way of one file is left there and reported; what would of all ends it.
     *
     * @param isOfCell whether it is the cell that can't be read, and not the file that can't be written
     */
    private boolean write(List<RowName> path, Runnable writing, Predicate<PfsException> isOfCell) {
        try {
            writing.run();
            return true;
        } catch (PfsException e) {
            boolean isDamaged = e.code().isUnreadable() && isOfCell.test(e);
            tally.leaveOut(isDamaged ? Reason.DAMAGED : reason(e), shown(path) + ": " + e.detail());
            return false;
        }
    }

    private static Reason reason(PfsException e) {
        return switch (e.code()) {
            case FILE_EXISTS, NOT_A_FILE -> Reason.EXISTS;
            case NAME_INVALID -> Reason.NAME;
            case TOO_LARGE -> Reason.TOO_LARGE;
            case NOT_FOUND, NOT_A_DIRECTORY, VERSION_CHANGED -> Reason.GONE;
            case PERMISSION_DENIED -> Reason.REFUSED;
            default -> throw e;
        };
    }

    private static List<RowName> below(List<RowName> folder, List<RowName> names) {
        List<RowName> path = new ArrayList<>(folder);
        path.addAll(names);
        return path;
    }

    private String shown(List<RowName> folder, Item row, String column) {
        return shown(below(folder, List.of(row.name()))) + ", column '" + column + "'";
    }

    private String shown(List<RowName> path) {
        return options.source().below(path).toString();
    }
}
