package io.pfs.server.cli;

import io.pfs.client.Pfs;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "drop",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Remove a table, which must be empty unless all in it is to go, too.",
        footer = {"", "Example:", "  bin/pfs table drop --embedded pfs-data /photos --recursive"})
final class TableDrop implements Callable<Integer> {
    @Mixin
    private FileSystemOption fileSystem = new FileSystemOption();

    @Mixin
    private OutputOption output = new OutputOption();

    @Parameters(paramLabel = "TABLE", description = "The path of the table.")
    private String path = "";

    @Option(names = "--recursive", description = "Also with all rows and tables in it.")
    private boolean recursive;

    @Override
    public Integer call() {
        try (Pfs pfs = fileSystem.open()) {
            if (recursive) {
                pfs.files().deleteTree(path);
            } else {
                pfs.files().deleteDirectory(path);
            }
            output.say(Json.object().with("removed", path), "removed %s", path);
        }
        return 0;
    }
}
