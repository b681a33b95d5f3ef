package io.pfs.server.cli;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.client.table.IndexProgress;
import io.pfs.client.table.Table;
import io.pfs.env.Clock;
import io.pfs.env.system.SystemClock;
import io.pfs.server.exchange.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "index",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Have indexes kept for fields of a table's rows, so that searches by them need not look at all rows.",
            "A FIELD is written as in queries: a tag (stars), an attribute (size, mtime, name), the size of a form"
                    + " (\"size(thumb)\").",
            "Rows that are there are put into a new index in the background; until that is done, searches find the same, but"
                    + " slower. Without --add and --drop, the indexes that there are and how far they are."
        },
        footer = {
            "",
            "Examples:",
            "  bin/pfs tag index --embedded pfs-data /photos --add camera number --wait",
            "  bin/pfs tag index --embedded pfs-data /photos --add size \"size(thumb)\"",
            "  bin/pfs tag index --embedded pfs-data /photos",
            "  bin/pfs tag index --embedded pfs-data /photos --drop size \"size(thumb)\""
        })
final class TagIndex implements Callable<Integer> {
    private static final long LOOK_AGAIN_NS = 200_000_000;
    private static final long SECOND_NS = 1_000_000_000;

    private final Clock clock = new SystemClock();

    @Mixin
    private FileSystemOption fileSystem = new FileSystemOption();

    @Parameters(index = "0", paramLabel = "TABLE", description = "The path of the table.")
    private String path = "";

    @Option(names = "--add", paramLabel = "FIELD", arity = "1..*", description = "Fields to have an index, too.")
    private List<String> added = new ArrayList<>();

    @Option(names = "--drop", paramLabel = "FIELD", arity = "1..*", description = "Fields to have none any more.")
    private List<String> dropped = new ArrayList<>();

    @Option(
            names = "--wait",
            description = "Wait until all indexes of the table are complete, or get no further for half an hour.")
    private boolean wait;

    @Option(names = "--quiet", description = "No progress.")
    private boolean quiet;

    @Mixin
    private OutputOption output = new OutputOption();

    @Override
    public Integer call() {
        if (!added.isEmpty() && !dropped.isEmpty()) {
            throw new PfsException(ErrorCode.USAGE, "--add and --drop can't be given together");
        }
        try (Pfs pfs = fileSystem.open()) {
            Table table = pfs.openTable(path);
            if (!added.isEmpty()) {
                table.addIndexes(added);
            } else if (!dropped.isEmpty()) {
                table.dropIndexes(dropped);
            }
            show(wait ? complete(table) : table.indexProgress());
        }
        return 0;
    }

    private List<IndexProgress> complete(Table table) {
        Progress progress = output.progressOfRows(quiet);
        try {
            IndexWait wait = new IndexWait();
            List<IndexProgress> indexes = table.indexProgress();
            IndexWait.Next next = wait.next(indexes, clock.monotonicNs());
            while (next != IndexWait.Next.END) {
                act(next, indexes);
                long done = indexes.stream().mapToLong(IndexProgress::rowsDone).sum();
                long all = indexes.stream().mapToLong(IndexProgress::rowsAll).sum();
                progress.at(done, all, done, 0);
                LockSupport.parkNanos(this, LOOK_AGAIN_NS);
                indexes = table.indexProgress();
                next = wait.next(indexes, clock.monotonicNs());
            }
            return indexes;
        } finally {
            progress.end();
        }
    }

    private void act(IndexWait.Next next, List<IndexProgress> indexes) {
        String open = indexes.stream()
                .filter(index -> !index.isComplete())
                .map(IndexProgress::field)
                .collect(Collectors.joining(", "));
        if (next == IndexWait.Next.SAY) {
            output.warn(
                    "no row came into the index of " + open + " for " + IndexWait.SAY_NS / SECOND_NS
                            + " s. If some rows can't be read, the server tries again later; if some are damaged, it does not:"
                            + " which they are tells bin/pfs admin fsck, once the server is stopped. Searches look at all rows meanwhile.");
        } else if (next == IndexWait.Next.GIVE_UP) {
            throw new PfsException(
                    ErrorCode.BUSY,
                    "no row came into the index of " + open + " for " + IndexWait.END_NS / SECOND_NS / 60
                            + " minutes, and nobody waits for it any longer; whether rows are damaged tells bin/pfs admin fsck, once the"
                            + " server is stopped");
        }
    }

    private void show(List<IndexProgress> indexes) {
        for (IndexProgress index : indexes) {
            output.say(
                    Json.object()
                            .with("field", index.field())
                            .with("complete", index.isComplete())
                            .with("rowsDone", index.rowsDone())
                            .with("rows", index.rowsAll()),
                    "%s",
                    Shown.asIs(line(index)));
        }
        output.say(
                Json.object().with("table", path).with("indexes", indexes.size()),
                indexes.size() == 1 ? "%s has %,d index" : "%s has %,d indexes",
                path,
                indexes.size());
    }

    private static String line(IndexProgress index) {
        String field = Shown.text(index.field()).toString();
        return index.isComplete()
                ? field + "  complete"
                : String.format(Locale.ROOT, "%s  %,d of %,d rows", field, index.rowsDone(), index.rowsAll());
    }
}
