package io.pfs.server.cli;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.RowVersion;
import io.pfs.row.TagValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "set",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Set tags of a row, all of them at once; its other tags stay.",
            "A VALUE is of the type that it looks like: 5 is a whole number, 1.5 a double, true and false are these, 0x0aff"
                    + " is bytes, date '2026-11-01' and timestamp '2026-11-01T12:00:00Z' are moments; 007 and anything"
                    + " else is text. In quotes it is text in any case: '5'. (Your shell takes quotes away that it is not"
                    + " given in others.)",
            "With --from, many rows of a table are tagged, each for itself. In a .csv, the first line names the columns:"
                    + " the row, then tags; cells are values as above, and an empty one leaves its tag as it is. In a .jsonl,"
                    + " each line is {\"name\": ROW, TAG: VALUE, ...}. The whole file is read first: if a line is"
                    + " wrong, nothing is set."
        },
        footer = {
            "",
            "Examples:",
            "  bin/pfs tag set --embedded pfs-data /photos/cat.jpg place=garden stars=5 \"taken=date '2026-11-01'\"",
            "  bin/pfs tag set --embedded pfs-data /photos/cat.jpg \"code='0815'\" \"number='5'\"",
            "  bin/pfs tag set --embedded pfs-data --from tags.csv /photos"
        })
final class TagSet implements Callable<Integer> {
    @Mixin
    private FileSystemOption fileSystem = new FileSystemOption();

    @Option(
            names = "--from",
            paramLabel = "FILE",
            description = "Tag the rows that this .csv or .jsonl names; PATH is their table.")
    private Optional<Path> from = Optional.empty();

    @Option(names = "--create", description = "Make rows that are missing; otherwise they are refused.")
    private boolean create;

    @Option(names = "--quiet", description = "No progress.")
    private boolean quiet;

    @Mixin
    private OutputOption output = new OutputOption();

    @Parameters(index = "0", paramLabel = "PATH", description = "The path of the row; with --from, of the table.")
    private String path = "";

    @Parameters(index = "1..*", paramLabel = "KEY=VALUE", description = "A tag.")
    private List<String> pairs = new ArrayList<>();

    @Override
    public Integer call() {
        if (from.isPresent()) {
            return setMany(from.get());
        }
        if (pairs.isEmpty()) {
            throw new PfsException(ErrorCode.USAGE, "which tags? Name some as KEY=VALUE, or a file with --from");
        }
        RowPath row = RowPath.of(path);
        SortedMap<String, TagValue> tags = Tagged.parse(pairs);
        try (Pfs pfs = fileSystem.open()) {
            RowEditor edit = pfs.openTable(row.table()).edit(row.row());
            tags.forEach(edit::tag);
            RowVersion version = create
                    ? edit.apply()
                    : Tagged.apply(edit.expectPresent(), path + " does not exist; --create makes it");
            output.say(
                    Json.object().with("row", path).with("version", version.version()),
                    "%s has version %d",
                    path,
                    version.version());
        }
        return 0;
    }

    private int setMany(Path file) {
        if (!pairs.isEmpty()) {
            throw new PfsException(
                    ErrorCode.USAGE, "with --from, tags stand in the file; '" + pairs.get(0) + "' can't be given, too");
        }
        TagBatches batches = new TagBatches(file, create);
        batches.requireValid();
        try (Pfs pfs = fileSystem.open()) {
            long rows = batches.apply(pfs.openTable(path), output.progress(quiet));
            output.say(
                    Json.object().with("table", path).with("rows", rows),
                    "%s of %s %s tagged",
                    Counted.of(rows, "row"),
                    path,
                    rows == 1 ? "is" : "are");
        }
        return 0;
    }
}
