package io.pfs.bench;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Option;

/** Measures a list of figures, each beside its ceiling, and prints the report. */
abstract class Suite implements Callable<Integer> {
    @Option(names = "--quick", description = "Few and short rounds: to see that it works.")
    private boolean quick;

    @Option(names = "--out", paramLabel = "FILE", description = "Write the report to this file, too.")
    private Optional<Path> out = Optional.empty();

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            description = "Where benchmarks put their files: on a disk, not in memory. Default: the current folder.")
    private Path folder = Path.of("");

    /** Measures all of it. */
    abstract List<Result> measure(boolean isQuick, Path inFolder);

    @Override
    public Integer call() {
        Machine machine = Machine.describe(folder.toAbsolutePath());
        List<Result> results = measure(quick, folder.toAbsolutePath());
        String report = Report.text(machine, quick, results);
        System.out.println(report);
        out.ifPresent(file -> write(file, report));
        return 0;
    }

    static List<Result> measure(List<Pair> pairs, List<Bound> bounds, boolean isQuick, Path inFolder) {
        List<Result> results = new ArrayList<>();
        for (Pair pair : pairs) {
            announce(pair.name());
            results.add(Rounds.measure(pair, isQuick, inFolder));
        }
        for (Bound bound : bounds) {
            announce(bound.name());
            results.add(new Result(bound.name(), bound.unit(), bound.measured().measure(isQuick), bound.most()));
        }
        return results;
    }

    static void announce(String what) {
        System.err.println("measuring: " + what);
    }

    private static void write(Path file, String report) {
        try {
            Files.writeString(file, report);
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "the report cannot be written to " + file + ": " + e, e);
        }
    }
}
