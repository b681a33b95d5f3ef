package io.pfs.bench.hadoop;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.bench.Machine;
import io.pfs.bench.Report;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bin/pfs bench hadoop}. */
@Command(
        name = "bin/pfs bench hadoop",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "What threads do through Hadoop's FileSystem: files of 0 B, 1, 16 and 64 KiB are made, read, looked at, renamed and"
                    + " removed, a directory of 100,000 is listed and removed, a file of 1 GiB is written and read.",
            "Starts a server of PFS and an HDFS with one NameNode and one DataNode, each in a process of its own, and does it"
                    + " with both, and with files that are forced, in turns; or with what --fs names.",
            "Takes some twenty-five minutes, with --quick some four, and the figures are rough. Needs 20 GB in a folder on a disk."
        },
        footer = {
            "",
            "Examples:",
            "  bin/pfs bench hadoop --quick",
            "  bin/pfs bench hadoop --fs hdfs://127.0.0.1:8020/tmp -D dfs.replication=1 --threads 8"
        })
public final class Main implements Callable<Integer> {
    @Option(
            names = "--fs",
            paramLabel = "URI",
            description = "Only this file system, of any kind that Hadoop knows: pfs://, hdfs://, file://, ...")
    private Optional<String> uri = Optional.empty();

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description = "A setting of Hadoop's, as fs.pfs.create.at-close=true.")
    private Map<String, String> settings = Map.of();

    @Option(
            names = "--threads",
            paramLabel = "N,N,...",
            split = ",",
            description = "How many, one number after the other (default: 8,32).")
    private List<Integer> threads = List.of(8, 32);

    @Option(
            names = "--only",
            paramLabel = "PART",
            split = ",",
            description = "Only these: ${COMPLETION-CANDIDATES}. Default: all.")
    private List<Part> parts = List.of(Part.values());

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            description = "Where servers put their files: on a disk, not in memory. Default: the current folder.")
    private Path folder = Path.of("");

    @Option(names = "--quick", description = "Short rounds and few entries: to see that it works.")
    private boolean quick;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public static void main(String[] args) {
        CommandLine line = new CommandLine(new Main()).setCaseInsensitiveEnumValuesAllowed(true);
        line.setExecutionExceptionHandler(Main::explain);
        System.exit(line.execute(args));
    }

    private static int explain(Exception failure, CommandLine command, CommandLine.ParseResult parsed)
            throws Exception {
        if (failure instanceof PfsException refused) {
            command.getErr().println("bench: " + refused.getMessage());
            return refused.code() == ErrorCode.USAGE ? CommandLine.ExitCode.USAGE : CommandLine.ExitCode.SOFTWARE;
        }
        throw failure;
    }

    @Override
    public Integer call() throws IOException {
        threads.forEach(Main::requireInRange);
        Configuration conf = new Configuration();
        settings.forEach(conf::set);
        Machine machine = Machine.describe(folder.toAbsolutePath());
        Path own = Files.createTempDirectory(folder.toAbsolutePath(), "pfs-bench-hadoop");
        Figures figures = new Figures();
        String first;
        try (Stores stores = uri.isPresent() ? Stores.of(named(uri.get()), conf) : Stores.start(own, conf)) {
            first = stores.first();
            new Course(stores, figures, own, scale(), this::tell).run();
        } finally {
            delete(own);
        }
        spec.commandLine().getOut().println(Report.text(machine) + "\n" + new Comparison(figures, first).text());
        spec.commandLine().getOut().flush();
        return 0;
    }

    private static URI named(String uri) {
        URI parsed = URI.create(uri);
        if (parsed.getScheme() == null) {
            throw new PfsException(ErrorCode.USAGE, "--fs must begin with a scheme, as pfs://, but is '" + uri + "'");
        }
        return parsed;
    }

    private Scale scale() {
        return quick ? Scale.quick(threads, parts) : Scale.full(threads, parts);
    }

    private static void requireInRange(int count) {
        if (count < 1 || count > Course.THREADS_MAX) {
            throw new PfsException(
                    ErrorCode.USAGE, "--threads must be from 1 to " + Course.THREADS_MAX + ", but is " + count);
        }
    }

    private void tell(String what) {
        spec.commandLine().getErr().println("measuring: " + what);
    }

    static void delete(Path folder) throws IOException {
        List<Path> all = new ArrayList<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            paths.sorted(Comparator.reverseOrder()).forEach(all::add);
        }
        for (Path path : all) {
            Files.delete(path);
        }
    }
}
