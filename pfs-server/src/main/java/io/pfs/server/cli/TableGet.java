package io.pfs.server.cli;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.client.table.CellInput;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Table;
import io.pfs.server.archive.FileFailures;
import io.pfs.server.archive.PartFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
    private static final String STANDARD_OUTPUT = "-";

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

    @Option(
            names = "-o",
            paramLabel = "FILE",
            description = "Write it to this file; - for standard output, as without.")
    private Optional<Path> target = Optional.empty();

    @Override
    public Integer call() {
        RowPath row = RowPath.of(path);
        try (Pfs pfs = fileSystem.open()) {
            Table table = pfs.openTable(row.table());
            CellInput cell = table.open(row.row(), column).orElseThrow(() -> noCell(table.row(row.row())));
            if (target.isEmpty() || target.get().toString().equals(STANDARD_OUTPUT)) {
                print(cell);
            } else {
                store(cell, target.get());
            }
        }
        return 0;
    }

    private PfsException noCell(Optional<RowView> row) {
        if (row.isEmpty()) {
            return new PfsException(ErrorCode.NOT_FOUND, path + " is not there");
        }
        return switch (row.get().kind()) {
            case DIRECTORY ->
                new PfsException(
                        ErrorCode.IS_A_DIRECTORY,
                        path + " is a table, which has no cells itself; table ls lists its rows");
            case SYMLINK ->
                new PfsException(
                        ErrorCode.NOT_FOUND,
                        path + " is a symbolic link to '"
                                + row.get().symlinkTarget().orElse("?") + "', and has no cells itself");
            case FILE -> new PfsException(ErrorCode.NOT_FOUND, path + " has no cell in column '" + column + "'");
        };
    }

    /** A file that is there stays as it is until the new one is whole; what is no file, as a device, is only written to. */
    private static void store(CellInput cell, Path to) {
        if (Files.isDirectory(to)) {
            throw new PfsException(ErrorCode.USAGE, to + " is a directory: name a file in it");
        }
        try {
            write(cell, to);
        } catch (IOException e) {
            throw FileFailures.of("write", to, e);
        }
    }

    private static void print(CellInput cell) {
        try {
            cell.transferTo(System.out);
        } catch (IOException e) {
            throw FileFailures.of("write", "to standard output", e);
        }
        System.out.flush();
    }

    private static void write(CellInput cell, Path to) throws IOException {
        if (Files.exists(to) && !Files.isRegularFile(to)) {
            try (OutputStream out = Files.newOutputStream(to, StandardOpenOption.WRITE)) {
                cell.transferTo(out);
            }
            return;
        }
        try (PartFile part = PartFile.open(Files.exists(to) ? to.toRealPath() : to, true)) {
            cell.transferTo(part.out());
            part.place();
        }
    }
}
