package io.pfs.server.admin;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Cluster;
import io.pfs.client.Pfs;
import io.pfs.net.Address;
import io.pfs.server.cli.Json;
import io.pfs.wire.ClusterPicture;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bin/pfs admin drain}. */
@Command(
        name = "drain",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Have a server hand over all its seats in order, two at a time; wait until it holds none. Who asks for one on its way waits, and who"
                    + " renames, removes or chmods a directory for up to 10 s after each move.",
            "It stays empty, also when it is started again, until --undo, as long as others are there: then it can be stopped, and nothing"
                    + " moves. For superusers. If this command is ended early, the server is emptied all the same."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the server holds nothing, or may hold some again",
            "1:it could not be done, or will not be; the message says why",
            "2:wrong usage"
        },
        footer = {
            "",
            "Examples:",
            "  bin/pfs admin drain --fs pfs://127.0.0.1:7420 127.0.0.1:7421",
            "  bin/pfs admin drain --fs pfs://127.0.0.1:7420 127.0.0.1:7421 --undo"
        })
final class DrainCommand implements Callable<Integer> {
    private static final long LOOK_AGAIN_NS = 100_000_000;

    @Parameters(paramLabel = "HOST:PORT", description = "The server, as bin/pfs admin status names it.")
    private String server = "";

    @Mixin
    private ServersOption servers = new ServersOption();

    @Option(names = "--undo", description = "Let it hold seats again.")
    private boolean undo;

    @Override
    public Integer call() {
        String address = Address.parse(server).toString();
        try (Pfs pfs = servers.connect()) {
            if (undo) {
                undo(pfs.cluster(), address);
            } else {
                drain(pfs.cluster(), address);
            }
            return 0;
        }
    }

    /** A repetition finds it done: so only a name that nobody knows is a mistake. */
    private void undo(Cluster cluster, String address) {
        ClusterPicture before = cluster.look();
        boolean isKnown = before.drained().contains(address)
                || before.servers().stream().anyMatch(server -> server.address().equals(address));
        if (!isKnown) {
            throw new PfsException(
                    ErrorCode.NOT_FOUND, "there is no server " + address + " here, and none of that name is drained");
        }
        int left = DrainProgress.left(cluster.undrain(address), address);
        tell(address, false, left, address + " may hold seats again, and gets its part");
    }

    private void drain(Cluster cluster, String address) {
        DrainProgress progress = new DrainProgress(address);
        ClusterPicture picture = cluster.drain(address);
        tellProgress(progress, picture, address);
        while (!progress.isDone()) {
            LockSupport.parkNanos(this, LOOK_AGAIN_NS);
            picture = cluster.look();
            tellProgress(progress, picture, address);
        }
        tell(address, true, 0, address + " holds nothing any more; it can be stopped, or get seats again by --undo");
    }

    private void tellProgress(DrainProgress progress, ClusterPicture picture, String address) {
        progress.seen(picture).ifPresent(line -> tell(address, true, DrainProgress.left(picture, address), line));
    }

    private void tell(String address, boolean isDrained, int left, String text) {
        servers.print(
                () -> List.of(text),
                () -> List.of(Json.object()
                        .with("server", address)
                        .with("drained", isDrained)
                        .with("seats", left)));
    }
}
