package io.pfs.bench;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.bench.whole.Job;
import io.pfs.bench.whole.Jobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench whole}: what users do, from its begin to its end. */
@Command(
        name = "whole",
        mixinStandardHelpOptions = true,
        description = {
            "What users do, from its begin to its end: photos stored, a tar of tiny files taken in, a column loaded, several loops, a table"
                    + " beyond memory, a hundred thousand tables, a killed process, space that is collected, a server and its clients, a client beside its files, connections that do nothing or little.",
            "Takes more than a quarter of an hour; with --quick some minutes, and the figures are rough. Jobs can be named.",
            "Needs 6 GB of memory and 12 GB in a folder on a disk. Figures say nothing while the machine does other work."
        })
final class Whole extends Suite {
    @Parameters(
            paramLabel = "JOB",
            arity = "0..*",
            description =
                    "Only these: photos, untar, column, loops, memory, tables, recovery, collection, network, local, connections. Default: all.")
    private List<String> names = List.of();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    List<Result> measure(boolean isQuick, Path inFolder) {
        List<Result> results = new ArrayList<>();
        for (Job job : chosen()) {
            announce(job.name());
            run(job, isQuick, inFolder, results);
        }
        return results;
    }

    private List<Job> chosen() {
        List<String> known = Jobs.ALL.stream().map(Job::name).toList();
        for (String name : names) {
            if (!known.contains(name)) {
                String message = "no job is called " + name + "; there are " + String.join(", ", known);
                throw new ParameterException(spec.commandLine(), message);
            }
        }
        return Jobs.ALL.stream()
                .filter(job -> names.isEmpty() || names.contains(job.name()))
                .toList();
    }

    private static void run(Job job, boolean isQuick, Path inFolder, List<Result> results) {
        try {
            Path folder = Files.createTempDirectory(inFolder, "pfs-bench-" + job.name());
            try {
                job.run(new SuiteDesk(folder, isQuick, results));
            } finally {
                delete(folder);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PfsException(ErrorCode.CLOSED, "job '" + job.name() + "' was interrupted", e);
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "job '" + job.name() + "' failed: " + e, e);
        }
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
