package io.pfs.server.admin;

import io.pfs.client.Pfs;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bin/pfs admin servers}. */
@Command(
        name = "servers",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Show which server has which seats of a file system now.",
            "A seat is a fixed group of its shards. Where servers come and go by ZooKeeper, seats move; else each server has one. A seat of which its"
                    + " server answers nothing, as it doesn't reach its storage, counts as served by nobody, if a superuser asks."
                    + " So it is told that the server that was asked doesn't reach ZooKeeper: then this is what it heard last. Servers of a fixed"
                    + " list are not asked whether they run."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every seat is served, as far as is known",
            "1:some are not now, or the server that was asked doesn't reach ZooKeeper, or none can be reached",
            "2:wrong usage"
        },
        footer = {
            "",
            "Examples:",
            "  bin/pfs admin servers --fs pfs://127.0.0.1:7420",
            "  bin/pfs admin servers --fs pfs://127.0.0.1:7420 --json"
        })
final class ServersCommand implements Callable<Integer> {
    @Mixin
    private ServersOption servers = new ServersOption();

    @Override
    public Integer call() {
        try (Pfs pfs = servers.connect()) {
            KnownSeats seats = KnownSeats.of(pfs);
            tell(seats);
            return seats.isWhole() ? 0 : 1;
        }
    }

    private void tell(KnownSeats seats) {
        SeatPicture picture = new SeatPicture(seats.places());
        if (seats.places().isEmpty()) {
            servers.printAlone();
        } else {
            servers.print(() -> seats.lines(picture.lines()), () -> seats.json(picture.json()));
        }
    }
}
