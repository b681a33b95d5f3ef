package io.pfs.server.admin;

import io.pfs.client.Pfs;
import io.pfs.client.SeatPlace;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bin/pfs admin status}. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Show servers that come and go by ZooKeeper: which are there, what each serves and is to serve, and what nobody serves.",
            "A letter for each seat, of its server; a dot for one that nobody serves now, as while it moves. For superusers. Of servers in a"
                    + " fixed list see bin/pfs admin servers."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every seat is served",
            "1:some are not now, or the server that was asked doesn't reach ZooKeeper, or none can be reached",
            "2:wrong usage"
        },
        footer = {
            "",
            "Examples:",
            "  bin/pfs admin status --fs pfs://127.0.0.1:7420",
            "  bin/pfs admin status --fs pfs://127.0.0.1:7420 --json"
        })
final class StatusCommand implements Callable<Integer> {
    @Mixin
    private ServersOption servers = new ServersOption();

    @Override
    public Integer call() {
        try (Pfs pfs = servers.connect()) {
            List<Integer> shards = pfs.seats().stream().map(SeatPlace::shards).toList();
            ClusterReport report =
                    new ClusterReport(pfs.cluster().fileSystem(), pfs.cluster().look(), shards);
            servers.print(report::lines, () -> List.of(report.json()));
            return report.isWhole() ? 0 : 1;
        }
    }
}
