package io.pfs.server.cli;

import io.pfs.client.Pfs;
import io.pfs.client.table.Page;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Scan;
import io.pfs.row.RowKind;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "ls",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "List the rows of a table, in the order of the table.",
            "The order stays the same while the table grows; --after goes on where another list ended."
        },
        footer = {"", "Examples:", "  bin/pfs table ls --embedded pfs-data /photos --limit 20"})
final class TableList implements Callable<Integer> {
    private static final int PAGE_BYTES = 4 << 20;

    @Mixin
    private FileSystemOption fileSystem = new FileSystemOption();

    @Mixin
    private OutputOption output = new OutputOption();

    @Parameters(paramLabel = "PATH", defaultValue = "/", description = "The path of the table (default: /).")
    private String path = "/";

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "1000",
            description = "At most so many rows, 1 to 65536 (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Option(names = "--after", paramLabel = "TOKEN", description = "Go on behind the last row of an earlier list.")
    private String after = "";

    @Override
    public Integer call() {
        try (Pfs pfs = fileSystem.open()) {
            Scan scan = pfs.openTable(path).scan().pages(limit, PAGE_BYTES);
            Page page = (after.isEmpty() ? scan : scan.after(after)).page().join();
            page.rows().forEach(this::show);
            more(page.next());
        }
        return 0;
    }

    private void show(RowView row) {
        String kind = row.kind().name().toLowerCase(Locale.ROOT);
        output.say(
                Json.object()
                        .withName("name", row.rowName().toBytes())
                        .with("kind", kind)
                        .with("size", row.size())
                        .with("modified", row.modified().toString())
                        .with("version", row.version()),
                "%s %10d  %s  %s%s",
                row.kind() == RowKind.DIRECTORY ? "d" : row.kind() == RowKind.SYMLINK ? "l" : "-",
                row.size(),
                row.modified(),
                row.rowName(),
                row.kind() == RowKind.DIRECTORY ? "/" : "");
    }

    private void more(Optional<String> next) {
        next.ifPresent(
                token -> output.say(Json.object().with("next", token), "there are more; go on with --after %s", token));
    }
}
