package io.pfs.server.cli;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.RowVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
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
    private Map<String, String> cells = new LinkedHashMap<>();

    @Option(names = "--tag", paramLabel = "NAME=TEXT", description = "A tag for the row.")
    private Map<String, String> tags = new LinkedHashMap<>();

    @Override
    public Integer call() throws IOException {
        RowPath row = RowPath.of(path);
        Map<String, byte[]> bytes = new LinkedHashMap<>();
        for (Map.Entry<String, String> cell : cells.entrySet()) {
            bytes.put(cell.getKey(), read(cell.getValue()));
        }
        try (Pfs pfs = fileSystem.open()) {
            RowEditor edit = pfs.openTable(row.table()).edit(row.row());
            bytes.forEach(edit::putOwned);
            tags.forEach(edit::tag);
            RowVersion version = edit.apply();
            output.say(
                    Json.object().with("row", path).with("version", version.version()),
                    "%s has version %d",
                    path,
                    version.version());
        }
        return 0;
    }

    private static byte[] read(String file) throws IOException {
        if (file.equals("-")) {
            return System.in.readAllBytes();
        }
        Path source = Path.of(file);
        if (!Files.isRegularFile(source)) {
            throw new PfsException(ErrorCode.USAGE, "there is no file " + source);
        }
        return Files.readAllBytes(source);
    }
}
