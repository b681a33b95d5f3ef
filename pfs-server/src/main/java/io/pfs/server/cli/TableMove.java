package io.pfs.server.cli;

import io.pfs.client.Pfs;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "mv",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Give a row or a table another name, or another place. Whoever looks sees it at one of them.",
        footer = {
            "",
            "Examples:",
            "  bin/pfs table mv --embedded pfs-data /photos/cat.jpg /photos/tom.jpg",
            "  bin/pfs table mv --embedded pfs-data /photos /archive/photos"
        })
final class TableMove implements Callable<Integer> {
    @Mixin
    private FileSystemOption fileSystem = new FileSystemOption();

    @Mixin
    private OutputOption output = new OutputOption();

    @Parameters(index = "0", paramLabel = "FROM", description = "The path of a row or a table.")
    private String from = "";

    @Parameters(index = "1", paramLabel = "TO", description = "Its new path.")
    private String to = "";

    @Option(names = "--overwrite", description = "Replace a row that is there, or an empty table by a table.")
    private boolean overwrite;

    @Override
    public Integer call() {
        try (Pfs pfs = fileSystem.open()) {
            if (overwrite) {
                pfs.files().replace(from, to);
            } else {
                pfs.files().rename(from, to);
            }
            output.say(Json.object().with("from", from).with("to", to), "moved %s to %s", from, to);
        }
        return 0;
    }
}
