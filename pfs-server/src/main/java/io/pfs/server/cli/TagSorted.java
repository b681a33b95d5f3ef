package io.pfs.server.cli;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.client.sorted.Sorted;
import io.pfs.client.sorted.SortedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "sorted",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Sorted files: names for fields of tables that are searched together, with indexes kept for them.",
            "Without a NAME, which there are. With one, its tables and their fields; with a TABLE and FIELDs, these are chosen,"
                    + " too, and the sorted file is made if it is missing. A FIELD is written as in queries."
        },
        footer = {
            "",
            "Examples:",
            "  bin/pfs tag sorted --embedded pfs-data hot /photos camera number \"size(thumb)\"",
            "  bin/pfs tag sorted --embedded pfs-data hot",
            "  bin/pfs tag search --embedded pfs-data --sorted hot \"R:number < 10&camera = left\"",
            "  bin/pfs tag sorted --embedded pfs-data hot /photos number --remove",
            "  bin/pfs tag sorted --embedded pfs-data hot --drop"
        })
final class TagSorted implements Callable<Integer> {
    @Mixin
    private FileSystemOption fileSystem = new FileSystemOption();

    @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "The name of a sorted file.")
    private Optional<String> name = Optional.empty();

    @Parameters(index = "1", arity = "0..1", paramLabel = "TABLE", description = "The path of a table.")
    private Optional<String> table = Optional.empty();

    @Parameters(index = "2..*", paramLabel = "FIELD", description = "Fields of its rows.")
    private List<String> fields = new ArrayList<>();

    @Option(names = "--remove", description = "Take these fields of the table out; without any, the table.")
    private boolean remove;

    @Option(
            names = "--drop",
            description =
                    "Remove the sorted file, and indexes for fields that no other one names, whoever added them. Rows and their"
                            + " tags stay.")
    private boolean drop;

    @Mixin
    private OutputOption output = new OutputOption();

    @Override
    public Integer call() {
        requireSense();
        try (Pfs pfs = fileSystem.open()) {
            if (name.isEmpty()) {
                pfs.listSorted().forEach(one -> output.say(Json.object().with("sorted", one), "%s", one));
            } else if (drop) {
                pfs.dropSorted(name.get());
                output.say(Json.object().with("dropped", name.get()), "%s is dropped", name.get());
            } else {
                change(pfs, name.get());
                show(pfs.openSorted(name.get()));
            }
        }
        return 0;
    }

    private void requireSense() {
        if ((drop || remove) && name.isEmpty()) {
            throw new PfsException(ErrorCode.USAGE, "which sorted file? Its name comes first");
        }
        if (drop && (remove || table.isPresent())) {
            throw new PfsException(ErrorCode.USAGE, "--drop takes the name of a sorted file alone");
        }
        if (remove && table.isEmpty()) {
            throw new PfsException(ErrorCode.USAGE, "which table is to be taken out of '" + name.get() + "'?");
        }
    }

    private void change(Pfs pfs, String sorted) {
        if (table.isEmpty()) {
            return;
        }
        try (Sorted opened = remove ? pfs.openSorted(sorted) : openOrCreate(pfs, sorted)) {
            if (remove) {
                opened.remove(table.get(), fields.toArray(String[]::new));
            } else {
                opened.add(table.get(), fields.toArray(String[]::new));
            }
        }
    }

    private Sorted openOrCreate(Pfs pfs, String sorted) {
        if (fields.isEmpty()) {
            throw new PfsException(ErrorCode.USAGE, "which fields of table '" + table.orElse("") + "'? Name some");
        }
        pfs.openTable(table.orElse("")); // before something is made for one that is not there
        try {
            return pfs.openSorted(sorted);
        } catch (PfsException e) {
            if (e.code() != ErrorCode.NOT_FOUND) {
                throw e;
            }
            return pfs.createSorted(sorted);
        }
    }

    private void show(Sorted sorted) {
        List<SortedTable> tables = sorted.tables();
        for (SortedTable one : tables) {
            byte[] path = Labels.bytes(one.path().orElse(one.id()));
            output.say(
                    Json.object()
                            .withName("table", path)
                            .with("gone", one.path().isEmpty())
                            .withTexts("fields", one.fields()),
                    "%s%s  %s",
                    Shown.path(one.path().orElse(one.id())),
                    one.path().isEmpty() ? " (gone)" : "",
                    Shown.text(String.join(", ", one.fields())));
        }
        output.say(
                Json.object().with("sorted", sorted.name()).with("tables", tables.size()),
                tables.size() == 1 ? "%s has %,d table" : "%s has %,d tables",
                sorted.name(),
                tables.size());
    }
}
