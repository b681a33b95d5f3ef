package io.pfs.server.cli;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.RowVersion;
import io.pfs.server.archive.FileFailures;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "put",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Write cells of a row, all at once; the row is made if it is missing.",
            "When the command has ended well, they are durable."
        },
        footer = {
            "",
            "Examples:",
            "  bin/pfs table put --embedded pfs-data /photos/cat.jpg content=cat.jpg thumb=cat-small.jpg",
            "  echo 'a cat' | bin/pfs table put --embedded pfs-data /photos/cat.jpg caption=- --tag place=garden"
        })
final class TablePut implements Callable<Integer> {
    private static final String STANDARD_INPUT = "-";

    @Mixin
    private FileSystemOption fileSystem = new FileSystemOption();

    @Mixin
    private OutputOption output = new OutputOption();

    @Parameters(index = "0", paramLabel = "ROW", description = "The path of the row.")
    private String path = "";

    @Parameters(
            index = "1..*",
            paramLabel = "COLUMN=FILE",
            description = "A column, and the file whose bytes become its cell; - for standard input.")
    private List<String> cells = new ArrayList<>();

    @Option(names = "--tag", paramLabel = "NAME=TEXT", description = "A tag for the row.")
    private List<String> tags = new ArrayList<>();

    @Override
    public Integer call() {
        RowPath row = RowPath.of(path);
        Map<String, String> fileOfColumn = byName(cells, "column");
        Map<String, String> textOfTag = byName(tags, "tag");
        fileOfColumn.values().forEach(TablePut::requireFile);
        requireOneInput(fileOfColumn);
        try (Pfs pfs = fileSystem.open()) {
            RowEditor edit = pfs.openTable(row.table()).edit(row.row());
            for (Map.Entry<String, String> cell : fileOfColumn.entrySet()) {
                put(edit, cell.getKey(), cell.getValue());
            }
            textOfTag.forEach(edit::tag);
            RowVersion version = edit.apply();
            output.say(
                    Json.object().with("row", path).with("version", version.version()),
                    "%s has version %d",
                    path,
                    version.version());
        }
        return 0;
    }

    /** What stands behind the name and '=', each name once. */
    private static Map<String, String> byName(List<String> pairs, String what) {
        Map<String, String> all = new LinkedHashMap<>();
        for (String pair : pairs) {
            int cut = pair.indexOf('=');
            if (cut <= 0) {
                throw new PfsException(ErrorCode.USAGE, "a " + what + " is given as NAME=..., not as '" + pair + "'");
            }
            if (all.put(pair.substring(0, cut), pair.substring(cut + 1)) != null) {
                throw new PfsException(ErrorCode.USAGE, what + " '" + pair.substring(0, cut) + "' is given twice");
            }
        }
        return all;
    }

    /** The first cell would have all of it. */
    private static void requireOneInput(Map<String, String> fileOfColumn) {
        List<String> columns = fileOfColumn.keySet().stream()
                .filter(column -> STANDARD_INPUT.equals(fileOfColumn.get(column)))
                .toList();
        if (columns.size() > 1) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "standard input becomes one cell, but - is given for columns " + String.join(", ", columns));
        }
    }

    /** Also what is no regular file is read, such as the pipe that a shell makes of {@code <(command)}. */
    private static void requireFile(String file) {
        if (file.equals(STANDARD_INPUT)) {
            return;
        }
        Path path = Path.of(file);
        if (!Files.exists(path)) {
            throw new PfsException(ErrorCode.USAGE, "there is no file " + file);
        }
        if (Files.isDirectory(path)) {
            throw new PfsException(ErrorCode.USAGE, file + " is a directory: name a file in it");
        }
    }

    private static void put(RowEditor edit, String column, String file) {
        if (file.equals(STANDARD_INPUT)) {
            edit.put(column, System.in);
            return;
        }
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            edit.put(column, in);
        } catch (IOException e) {
            throw FileFailures.of("read", file, e);
        }
    }
}
