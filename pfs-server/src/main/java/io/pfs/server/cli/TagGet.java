package io.pfs.server.cli;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.client.table.RowView;
import io.pfs.row.TagValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "get",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Read the tags of a row, or some of them; a line each, as `tag set` takes it.",
            "Characters that a terminal would act on or not show stand there as their bytes, \\xHH, which `tag set` takes for"
                    + " text; --json has them as they are."
        },
        footer = {
            "",
            "Examples:",
            "  bin/pfs tag get --embedded pfs-data /photos/cat.jpg",
            "  bin/pfs tag get --embedded pfs-data /photos/cat.jpg stars place --json"
        })
final class TagGet implements Callable<Integer> {
    @Mixin
    private FileSystemOption fileSystem = new FileSystemOption();

    @Mixin
    private OutputOption output = new OutputOption();

    @Parameters(index = "0", paramLabel = "PATH", description = "The path of the row.")
    private String path = "";

    @Parameters(
            index = "1..*",
            paramLabel = "KEY",
            description = "A tag, which must be there (default: all there are).")
    private List<String> keys = new ArrayList<>();

    @Override
    public Integer call() {
        RowPath row = RowPath.of(path);
        try (Pfs pfs = fileSystem.open()) {
            RowView found = pfs.openTable(row.table())
                    .row(row.row())
                    .orElseThrow(() -> new PfsException(ErrorCode.NOT_FOUND, path + " does not exist"));
            show(keys.isEmpty() ? found.tags() : chosen(found.tags()));
        }
        return 0;
    }

    private SortedMap<String, TagValue> chosen(SortedMap<String, TagValue> tags) {
        TreeMap<String, TagValue> chosen = new TreeMap<>();
        for (String key : keys) {
            chosen.put(
                    key,
                    Optional.ofNullable(tags.get(key))
                            .orElseThrow(
                                    () -> new PfsException(ErrorCode.NOT_FOUND, path + " has no tag '" + key + "'")));
        }
        return chosen;
    }

    private void show(SortedMap<String, TagValue> tags) {
        if (output.isJson()) {
            output.line(Json.object().with("row", path).with("tags", Tagged.json(tags)));
            return;
        }
        tags.entrySet().forEach(tag -> output.line(Tagged.text(tag)));
    }
}
