package io.pfs.server.cli;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.client.table.ColumnOptions;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableInfo;
import io.pfs.table.Column;
import io.pfs.table.Policy;
import io.pfs.table.SpreadPolicy;
import io.pfs.table.Spreading;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "schema",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Show the columns of a table, or change them while it is in use.",
        footer = {
            "",
            "Examples:",
            "  bin/pfs table schema --embedded pfs-data /photos",
            "  bin/pfs table schema --embedded pfs-data /photos --add large --rename thumb=small --drop draft",
            "  bin/pfs table schema --fs pfs://HOST:7420 /photos --spread-policy always"
        })
final class TableSchema implements Callable<Integer> {
    @Mixin
    private FileSystemOption fileSystem = new FileSystemOption();

    @Mixin
    private OutputOption output = new OutputOption();

    @Parameters(paramLabel = "PATH", description = "The path of the table.")
    private String path = "";

    @Option(names = "--add", paramLabel = "NAME", description = "Add a column.")
    private List<String> added = new ArrayList<>();

    @Option(names = "--add-compressed", paramLabel = "NAME", description = "Add a column whose cells are compressed.")
    private List<String> addedCompressed = new ArrayList<>();

    @Option(names = "--group", paramLabel = "GROUP", description = "The group of the columns that are added.")
    private String group = "";

    @Option(names = "--rename", paramLabel = "OLD=NEW", description = "Give a column another name; its cells stay.")
    private List<String> renamed = new ArrayList<>();

    @Option(names = "--drop", paramLabel = "NAME", description = "Remove a column, with all its cells.")
    private List<String> dropped = new ArrayList<>();

    @Option(names = "--policy", paramLabel = "POLICY", description = "small, dynamic or large.")
    private String policy = "";

    @Option(
            names = "--spread",
            paramLabel = "N",
            description = "Spread it over up to 2^N shards, while it is used; N is 1 or more.")
    private Optional<Integer> spread = Optional.empty();

    @Option(
            names = "--spread-policy",
            paramLabel = "WHEN",
            description = "When it goes over all servers: never, dynamic or always.")
    private String spreadPolicy = "";

    @Override
    public Integer call() {
        SchemaChanges changes = changes();
        try (Pfs pfs = fileSystem.open()) {
            Table table = pfs.openTable(path);
            changes.apply(table);
            show(table.describe());
        }
        return 0;
    }

    /** What is wrong by itself is refused before anything is done. */
    private SchemaChanges changes() {
        if (!group.isEmpty() && added.isEmpty() && addedCompressed.isEmpty()) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "--group is that of columns that are added: name some with --add or --add-compressed");
        }
        SchemaChanges changes = new SchemaChanges();
        ColumnOptions options = ColumnOptions.DEFAULT.withGroup(group);
        added.forEach(name -> changes.add("--add " + name, table -> table.addColumn(name, options)));
        addedCompressed.forEach(name ->
                changes.add("--add-compressed " + name, table -> table.addColumn(name, options.withCompression())));
        renamed.forEach(pair -> addRename(changes, pair));
        dropped.forEach(name -> changes.add("--drop " + name, table -> table.dropColumn(name)));
        if (!policy.isEmpty()) {
            Policy chosen = TableCreate.policyOf(policy);
            changes.add("--policy " + policy, table -> table.setPolicy(chosen));
        }
        if (spread.isPresent() || !spreadPolicy.isEmpty()) {
            addSpreading(changes);
        }
        return changes;
    }

    private static void addRename(SchemaChanges changes, String pair) {
        int cut = pair.indexOf('=');
        if (cut < 0) {
            throw new PfsException(ErrorCode.USAGE, "--rename wants OLD=NEW, but got '" + pair + "'");
        }
        changes.add("--rename " + pair, table -> table.renameColumn(pair.substring(0, cut), pair.substring(cut + 1)));
    }

    private void addSpreading(SchemaChanges changes) {
        int places = spread.map(wanted -> TableCreate.requireSpread(1, wanted)).orElse(0);
        Optional<SpreadPolicy> chosen =
                spreadPolicy.isEmpty() ? Optional.empty() : Optional.of(TableCreate.spreadPolicyOf(spreadPolicy));
        changes.add(
                "the spread",
                table -> table.setSpreading(
                        new Spreading(chosen.orElseGet(() -> table.describe().spreadPolicy()), places)));
    }

    private void show(TableInfo table) {
        String shownPolicy = table.policy().name().toLowerCase(Locale.ROOT);
        if (output.isJson()) {
            List<Json> columns = table.columns().stream().map(TableSchema::json).toList();
            output.line(Json.object()
                    .withName("path", Labels.bytes(table.path()))
                    .with("policy", shownPolicy)
                    .with("spread", table.spread())
                    .with("spreadPolicy", nameOf(table.spreadPolicy()))
                    .with("distributing", table.isDistributing())
                    .with("columns", columns));
            return;
        }
        output.line(Shown.path(table.path()) + "  policy " + shownPolicy + "  spread " + table.spread() + ", further "
                + shownWhen(table.spreadPolicy()) + (table.isDistributing() ? "  (distributing)" : ""));
        for (Column column : table.columns()) {
            output.line(String.format(
                    Locale.ROOT,
                    "%6d  %s%s%s",
                    column.id().value(),
                    Shown.name(column.name()),
                    column.group().isEmpty() ? "" : "  group " + Shown.name(column.group()),
                    column.compressed() ? "  compressed" : ""));
        }
    }

    private static String shownWhen(SpreadPolicy policy) {
        return switch (policy) {
            case NEVER -> "never";
            case DYNAMIC -> "if it is large and many use it";
            case ALWAYS -> "always";
            case RANDOM -> "by chance";
        };
    }

    private static String nameOf(SpreadPolicy policy) {
        return policy.name().toLowerCase(Locale.ROOT);
    }

    private static Json json(Column column) {
        return Json.object()
                .with("id", column.id().value())
                .with("name", column.name())
                .with("group", column.group())
                .with("compressed", column.compressed());
    }
}
