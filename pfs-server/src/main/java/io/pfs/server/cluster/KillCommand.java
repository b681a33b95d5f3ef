package io.pfs.server.cluster;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.cluster.ClusterState.Server;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bin/pfs cluster kill}. */
@Command(
        name = "kill",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Kill a server at once (SIGKILL): the others take what it had when ZooKeeper has missed it for 5 s. Nothing that was answered is lost.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:it has ended", "1:it does not run", "2:wrong usage"})
final class KillCommand implements Callable<Integer> {
    @Parameters(paramLabel = "I", description = "Its number, as bin/pfs cluster status shows it.")
    private int number;

    @Mixin
    private FolderOption option = new FolderOption();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        Server server = option.folder().read().server(number);
        ProcessHandle process = running(server);
        process.destroyForcibly();
        FolderOption.awaitEnd(process, "server " + number, FolderOption.END_WITHIN_SECONDS);
        PrintWriter out = spec.commandLine().getOut();
        out.println("server " + number + " on " + server.address() + " was killed");
        out.flush();
        return 0;
    }

    static ProcessHandle running(Server server) {
        return server.process()
                .running()
                .orElseThrow(() ->
                        new PfsException(ErrorCode.NOT_FOUND, "server " + server.number() + " does not run any more"));
    }
}
