package io.pfs.server.admin;

import io.pfs.client.Pfs;
import io.pfs.client.SeatPlace;
import io.pfs.server.cli.Counted;
import io.pfs.server.cli.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bin/pfs admin shards}. */
@Command(
        name = "shards",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Show which shards each seat has, and which server it.",
            "Which shards a seat has follows from how many seats there are, and never changes; which server has the seat does."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:no server can be reached", "2:wrong usage"},
        footer = {
            "",
            "Examples:",
            "  bin/pfs admin shards --fs pfs://127.0.0.1:7420",
            "  bin/pfs admin shards --fs pfs://127.0.0.1:7420 --json"
        })
final class ShardsCommand implements Callable<Integer> {
    private static final int SHOWN_MAX = 16;

    @Mixin
    private ServersOption servers = new ServersOption();

    @Override
    public Integer call() {
        try (Pfs pfs = servers.connect()) {
            KnownSeats seats = KnownSeats.of(pfs);
            if (seats.places().isEmpty()) {
                servers.printAlone();
                return 0;
            }
            servers.print(
                    () -> seats.lines(seats.places().stream()
                            .map(seat -> line(seat, pfs.shardsOf(seat)))
                            .toList()),
                    () -> seats.json(seats.places().stream()
                            .map(seat -> json(seat, pfs.shardsOf(seat)))
                            .toList()));
            return 0;
        }
    }

    private static String line(SeatPlace seat, List<Integer> shards) {
        return String.format(
                Locale.ROOT,
                "seat %3d  %s  %s: %s",
                seat.seat(),
                seat.server().orElse("served by nobody now"),
                Counted.of(shards.size(), "shard"),
                text(shards));
    }

    /** Neighbours are said in short. */
    static String text(List<Integer> shards) {
        List<String> runs = new ArrayList<>();
        for (int from = 0; from < shards.size(); ) {
            int to = from;
            while (to + 1 < shards.size() && shards.get(to + 1) == shards.get(to) + 1) {
                to++;
            }
            runs.add(to == from ? shards.get(from).toString() : shards.get(from) + "-" + shards.get(to));
            from = to + 1;
        }
        String shown = String.join(", ", runs.subList(0, Math.min(SHOWN_MAX, runs.size())));
        return runs.size() > SHOWN_MAX ? shown + ", ... (--json shows all)" : shown;
    }

    private static Json json(SeatPlace seat, List<Integer> shards) {
        Json json = Json.object().with("seat", seat.seat()).withNumbers("shards", shards);
        return seat.server().map(server -> json.with("server", server)).orElse(json);
    }
}
