package io.pfs.server.cli;

import io.pfs.client.Pfs;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.RowVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "delete",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Remove tags of a row, all of them at once. One that it does not have is no mistake.",
        footer = {"", "Example:", "  bin/pfs tag delete --embedded pfs-data /photos/cat.jpg stars place"})
final class TagDelete implements Callable<Integer> {
    @Mixin
    private FileSystemOption fileSystem = new FileSystemOption();

    @Mixin
    private OutputOption output = new OutputOption();

    @Parameters(index = "0", paramLabel = "PATH", description = "The path of the row.")
    private String path = "";

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "KEY", description = "A tag.")
    private List<String> keys = new ArrayList<>();

    @Override
    public Integer call() {
        RowPath row = RowPath.of(path);
        try (Pfs pfs = fileSystem.open()) {
            RowEditor edit = pfs.openTable(row.table()).edit(row.row()).expectPresent();
            keys.forEach(edit::untag);
            RowVersion version = Tagged.apply(edit, path + " does not exist");
            output.say(
                    Json.object().with("row", path).with("version", version.version()),
                    "%s has version %d",
                    path,
                    version.version());
        }
        return 0;
    }
}
