package io.pfs.server.cli;

import io.pfs.client.Pfs;
import io.pfs.client.table.RowView;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "scan",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Read all rows of a table, with some of their cells, and say how long each cell is.",
        footer = {"", "Examples:", "  bin/pfs table scan --embedded pfs-data /photos --column thumb --column caption"})
final class TableScan implements Callable<Integer> {
    @Mixin
    private FileSystemOption fileSystem = new FileSystemOption();

    @Mixin
    private OutputOption output = new OutputOption();

    @Parameters(paramLabel = "PATH", description = "The path of the table.")
    private String path = "";

    @Option(names = "--column", paramLabel = "NAME", description = "A column to read.")
    private List<String> columns = new ArrayList<>();

    @Override
    public Integer call() {
        long rows = 0;
        long bytes = 0;
        try (Pfs pfs = fileSystem.open()) {
            for (RowView row : pfs.openTable(path).scan().columns(columns.toArray(String[]::new))) {
                rows++;
                bytes += show(row);
            }
        }
        output.say(
                Json.object().with("rows", rows).with("cellBytes", bytes), "%,d rows, %,d bytes of cells", rows, bytes);
        return 0;
    }

    /** -1 if there is none. */
    private static long lengthOf(RowView row, String column) {
        return row.largeCell(column)
                .orElseGet(
                        () -> row.cell(column).map(cell -> (long) cell.length).orElse(-1L));
    }

    private long show(RowView row) {
        long bytes = 0;
        Json cells = Json.object();
        StringBuilder text = new StringBuilder(Shown.name(row.rowName()).toString());
        for (String column : columns) {
            long length = lengthOf(row, column);
            if (length >= 0) {
                cells.with(column, length);
                text.append("  ").append(Shown.name(column)).append('=').append(length);
                bytes += length;
            }
        }
        text.append(Tagged.text(row.tags()));
        output.say(
                Json.object()
                        .withName("name", row.rowName().toBytes())
                        .with("cells", cells)
                        .with("tags", Tagged.json(row.tags())),
                "%s",
                Shown.asIs(text.toString()));
        return bytes;
    }
}
