package io.pfs.server.admin;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Cluster;
import io.pfs.client.Pfs;
import io.pfs.net.Address;
import io.pfs.server.cli.Json;
import io.pfs.wire.ClusterPicture;
import java.util.List;
import java.util.OptionalInt;
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
            "Have a server hand over all its seats in order, one by one, without a failed operation; wait until it holds none.",
            "It stays empty, also when it is started again, until --undo, as long as others are there: then it can be stopped, and nothing"
                    + " moves. For superusers. If this command is ended early, the server is emptied all the same."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the server holds nothing, or may hold some again",
            "1:it could not be done; the message says why",
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
                int left = left(pfs.cluster().undrain(address), address);
                tell(address, false, left, "may hold seats again, and gets its part");
            } else {
                drain(pfs.cluster(), address);
            }
            return 0;
        }
    }

    /** Whoever is asked may not have heard of it yet. */
    private void drain(Cluster cluster, String address) {
        ClusterPicture picture = cluster.drain(address);
        int left = left(picture, address);
        boolean isHeard = picture.drained().contains(address);
        int told = 0;
        while (!isHeard || left > 0) {
            if (left != told) {
                tell(address, true, left, "has " + ClusterReport.counted(left, "seat") + " to hand over");
                told = left;
            }
            LockSupport.parkNanos(this, LOOK_AGAIN_NS);
            picture = cluster.look();
            left = left(picture, address);
            requireStanding(picture, address, isHeard);
            isHeard = picture.drained().contains(address);
        }
        tell(address, true, 0, "holds nothing any more; it can be stopped, or get seats again by --undo");
    }

    private static void requireStanding(ClusterPicture picture, String address, boolean wasHeard) {
        if (wasHeard && !picture.drained().contains(address)) {
            throw new PfsException(
                    ErrorCode.VERSION_CHANGED, "somebody has undone this: " + address + " may hold seats");
        }
    }

    /** Seats that it holds, or is wanted for. */
    private static int left(ClusterPicture picture, String address) {
        return (int) picture.seats().stream()
                .filter(seat -> is(picture, seat.holder(), address) || is(picture, seat.wanted(), address))
                .count();
    }

    private static boolean is(ClusterPicture picture, OptionalInt place, String address) {
        return place.isPresent()
                && picture.servers().get(place.getAsInt()).address().equals(address);
    }

    private void tell(String address, boolean isDrained, int left, String text) {
        servers.print(
                () -> List.of(address + " " + text),
                () -> List.of(Json.object()
                        .with("server", address)
                        .with("drained", isDrained)
                        .with("seats", left)));
    }
}
