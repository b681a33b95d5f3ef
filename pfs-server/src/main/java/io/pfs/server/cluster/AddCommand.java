package io.pfs.server.cluster;

import io.pfs.client.Pfs;
import io.pfs.server.cluster.ClusterState.Server;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code bin/pfs cluster add}. */
@Command(
        name = "add",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Start one more server of a cluster that runs; it takes its part of the seats before this ends.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:it serves", "1:it could not be started; the message says why", "2:wrong usage"})
final class AddCommand implements Callable<Integer> {
    @Mixin
    private FolderOption option = new FolderOption();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        ClusterFolder folder = option.folder();
        ClusterState unused = folder.readRunning(); // first: where no cluster is, nothing is locked
        Server server = folder.alone(() -> add(folder));
        PrintWriter out = spec.commandLine().getOut();
        out.println("server " + server.number() + " serves on pfs://" + server.address());
        if (isDrained(server)) {
            out.println("but it holds nothing, since " + server.address() + " is drained; to have it hold seats:"
                    + " bin/pfs admin drain --fs pfs://" + server.address() + " --undo " + server.address());
        }
        out.flush();
        return 0;
    }

    /** An address stays drained when its server is gone, and the next that has it holds nothing either. */
    private static boolean isDrained(Server server) {
        try (Pfs pfs = Pfs.connect("pfs://" + server.address())) {
            return pfs.cluster().look().drained().contains(server.address());
        }
    }

    /** Its number is nobody else's once it stands in the folder. */
    private static Server add(ClusterFolder folder) {
        ClusterState state = folder.readRunning();
        Launcher launcher = new Launcher(folder, state.starter(), state.hdfs());
        Server server = launcher.awaitReady(launcher.launch(state.nextNumber()));
        folder.change(now -> now.with(server));
        return server;
    }
}
