package io.pfs.server.cluster;

import io.pfs.server.cli.Json;
import io.pfs.server.cluster.ClusterState.Hdfs;
import io.pfs.server.cluster.ClusterState.Server;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bin/pfs cluster status}. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Show which processes of a cluster run, then what bin/pfs admin status shows of them.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:every seat is served", "1:some are not now, or nothing runs", "2:wrong usage"})
final class ClusterStatusCommand implements Callable<Integer> {
    /** These servers want none; what the environment names is for others. */
    private static final List<String> WITHOUT_ACCESS = List.of("--auth-token=", "--trust=");

    @Mixin
    private FolderOption option = new FolderOption();

    @Option(names = "--json", description = "Answer with JSON objects, one a line: of processes, and of the status.")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        ClusterState state = option.folder().read();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(json(state));
        } else {
            lines(state).forEach(out::println);
        }
        out.flush();
        Optional<String> uri = state.uri();
        if (uri.isEmpty()) {
            return 1;
        }
        List<String> command = new ArrayList<>(List.of("admin", "status", "--fs", uri.get()));
        command.addAll(WITHOUT_ACCESS);
        if (json) {
            command.add("--json");
        }
        return spec.root().commandLine().execute(command.toArray(String[]::new));
    }

    private static List<String> lines(ClusterState state) {
        List<String> lines = new ArrayList<>();
        lines.add("ZooKeeper on " + state.starter().zooKeeper() + " "
                + runs(state.starter().process()));
        state.hdfs().ifPresent(hdfs -> lines.add("HDFS on " + hdfs.uri() + " " + runs(hdfs.process())));
        for (Server server : state.servers()) {
            lines.add("server " + server.number() + " on " + server.address() + " " + runs(server.process()));
        }
        return lines;
    }

    private static String runs(ProcessMark process) {
        return process.running().isPresent() ? "runs (process " + process.pid() + ")" : "has ended";
    }

    private static Json json(ClusterState state) {
        Json json = Json.object()
                .with("zooKeeper", state.starter().zooKeeper())
                .with("process", state.starter().process().pid())
                .with("running", state.isRunning());
        state.hdfs().ifPresent(hdfs -> json.with("hdfs", json(hdfs)));
        return json.with(
                "servers",
                state.servers().stream().map(ClusterStatusCommand::json).toList());
    }

    private static Json json(Hdfs hdfs) {
        return Json.object()
                .with("uri", hdfs.uri())
                .with("process", hdfs.process().pid())
                .with("running", hdfs.process().running().isPresent());
    }

    private static Json json(Server server) {
        return Json.object()
                .with("number", server.number())
                .with("server", server.address())
                .with("process", server.process().pid())
                .with("running", server.process().running().isPresent());
    }
}
