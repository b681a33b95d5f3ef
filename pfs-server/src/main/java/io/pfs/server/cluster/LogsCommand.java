package io.pfs.server.cluster;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.cluster.ClusterState.Server;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bin/pfs cluster logs}. */
@Command(
        name = "logs",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Show what the servers of a cluster, and its HDFS, said last, and where all of it stands.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:there is none", "2:wrong usage"})
final class LogsCommand implements Callable<Integer> {
    @Parameters(paramLabel = "I", arity = "0..1", description = "The number of one server (default: all).")
    private Optional<Integer> number = Optional.empty();

    @Option(
            names = "--lines",
            paramLabel = "N",
            defaultValue = "20",
            description = "How many lines of each (default: ${DEFAULT-VALUE}).")
    private int lines;

    @Mixin
    private FolderOption option = new FolderOption();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        if (lines < 0) {
            throw new PfsException(ErrorCode.USAGE, "--lines must be at least 0, but is " + lines);
        }
        ClusterState state = option.folder().read();
        List<Server> servers = number.map(it -> List.of(state.server(it))).orElse(state.servers());
        if (number.isEmpty() && state.hdfs().isPresent()) {
            show(option.folder().hdfsLog());
        }
        servers.forEach(server -> show(option.folder().log(server.number())));
        return 0;
    }

    private void show(Path log) {
        byte[] bytes = ClusterFolder.attempt(() -> Files.readAllBytes(log));
        List<String> all = new String(bytes, StandardCharsets.UTF_8).lines().toList();
        PrintWriter out = spec.commandLine().getOut();
        out.println("== " + log);
        all.subList(Math.max(0, all.size() - lines), all.size()).forEach(out::println);
        out.flush();
    }
}
