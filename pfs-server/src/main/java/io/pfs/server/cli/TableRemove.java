package io.pfs.server.cli;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "rm",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Remove a row, or one cell of it.",
        footer = {
            "",
            "Examples:",
            "  bin/pfs table rm --embedded pfs-data /photos/cat.jpg",
            "  bin/pfs table rm --embedded pfs-data /photos/cat.jpg --column thumb"
        })
final class TableRemove implements Callable<Integer> {
    @Mixin
    private FileSystemOption fileSystem = new FileSystemOption();

    @Mixin
    private OutputOption output = new OutputOption();

    @Parameters(paramLabel = "ROW", description = "The path of the row.")
    private String path = "";

    @Option(names = "--column", paramLabel = "NAME", description = "Remove only the cell of this column.")
    private String column = "";

    @Override
    public Integer call() {
        RowPath row = RowPath.of(path);
        try (Pfs pfs = fileSystem.open()) {
            Table table = pfs.openTable(row.table());
            if (!column.isEmpty()) {
                table.deleteCell(row.row(), column);
                output.say(
                        Json.object().with("removed", path).with("column", column), "removed %s of %s", column, path);
                return 0;
            }
            if (!table.delete(row.row())) {
                throw new PfsException(ErrorCode.NOT_FOUND, path + " does not exist");
            }
            output.say(Json.object().with("removed", path), "removed %s", path);
        }
        return 0;
    }
}
