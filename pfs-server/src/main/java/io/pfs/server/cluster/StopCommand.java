package io.pfs.server.cluster;

import io.pfs.server.cluster.ClusterState.Hdfs;
import io.pfs.server.cluster.ClusterState.Server;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bin/pfs cluster stop}. */
@Command(
        name = "stop",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Stop a cluster in order, or one server of it, which hands over to the others first.",
            "What is in the folder stays: the next start serves it again."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing of it runs any more",
            "1:it could not be stopped; the message says why",
            "2:wrong usage"
        })
final class StopCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "I",
            arity = "0..1",
            description = "The number of one server (default: all, ZooKeeper, and HDFS if there is one).")
    private Optional<Integer> number = Optional.empty();

    @Mixin
    private FolderOption option = new FolderOption();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        ClusterState state = option.folder().read();
        if (number.isPresent()) {
            Server server = state.server(number.get());
            end(KillCommand.running(server), server);
        } else {
            state.starter()
                    .process()
                    .running()
                    .ifPresent(process -> end(process, "the cluster", FolderOption.STARTER_ENDS_WITHIN_SECONDS));
            // whoever outlived the starter, and those that were about to start when it ended
            ClusterState left = option.folder().read();
            left.servers().forEach(StopCommand::endIfRunning);
            left.hdfs().map(Hdfs::process).flatMap(ProcessMark::running).ifPresent(StopCommand::endHdfs);
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(number.map(it -> "server " + it + " has stopped")
                .orElse("nothing runs any more in " + option.folder().path()));
        out.flush();
        return 0;
    }

    /** They end by themselves, too, while others are awaited. */
    private static void endIfRunning(Server server) {
        server.process().running().ifPresent(process -> end(process, server));
    }

    private static void endHdfs(ProcessHandle process) {
        end(process, "HDFS", FolderOption.END_WITHIN_SECONDS);
    }

    private static void end(ProcessHandle process, Server server) {
        end(process, "server " + server.number(), FolderOption.END_WITHIN_SECONDS);
    }

    private static void end(ProcessHandle process, String what, long withinSeconds) {
        process.destroy();
        FolderOption.awaitEnd(process, what, withinSeconds);
    }
}
