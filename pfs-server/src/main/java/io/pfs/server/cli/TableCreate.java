package io.pfs.server.cli;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.client.table.ColumnOptions;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableOptions;
import io.pfs.table.Column;
import io.pfs.table.Policy;
import io.pfs.table.SpreadPolicy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "create",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Make a table, and the directories above it where they are missing.",
            "Columns need not be named: writing to one that is not there adds it."
        },
        footer = {
            "",
            "Examples:",
            "  bin/pfs table create --embedded pfs-data /photos",
            "  bin/pfs table create --embedded pfs-data /docs --compressed text --compressed markup"
        })
final class TableCreate implements Callable<Integer> {
    @Mixin
    private FileSystemOption fileSystem = new FileSystemOption();

    @Mixin
    private OutputOption output = new OutputOption();

    /** More places than a file system has shards serve nobody. */
    private static final int SPREAD_MAX = 16;

    @Parameters(paramLabel = "PATH", description = "The path of the table, from /.")
    private String path = "";

    @Option(names = "--column", paramLabel = "NAME", description = "A column to begin with.")
    private List<String> columns = new ArrayList<>();

    @Option(names = "--compressed", paramLabel = "NAME", description = "A column whose cells are compressed.")
    private List<String> compressed = new ArrayList<>();

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            defaultValue = "dynamic",
            description = "What becomes of large files: small, dynamic or large (default: ${DEFAULT-VALUE}).")
    private String policy = "dynamic";

    @Option(
            names = "--spread",
            paramLabel = "N",
            defaultValue = "0",
            description = "Spread it over up to 2^N shards from the first, N from 0 to " + SPREAD_MAX
                    + " (default: ${DEFAULT-VALUE}, all in one).")
    private int spread;

    @Option(
            names = "--spread-policy",
            paramLabel = "WHEN",
            defaultValue = "dynamic",
            description = "When it goes over all servers: never, dynamic (if it is large and many use it), always, or"
                    + " random (always, to places by chance, for comparison; default: ${DEFAULT-VALUE}).")
    private String spreadPolicy = "dynamic";

    @Override
    public Integer call() {
        TableOptions options = TableOptions.DEFAULT
                .withPolicy(policyOf(policy))
                .withSpread(requireSpread(0, spread))
                .withSpreadPolicy(spreadPolicyOf(spreadPolicy));
        requireColumns();
        try (Pfs pfs = fileSystem.openOrFormat()) {
            pfs.ensureTable(parentOf(path));
            Table table = pfs.createTable(path, options);
            columns.forEach(table::addColumn);
            compressed.forEach(name -> table.addColumn(name, ColumnOptions.DEFAULT.withCompression()));
            output.say(
                    Json.object()
                            .with("made", path)
                            .with("columns", table.columns().size()),
                    "made %s with %s",
                    path,
                    Counted.of(table.columns().size(), "column"));
        }
        return 0;
    }

    /** Before there is a table to which one could not be added. */
    private void requireColumns() {
        Set<String> named = new HashSet<>();
        Stream.concat(columns.stream(), compressed.stream()).forEach(name -> {
            Column.requireValid(name, "");
            if (!named.add(name)) {
                throw new PfsException(ErrorCode.USAGE, "column '" + name + "' is given twice");
            }
        });
    }

    private static String parentOf(String path) {
        String withoutSlash = path.replaceAll("/+$", "");
        int cut = withoutSlash.lastIndexOf('/');
        return cut <= 0 ? "/" : withoutSlash.substring(0, cut);
    }

    static int requireSpread(int min, int spread) {
        if (spread < min || spread > SPREAD_MAX) {
            throw new PfsException(
                    ErrorCode.USAGE, "--spread must be from " + min + " to " + SPREAD_MAX + ", but is " + spread);
        }
        return spread;
    }

    static SpreadPolicy spreadPolicyOf(String name) {
        for (SpreadPolicy policy : SpreadPolicy.values()) {
            if (policy.name().toLowerCase(Locale.ROOT).equals(name)) {
                return policy;
            }
        }
        throw new PfsException(
                ErrorCode.USAGE, "--spread-policy must be never, dynamic, always or random, but is '" + name + "'");
    }

    static Policy policyOf(String name) {
        for (Policy policy : Policy.values()) {
            if (policy.name().toLowerCase(Locale.ROOT).equals(name)) {
                return policy;
            }
        }
        throw new PfsException(ErrorCode.USAGE, "--policy must be small, dynamic or large, but is '" + name + "'");
    }
}
