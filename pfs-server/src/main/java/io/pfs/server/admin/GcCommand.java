package io.pfs.server.admin;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Clock;
import io.pfs.env.system.SystemClock;
import io.pfs.server.cli.Json;
import io.pfs.server.gc.GcGoal;
import io.pfs.server.store.DataFolder;
import io.pfs.server.store.Engine;
import io.pfs.server.store.FolderEngine;
import io.pfs.server.store.PoolAt;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bin/pfs admin gc}. */
@Command(
        name = "gc",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Give back the space of cells that were overwritten or deleted, in a data folder that nobody uses.",
            "A server does so by itself, in the background, for segments that are half garbage; for what several servers share, and for a pool on HDFS,"
                    + " there is only that. What is needed of a segment"
                    + " is copied to another, and only then is it deleted: it can be stopped at any time."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:it came to its end", "1:it did not", "2:wrong usage, no folder of PFS, or one in use"},
        footer = {
            "",
            "Examples:",
            "  bin/pfs admin gc --embedded pfs-data",
            "  bin/pfs admin gc --embedded pfs-data --all",
            "  bin/pfs admin gc --embedded pfs-data --dry-run --json"
        })
final class GcCommand implements Callable<Integer> {
    private static final long PROGRESS_NS = 3_000_000_000L;

    @Option(
            names = "--embedded",
            paramLabel = "DIR",
            defaultValue = "${env:PFS_FS}",
            description = "The data folder (environment: PFS_FS).")
    private Optional<String> folder = Optional.empty();

    @Option(names = "--all", description = "Also take up segments with as little as a twentieth of garbage.")
    private boolean all;

    @Option(names = "--dry-run", description = "Only say what there is to do.")
    private boolean dryRun;

    @Option(names = "--json", description = "Answer with one JSON object, for programs.")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final Clock clock = new SystemClock();
    private long lastProgressNs = clock.monotonicNs();

    @Override
    public Integer call() {
        Path found = folderOf(folder.filter(path -> !path.isEmpty())
                .orElseThrow(() -> new PfsException(
                        ErrorCode.USAGE, "which data folder? Name it with --embedded DIR, or in PFS_FS")));
        if (!Files.isDirectory(found)) {
            throw new PfsException(ErrorCode.USAGE, found + " is not there");
        }
        try {
            collect(found);
        } catch (PfsException e) {
            if (e.code() == ErrorCode.LOCKED || e.code() == ErrorCode.NOT_OURS) {
                throw new PfsException(ErrorCode.USAGE, e.detail(), e);
            }
            throw e;
        }
        return 0;
    }

    private static Path folderOf(String name) {
        if (PoolAt.of(name) instanceof PoolAt.Remote) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    name + " is no data folder: this collects in one of this machine, which is all of a file system."
                            + " In what several servers share, and on HDFS, the servers collect by themselves, while they serve");
        }
        return Path.of(name);
    }

    private void collect(Path found) {
        if (DataFolder.isEmpty(found)) {
            throw new PfsException(ErrorCode.USAGE, "there is no file system of PFS in " + found);
        }
        try (Engine engine = FolderEngine.open(found)) {
            collect(engine);
        }
    }

    private void collect(Engine engine) {
        GcGoal goal = all ? GcGoal.ALL : GcGoal.WORTHWHILE;
        GcRounds rounds = new GcRounds(engine.loops(), goal, this::progress);
        rounds.begin();
        GcSpace before = rounds.space();
        if (!dryRun) {
            rounds.run();
        }
        tell(before, rounds.space(), rounds.done());
        rounds.requireUnhindered();
    }

    private void progress(GcDone done) {
        long now = clock.monotonicNs();
        if (now - lastProgressNs > PROGRESS_NS) {
            lastProgressNs = now;
            PrintWriter err = spec.commandLine().getErr();
            err.println(String.format(
                    Locale.ROOT,
                    "met %,d cells, moved %,d of %,d bytes, deleted %,d segments and %,d objects",
                    done.cellsMet(),
                    done.cellsCopied(),
                    done.bytesCopied(),
                    done.segmentsDeleted(),
                    done.objectsDeleted()));
            err.flush();
        }
    }

    private void tell(GcSpace before, GcSpace after, GcDone done) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(json(before, after, done));
        } else {
            text(before, after, done).forEach(out::println);
        }
        out.flush();
    }

    private Json json(GcSpace before, GcSpace after, GcDone done) {
        return Json.object()
                .with("dryRun", dryRun)
                .with("before", before.toJson())
                .with("cellsMet", done.cellsMet())
                .with("cellsMoved", done.cellsCopied())
                .with("bytesMoved", done.bytesCopied())
                .with("segmentsDeleted", done.segmentsDeleted())
                .with("objectsDeleted", done.objectsDeleted())
                .with("segmentsSetAside", done.segmentsSetAside())
                .with("after", after.toJson())
                .with("bytesGivenBack", before.fileBytes() - after.fileBytes());
    }

    private List<String> text(GcSpace before, GcSpace after, GcDone done) {
        List<String> lines = new ArrayList<>();
        lines.add((dryRun ? "there are  " : "before  ") + before);
        if (!dryRun) {
            lines.add(String.format(
                    Locale.ROOT,
                    "moved   %,d cells of %,d bytes, deleted %,d segments and %,d objects",
                    done.cellsCopied(),
                    done.bytesCopied(),
                    done.segmentsDeleted(),
                    done.objectsDeleted()));
            lines.add("after   " + after);
            long back = before.fileBytes() - after.fileBytes();
            lines.add(String.format(Locale.ROOT, "%,d bytes given back", Math.max(0, back)));
        }
        if (done.segmentsSetAside() > 0) {
            lines.add(done.segmentsSetAside() + " segments keep something that can't be moved; see `admin fsck`");
        }
        return lines;
    }
}
