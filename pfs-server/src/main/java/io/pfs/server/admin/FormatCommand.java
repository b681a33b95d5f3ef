package io.pfs.server.admin;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.store.ClusterBlock;
import io.pfs.server.store.RemoteFolders;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bin/pfs admin format}. */
@Command(
        name = "format",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Make a pool of a folder on HDFS, which must be missing or empty, or of one of this machine, for servers that"
                    + " come and go.",
            "Other folders of this machine need no formatting: bin/pfs server makes what it needs."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:the folder isn't empty, or can't hold a pool; the message says why",
            "2:wrong usage"
        },
        footer = {
            "",
            "Examples:",
            "  bin/pfs admin format hdfs://namenode:8020/pfs",
            "  bin/pfs admin format --servers 3 hdfs://namenode:8020/pfs",
            "  bin/pfs admin format --seats 16 /srv/pool"
        })
final class FormatCommand implements Callable<Integer> {
    @Parameters(paramLabel = "URI", description = "The folder, as hdfs://HOST:PORT/FOLDER, or its path.")
    private String uri = "";

    @Option(
            names = {"--servers", "--seats"},
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "How many servers of a list share it; or into how many parts it is divided, each held by one server at a"
                            + " time, where servers come and go. It can't be changed (default: ${DEFAULT-VALUE}).")
    private int servers;

    @Mixin
    private HdfsLoginOption login = new HdfsLoginOption();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        if (servers < 1 || servers > Limits.SEATS_MAX) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "--servers, or --seats, is a number from 1 to " + Limits.SEATS_MAX + ", not " + servers);
        }
        ClusterBlock made = RemoteFolders.format(login.at(uri), servers, new SystemClock(), new SystemEntropy());
        PrintWriter out = spec.commandLine().getOut();
        out.println("made a pool of " + made.servers() + (servers == 1 ? " server" : " servers") + " and "
                + made.fileSystem().shards() + " shards in " + uri);
        out.flush();
        return 0;
    }
}
