package io.pfs.server.cli;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.client.table.CellInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "get",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Read one cell of a row.",
        footer = {
            "",
            "Examples:",
            "  bin/pfs table get --embedded pfs-data /photos/cat.jpg thumb -o thumb.jpg",
            "  bin/pfs table get --embedded pfs-data /photos/cat.jpg caption"
        })
final class TableGet implements Callable<Integer> {
    @Mixin
    private FileSystemOption fileSystem = new FileSystemOption();

    @Parameters(index = "0", paramLabel = "ROW", description = "The path of the row.")
    private String path = "";

    @Parameters(
            index = "1",
            paramLabel = "COLUMN",
            defaultValue = "content",
            description = "The column (default: ${DEFAULT-VALUE}).")
    private String column = "content";

    @Option(names = "-o", paramLabel = "FILE", description = "Write it to this file, not to standard output.")
    private Optional<Path> target = Optional.empty();

    @Override
    public Integer call() throws IOException {
        RowPath row = RowPath.of(path);
        try (Pfs pfs = fileSystem.open()) {
            CellInput cell = pfs.openTable(row.table())
                    .open(row.row(), column)
                    .orElseThrow(() -> new PfsException(
                            ErrorCode.NOT_FOUND, path + " is not there, or has no cell in column '" + column + "'"));
            if (target.isPresent()) {
                Files.copy(cell, target.get(), StandardCopyOption.REPLACE_EXISTING);
            } else {
                cell.transferTo(System.out);
                System.out.flush();
            }
        }
        return 0;
    }
}
