package io.pfs.server.exchange;

import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.env.Clock;
import io.pfs.server.archive.ArchiveWriter;
import io.pfs.server.exchange.LeftOut.Reason;
import io.pfs.server.exchange.RowSource.Item;
import io.pfs.server.exchange.RowSource.Page;
import io.pfs.server.form.FormPatterns;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Takes a table and all tables below it to a folder or an archive, each table's files before the tables in it. */
public final class Exporter {
    private static final int PAGE_ROWS = 1_000;
    private static final int PAGE_BYTES = 8 << 20;

    private final RowSource source;
    private final ArchiveWriter writer;
    private final ExportOptions options;
    private final Progress progress;
    private final Clock clock;
    private final Tally tally = new Tally();
    /** Tables to go to, as names below the first. */
    private final ArrayDeque<List<RowName>> waiting = new ArrayDeque<>();

    private long files;

    public Exporter(RowSource source, ArchiveWriter writer, ExportOptions options, Progress progress, Clock clock) {
        this.source = source;
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
            writer.finish();
        } finally {
            progress.end();
        }
        return tally.summary(clock.monotonicNs() - startNs);
    }

    private void table(List<RowName> names) {
        TablePath table = options.source().below(names);
        List<String> all = source.columns(table);
        List<String> wanted = all.stream().filter(options.patterns()::isAbout).toList();
        all.stream()
                .filter(column -> !wanted.contains(column))
                .forEach(column -> tally.leaveOut(Reason.NO_PATTERN, "column '" + column + "' of table " + table));
        tally.table();
        Optional<String> after = Optional.empty();
        do {
            Page page = source.page(table, wanted, after, PAGE_ROWS, PAGE_BYTES);
            for (Item row : page.rows()) {
                row(names, row, all);
                progress.at(0, 0, files, tally.bytes());
            }
            after = page.next();
        } while (after.isPresent());
    }

    private void row(List<RowName> folder, Item row, List<String> columns) {
        switch (row.kind()) {
            case FILE -> file(folder, row, columns);
            case DIRECTORY -> {
                List<RowName> path = below(folder, List.of(row.name()));
                waiting.push(path);
                if (options.patterns().isPlain()) {
                    write(path, () -> writer.directory(path, row.mode(), row.mtimeMillis()));
                }
            }
            case SYMLINK -> link(folder, row);
        }
    }

    private void link(List<RowName> folder, Item row) {
        List<RowName> path = below(folder, List.of(row.name()));
        if (!options.patterns().isPlain()) {
            tally.leaveOut(Reason.LINK, shown(path) + ": " + Reason.LINK.text());
        } else if (write(path, () -> writer.symlink(path, row.mtimeMillis(), row.link()))) {
            tally.link();
            files++;
        }
    }

    private void file(List<RowName> folder, Item row, List<String> columns) {
        Map<String, byte[]> cells = row.cells();
        if (cells.isEmpty() && row.large().isEmpty() && options.patterns().isPlain() && hasOnlyContent(columns)) {
            // what was made and never written to is an empty file
            cells = Collections.singletonMap(FormPatterns.CONTENT, new byte[0]);
        }
        if (cells.isEmpty() && row.large().isEmpty()) {
            tally.leaveOut(Reason.NO_CELLS, shown(below(folder, List.of(row.name()))));
            return;
        }
        tally.row();
        cells.forEach((column, bytes) -> path(folder, row, column).ifPresent(path -> cell(path, row, bytes)));
        row.large()
                .forEach((column, bytes) -> path(folder, row, column)
                        .ifPresent(path -> largeCell(
                                path,
                                row,
                                bytes,
                                () -> source.open(options.source().below(folder), row.name(), column))));
    }

    private Optional<List<RowName>> path(List<RowName> folder, Item row, String column) {
        Optional<List<RowName>> names = options.patterns().names(row.name(), column);
        if (names.isEmpty()) {
            String of = shown(below(folder, List.of(row.name()))) + ", column '" + column + "'";
            tally.leaveOut(Reason.AMBIGUOUS, of);
        }
        return names.map(found -> below(folder, found));
    }

    private void largeCell(List<RowName> path, Item row, long bytes, ArchiveWriter.Content content) {
        if (writer.has(path, bytes, row.mtimeMillis())) {
            tally.unchanged(1);
            files++;
        } else if (write(path, () -> writer.file(path, row.mode(), row.mtimeMillis(), bytes, content))) {
            tally.cells(1, bytes);
            files++;
        }
    }

    private static boolean hasOnlyContent(List<String> columns) {
        return columns.stream().allMatch(FormPatterns.CONTENT::equals);
    }

    private void cell(List<RowName> path, Item row, byte[] content) {
        if (writer.has(path, content.length, row.mtimeMillis())) {
            tally.unchanged(1);
            files++;
        } else if (write(path, () -> writer.file(path, row.mode(), row.mtimeMillis(), content))) {
            tally.cells(1, content.length);
            files++;
        }
    }

    /** What stands in the way of one file is left there and reported; what would of all ends it. */
    private boolean write(List<RowName> path, Runnable writing) {
        try {
            writing.run();
            return true;
        } catch (PfsException e) {
            Reason reason = switch (e.code()) {
                case FILE_EXISTS, NOT_A_FILE -> Reason.EXISTS;
                case NAME_INVALID -> Reason.NAME;
                case NOT_FOUND, VERSION_CHANGED -> Reason.GONE;
                default -> throw e;
            };
            tally.leaveOut(reason, shown(path) + ": " + e.detail());
            return false;
        }
    }

    private static List<RowName> below(List<RowName> folder, List<RowName> names) {
        List<RowName> path = new ArrayList<>(folder);
        path.addAll(names);
        return path;
    }

    private String shown(List<RowName> path) {
        return options.source().below(path).toString();
    }
}
