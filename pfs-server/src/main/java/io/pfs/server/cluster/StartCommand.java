package io.pfs.server.cluster;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.server.cli.Counted;
import io.pfs.server.cluster.ClusterState.Hdfs;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bin/pfs cluster start}. */
@Command(
        name = "start",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Start servers that come and go, each a process, and ZooKeeper in this one: a cluster on this machine, for trying. Only this machine"
                    + " reaches it, but each of its users does, and may do everything: there is no token. The folder is yours alone.",
            "With --hdfs the file system is on an HDFS of one name node and one data node, in one more process, and in the same folder.",
            "Prints a line that begins with 'PFS cluster ready on pfs://' once all serve, then runs until Ctrl-C, SIGTERM or bin/pfs cluster stop,"
                    + " which stop all of it in order. No process outlives this process. What is in the folder is served again by the next start."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:was stopped", "1:could not be started; the message says why", "2:wrong usage"},
        footer = {
            "",
            "Examples:",
            "  bin/pfs cluster start",
            "  bin/pfs cluster start --servers 5 --seats 20 --folder /tmp/try",
            "  bin/pfs cluster start --hdfs",
            "  bin/pfs cluster status"
        })
final class StartCommand implements Callable<Integer> {
    /** So many processes are enough for any machine. */
    private static final int SERVERS_MAX = 32;

    private static final int SEATS_EACH = 4;
    private static final int PORT_MAX = 65_000;
    /** Shorter than it is by default, as people wait to see who takes over. */
    private static final String CONFIG = "{ \"sessionSeconds\": 5 }";

    @Option(
            names = "--servers",
            paramLabel = "N",
            defaultValue = "3",
            description = "How many (default: ${DEFAULT-VALUE}).")
    private int servers;

    @Option(
            names = "--seats",
            paramLabel = "M",
            description =
                    "Into how many parts the file system is divided, for good (default: 4 for each server, at least 12).")
    private Optional<Integer> seats = Optional.empty();

    @Mixin
    private FolderOption option = new FolderOption();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "7420",
            description =
                    "Where the first server listens, and the others behind it; 0: anywhere (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--hdfs",
            description =
                    "On an HDFS of its own; the first time, bin/pfs downloads what it takes, 110 MB (default: in a folder).")
    private boolean isOnHdfs;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        require("--servers", servers, 1, SERVERS_MAX);
        require("--port", port, 0, PORT_MAX);
        seats.ifPresent(count -> require("--seats", count, 1, Limits.SEATS_MAX));
        ClusterFolder folder = option.folder();
        try (ClusterFolder.Held unused = folder.claim()) {
            run(folder);
            return 0;
        }
    }

    private void run(ClusterFolder folder) {
        FirstStart.requireNoOtherPool(folder, isOnHdfs); // without what HDFS takes, which need not be there for that
        Optional<Hdfs> hdfs = isOnHdfs ? Optional.of(OwnHdfs.wanted()) : Optional.empty();
        int count = prepared(folder, hdfs);
        List.of(folder.logs(), folder.zooKeeper()).forEach(ClusterFolder::makeFolder);
        folder.write(folder.config(), List.of(CONFIG));
        if (hdfs.isEmpty()) {
            serve(folder, count, Optional.empty());
        } else {
            progress("HDFS starts, with its data in " + folder.hdfs());
            try (OwnHdfs own = OwnHdfs.start(folder, hdfs.get())) {
                progress("HDFS serves on " + own.hdfs().uri());
                own.makePool(count);
                progress("servers start: " + servers);
                serve(folder, count, Optional.of(own));
            }
        }
    }

    private void serve(ClusterFolder folder, int seatCount, Optional<OwnHdfs> hdfs) {
        try (RunningCluster cluster = RunningCluster.start(folder, seatCount, port, hdfs)) {
            tell(cluster.launch(servers));
            cluster.awaitEnd();
        }
    }

    private void progress(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(line);
        err.flush();
    }

    private static void require(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new PfsException(
                    ErrorCode.USAGE, name + " is a number from " + min + " to " + max + ", not " + value);
        }
    }

    private int prepared(ClusterFolder folder, Optional<Hdfs> hdfs) {
        folder.find().ifPresent(this::requireNoServers);
        if (!FirstStart.isMade(folder, hdfs.isPresent())) {
            FreePorts.require(port, servers); // first: what is made then has so many seats for good
        }
        return FirstStart.seats(folder, hdfs, seats, Math.max(3, servers) * SEATS_EACH, port);
    }

    /** Whoever started them is no more, as the folder was claimed: they end soon, or are stuck. */
    private void requireNoServers(ClusterState state) {
        boolean hdfsRuns =
                state.hdfs().map(Hdfs::process).flatMap(ProcessMark::running).isPresent();
        if (!state.running().isEmpty() || hdfsRuns) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "servers of the cluster in " + option.folder().path() + " still run; bin/pfs cluster stop"
                            + option.text() + " stops them");
        }
    }

    private void tell(ClusterState state) {
        String uri = state.uri().orElse("nowhere");
        PrintWriter out = spec.commandLine().getOut();
        out.println("PFS cluster ready on " + uri + " ("
                + Counted.of(state.servers().size(), "server") + ", "
                + Counted.of(state.seats(), "seat") + ", all of it in "
                + option.folder().path() + ", ZooKeeper on "
                + state.starter().zooKeeper()
                + state.hdfs().map(hdfs -> ", the pool on " + hdfs.pool()).orElse("") + ")");
        String folder = option.text();
        List.of(
                        "",
                        "Try, in another terminal:",
                        "  export PFS_FS=" + uri,
                        "  bin/pfs table create /photos",
                        "  bin/pfs table put /photos/cat.jpg content=README.md",
                        "  bin/pfs table ls /photos",
                        "  bin/pfs cluster status" + folder,
                        "  bin/pfs cluster kill 1" + folder,
                        "  bin/pfs cluster add" + folder,
                        "  bin/pfs admin moves",
                        "  bin/pfs cluster logs 2" + folder,
                        "",
                        "Ctrl-C, or bin/pfs cluster stop" + folder + ", stops all of it.")
                .forEach(out::println);
        out.flush();
    }
}
