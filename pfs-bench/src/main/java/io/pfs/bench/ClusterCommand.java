package io.pfs.bench;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.bench.cluster.ClusterDesk;
import io.pfs.bench.cluster.ClusterFigure;
import io.pfs.bench.cluster.ClusterFigures;
import io.pfs.bench.cluster.Drawn;
import io.pfs.bench.output.FigureFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench cluster}: several servers of this process. */
@Command(
        name = "cluster",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "What several servers do together. They are started in this process, one number of them after the other, and share"
                    + " its cores and its disk: so rates are also given by the core that the servers' threads had, and with them"
                    + " counts that are the same on any machine.",
            "  shared      empty files and small ones in one directory over all servers",
            "  sizes       the same, empty, in directories of three sizes",
            "  growth      the rate over time while a directory grows",
            "  redundant   rows moved by splits, beside rows created",
            "  probes      how often clients ask the wrong server",
            "  policies    eight directories, filled by few and many clients, spread or not",
            "  strategies  slices that stay on one server, and that go over all",
            "  bulk        files one by one and 64 a request, beside names alone"
        },
        footer = {
            "",
            "Examples:",
            "  bin/pfs bench cluster probes --quick",
            "  bin/pfs bench cluster shared --servers 1,2,4,8 --csv shared.csv --svg shared.svg"
        })
final class ClusterCommand implements Callable<Integer> {
    private static final int SERVERS_MAX = 32;
    private static final int CLIENTS_MAX = 256;
    private static final int IN_FLIGHT_MAX = 1024;
    private static final int FILES_MAX = 10_000_000;
    private static final int QUICK_SHARE = 10;
    private static final long WINDOW_NS = 1_000_000_000;
    private static final long WINDOW_QUICK_NS = 100_000_000;

    @Parameters(paramLabel = "FIGURE", description = "One of those above.")
    private String figure = "";

    @Option(
            names = "--servers",
            paramLabel = "N,N,...",
            split = ",",
            description = "How many servers, one number after the other (default: 1,2,4,8).")
    private List<Integer> servers = List.of(1, 2, 4, 8);

    @Option(
            names = "--files",
            paramLabel = "N",
            description =
                    "Files of each server, directory or process, as it says when it begins. Default: it says that, too.")
    private Optional<Integer> files = Optional.empty();

    @Option(
            names = "--clients",
            paramLabel = "N",
            description = "Connections, each a client, where the figure leaves it open (default: 8).")
    private int clients = 8;

    @Option(names = "--in-flight", paramLabel = "N", description = "Callers of each client, likewise (default: 32).")
    private int inFlight = 32;

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            description = "Where the servers put their files: on a disk, not in memory. Default: the current folder.")
    private Path folder = Path.of("");

    @Mixin
    private FigureOption figures = new FigureOption();

    @Option(names = "--quick", description = "A tenth of the default files, short windows: to see that it works.")
    private boolean quick;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        ClusterFigure chosen = chosen();
        ClusterDesk desk = desk(chosen);
        Optional<FigureFile> csv = figures.csv();
        Optional<FigureFile> svg = figures.svg();
        Machine machine = Machine.describe(desk.folder());
        tell(chosen.name() + ", " + desk.files() + " files a " + chosen.scale().per());
        Drawn drawn = measure(chosen, desk);
        StringBuilder text = new StringBuilder(Report.text(machine));
        text.append("figure       ")
                .append(chosen.name())
                .append(": ")
                .append(desk.files())
                .append(" files a ");
        text.append(chosen.scale().per())
                .append("; ")
                .append(drawn.chart().below())
                .append("\n\n");
        text.append(drawn.table().text()).append('\n');
        drawn.notes().forEach(note -> text.append(note).append('\n'));
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
        csv.ifPresent(file -> file.write(drawn.table().csv()));
        svg.ifPresent(file -> file.write(drawn.chart().svg()));
        return 0;
    }

    private static Drawn measure(ClusterFigure figure, ClusterDesk desk) {
        try {
            return figure.measure(desk);
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "the files of the servers can't be made or removed: " + e, e);
        }
    }

    private ClusterFigure chosen() {
        return ClusterFigures.ALL.stream()
                .filter(known -> known.name().equals(figure))
                .findFirst()
                .orElseThrow(() -> Usage.refused("there is no figure '" + figure + "'; those that there are: "
                        + ClusterFigures.ALL.stream().map(ClusterFigure::name).collect(Collectors.joining(", "))));
    }

    private ClusterDesk desk(ClusterFigure chosen) {
        servers.forEach(count -> Usage.inRange("--servers", count, 1, SERVERS_MAX));
        int usual = quick
                ? Math.max(1, chosen.scale().files() / QUICK_SHARE)
                : chosen.scale().files();
        return new ClusterDesk(
                folder.toAbsolutePath(),
                List.copyOf(servers),
                Usage.inRange("--files", files.orElse(usual), 1, FILES_MAX),
                Usage.inRange("--clients", clients, 1, CLIENTS_MAX),
                Usage.inRange("--in-flight", inFlight, 1, IN_FLIGHT_MAX),
                quick ? WINDOW_QUICK_NS : WINDOW_NS,
                this::tell);
    }

    private void tell(String what) {
        spec.commandLine().getErr().println("measuring: " + what);
    }
}
