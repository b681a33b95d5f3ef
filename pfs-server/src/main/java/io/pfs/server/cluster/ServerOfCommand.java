package io.pfs.server.cluster;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * {@code bin/pfs server} as a cluster for trying starts it: it ends some seconds after the process that has ZooKeeper. There is nobody to hand over
 * to then, and the next start recovers what it had.
 */
@Command(name = "server-of", hidden = true, description = "A server that ends with another process.")
final class ServerOfCommand implements Callable<Integer> {
    @Parameters(paramLabel = "PROCESS", description = "Who started the cluster.")
    private String starter = "";

    @Unmatched
    private List<String> options = new ArrayList<>();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        ProcessHandle process = ProcessMark.parse(starter)
                .running()
                .orElseThrow(() -> new PfsException(ErrorCode.CLOSED, "who started the cluster has ended"));
        CompletableFuture<Void> unused =
                process.onExit().thenAccept(ended -> Runtime.getRuntime().halt(1));
        List<String> command = new ArrayList<>(List.of("server"));
        command.addAll(options);
        return spec.root().commandLine().execute(command.toArray(String[]::new));
    }
}
