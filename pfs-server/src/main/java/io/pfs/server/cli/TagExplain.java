package io.pfs.server.cli;

import io.pfs.client.Pfs;
import io.pfs.client.table.Explanation;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Tell how a query is answered, and what that takes. The query is run for it, to its end or its limit; what it finds"
                    + " is not shown.",
            "A line for each table and way in which servers went through it: the plan, how many requests there were, keys of"
                    + " indexes that were read, rows that were held against the query, and rows or groups that were found."
        },
        footer = {
            "",
            "Examples:",
            "  bin/pfs tag explain --embedded pfs-data \"from /photos where camera = 'left' and number < 10\"",
            "  bin/pfs tag explain --embedded pfs-data \"from /photos order by number desc limit 5\" --json"
        })
final class TagExplain implements Callable<Integer> {
    @Mixin
    private FileSystemOption fileSystem = new FileSystemOption();

    @Mixin
    private OutputOption output = new OutputOption();

    @Mixin
    private QueryOption asked = new QueryOption();

    @Override
    public Integer call() {
        try (Pfs pfs = fileSystem.open()) {
            show(asked.search(pfs).explain());
        }
        return 0;
    }

    private void show(Explanation explanation) {
        if (!output.isJson()) {
            explanation.lines().forEach(line -> output.line(Shown.text(line).toString()));
            return;
        }
        for (Explanation.Step step : explanation.steps()) {
            output.line(Json.object()
                    .withName("table", Labels.bytes(step.table()))
                    .with("plan", step.plan())
                    .with("requests", step.requests())
                    .with("keysRead", step.keysRead())
                    .with("rowsRead", step.rowsRead())
                    .with("found", step.found()));
        }
    }
}
