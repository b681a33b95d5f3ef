package io.pfs.bench;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.bench.elastic.ElasticDrawn;
import io.pfs.bench.elastic.ElasticHdfs;
import io.pfs.bench.elastic.ElasticRun;
import io.pfs.bench.elastic.ElasticShape;
import io.pfs.bench.output.FigureFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bench elastic}: servers that come, go and die under load. */
@Command(
        name = "elastic",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "What clients notice while servers come, go and die: each server a process, with ZooKeeper in this one and a pool in a folder"
                    + " or on HDFS, all of it on this machine. Empty files are created, looked up and removed, so many a second.",
            "  1-2-1  one server, a second one joins, and leaves again",
            "  3-6-2  three servers, three more join at once, four leave at once",
            "  death  one of three is killed",
            "  bytes  what moves of seats write; not on HDFS",
            "Takes some ten minutes; with --quick one, and the figures are rough. Figures say nothing while the machine does other work.",
            "Ends with 1 if an operation failed, or a change was lost."
        },
        footer = {
            "",
            "Examples:",
            "  bin/pfs bench elastic --csv elastic.csv --svg elastic.svg",
            "  bin/pfs bench elastic 1-2-1 --rate 500",
            "  bin/pfs bench elastic --hdfs death"
        })
final class ElasticCommand extends Suite {
    private static final int RATE_MAX = 100_000;
    private static final int ROUNDS_MAX = 100;

    @Parameters(paramLabel = "PART", arity = "0..*", description = "Only these. Default: all.")
    private List<String> names = List.of();

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Operations that are due a second, of all clients together (default: 600).")
    private int rate = 600;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often servers join and leave; the middle one counts (default: 5).")
    private int rounds = 5;

    @Option(
            names = "--hdfs",
            description =
                    "The pool on an HDFS with one NameNode and one DataNode, which is started in a process of its own.")
    private boolean isOnHdfs;

    @Mixin
    private FigureOption figures = new FigureOption();

    private Optional<ElasticHdfs.Starter> starter = Optional.empty();
    private Optional<ElasticDrawn> drawn = Optional.empty();

    @Override
    public Integer call() {
        Usage.inRange("--rate", rate, 1, RATE_MAX);
        Usage.inRange("--rounds", rounds, 1, ROUNDS_MAX);
        requireKnown();
        starter = isOnHdfs ? Optional.of(ElasticHdfs.starter()) : Optional.empty();
        Optional<FigureFile> csv = figures.csv();
        Optional<FigureFile> svg = figures.svg();
        int code = super.call();
        drawn.ifPresent(seen -> {
            System.out.println(seen.phases().text());
            csv.ifPresent(file -> file.write(seen.windows().csv()));
            svg.ifPresent(file -> file.write(seen.chart().svg()));
        });
        return drawn.map(ElasticDrawn::lost).orElse(0L) > 0 ? 1 : code;
    }

    private void requireKnown() {
        for (String name : names) {
            if (!known().contains(name)) {
                throw Usage.refused("there is no part '" + name + "'" + (isOnHdfs ? " with --hdfs" : "")
                        + "; those that there are: " + String.join(", ", known()));
            }
        }
    }

    private List<String> known() {
        return isOnHdfs ? ElasticRun.namesOnHdfs() : ElasticRun.names();
    }

    @Override
    List<Result> measure(boolean isQuick, Path inFolder) {
        List<Result> results = new ArrayList<>();
        ElasticShape shape = isQuick ? ElasticShape.quick(rate) : ElasticShape.full(rate, rounds);
        try {
            Path folder = Files.createTempDirectory(inFolder, "pfs-bench-elastic");
            try {
                drawn = Optional.of(run(new SuiteDesk(folder, isQuick, results), shape));
            } finally {
                Whole.delete(folder);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PfsException(ErrorCode.CLOSED, "the benchmark was interrupted", e);
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "the files of this run can't be made or removed: " + e, e);
        }
        return results;
    }

    private ElasticDrawn run(SuiteDesk desk, ElasticShape shape) throws IOException, InterruptedException {
        if (starter.isEmpty()) {
            return run(desk, Optional.empty(), shape);
        }
        try (ElasticHdfs hdfs =
                starter.get().start(Files.createDirectory(desk.folder().resolve("hdfs")))) {
            return run(desk, Optional.of(hdfs), shape);
        }
    }

    private ElasticDrawn run(SuiteDesk desk, Optional<ElasticHdfs> hdfs, ElasticShape shape)
            throws IOException, InterruptedException {
        return new ElasticRun(desk, hdfs, shape, Suite::announce).run(names.isEmpty() ? known() : names);
    }
}
