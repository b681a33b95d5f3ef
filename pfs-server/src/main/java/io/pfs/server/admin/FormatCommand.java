package io.pfs.server.admin;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.cli.Counted;
import io.pfs.server.store.ClusterBlock;
import io.pfs.server.store.PoolAt;
import io.pfs.server.store.RemoteFolders;
import java.io.PrintWriter;
import java.util.Optional;
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
                    + " come and go: these want --seats.",
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
            "  bin/pfs admin format --seats 16 hdfs://namenode:8020/pfs",
            "  bin/pfs admin format --servers 3 hdfs://namenode:8020/pfs",
            "  bin/pfs admin format --seats 16 /srv/pool"
        })
final class FormatCommand implements Callable<Integer> {
    @Parameters(paramLabel = "URI", description = "The folder, as hdfs://HOST:PORT/FOLDER, or its path.")
    private String uri = "";

    @Option(
            names = "--seats",
            paramLabel = "N",
            description =
                    "Into how many parts it is divided, each held by one server at a time, where servers come and go by ZooKeeper:"
                            + " several times as many as there will ever be servers. It can't be changed (default: 1, for one server).")
    private Optional<Integer> seats = Optional.empty();

    @Option(
            names = "--servers",
            paramLabel = "N",
            description = "Instead, on HDFS: how many servers of a fixed list share it. It can't be changed.")
    private Optional<Integer> servers = Optional.empty();

    @Mixin
    private HdfsLoginOption login = new HdfsLoginOption();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        if (seats.isPresent() && servers.isPresent()) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    "a pool is made for servers that come and go, by --seats, or for those of a fixed list, by --servers: say one");
        }
        PoolAt at = login.at(uri);
        if (servers.isPresent() && at instanceof PoolAt.Folder) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    uri
                            + " needs no formatting for the servers of a list: the first that is started makes what it needs of a"
                            + " folder of this machine that is missing or empty. --seats N makes a pool for servers that come and go");
        }
        int count = seats.or(() -> servers).orElse(1);
        if (count < 1 || count > Limits.SEATS_MAX) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    (seats.isPresent() ? "--seats" : "--servers") + " is a number from 1 to " + Limits.SEATS_MAX
                            + ", not " + count);
        }
        tell(RemoteFolders.format(at, count, new SystemClock(), new SystemEntropy()));
        return 0;
    }

    private void tell(ClusterBlock made) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("made a pool of " + Counted.of(made.servers(), servers.isPresent() ? "server" : "seat") + " and "
                + made.fileSystem().shards() + " shards in " + uri);
        if (made.servers() == 1) {
            out.println(
                    "one server at a time will serve all of it, which can't be changed: if several are ever to share it, make"
                            + " another one, with --seats N");
        }
        out.flush();
    }
}
