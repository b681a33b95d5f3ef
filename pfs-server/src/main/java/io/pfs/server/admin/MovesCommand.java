package io.pfs.server.admin;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.server.cli.Json;
import io.pfs.wire.ClusterPicture;
import io.pfs.wire.SeatMove;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bin/pfs admin moves}. */
@Command(
        name = "moves",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Show which seats are on the way from one server to another, and how each came to where it is: from whom, why, and how long that took.",
            "Why: first (nobody had it), balance, drain, stop, death (a session ended), failure (it is opened anew where it was). How long: from when its"
                    + " next server saw that it is to have it, until that served it. Of a dead server nobody sees that for as long as a session"
                    + " lasts; else the old one serves a part of that time. For superusers."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:no server can be reached, or the one that was asked doesn't reach ZooKeeper, or servers don't come and go",
            "2:wrong usage"
        },
        footer = {
            "",
            "Examples:",
            "  bin/pfs admin moves --fs pfs://127.0.0.1:7420",
            "  bin/pfs admin moves --fs pfs://127.0.0.1:7420 --limit 512 --json"
        })
final class MovesCommand implements Callable<Integer> {
    @Mixin
    private ServersOption servers = new ServersOption();

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            description = "Of what is done, show the newest N (default: ${DEFAULT-VALUE}).")
    private int limit;

    private record Moved(int seat, boolean isUnderWay, SeatMove move) {
        String line() {
            return String.format(
                    Locale.ROOT,
                    "%s  seat %3d  %s -> %s  %s, %s %,d ms",
                    isUnderWay ? "now                 " : ClusterReport.time(move.atMillis()),
                    seat,
                    move.from().orElse(move.cause() == SeatMove.Cause.FIRST ? "nobody" : "unknown"),
                    move.to(),
                    move.cause().word(),
                    isUnderWay ? "for" : "took",
                    move.tookMillis());
        }

        Json json() {
            Json json = Json.object()
                    .with("seat", seat)
                    .with("underWay", isUnderWay)
                    .with("epoch", move.epoch())
                    .with("to", move.to())
                    .with("why", move.cause().word())
                    .with("tookMillis", move.tookMillis())
                    .with("atMillis", move.atMillis());
            return move.from().map(from -> json.with("from", from)).orElse(json);
        }
    }

    @Override
    public Integer call() {
        if (limit < 0) {
            throw new PfsException(ErrorCode.USAGE, "--limit must be at least 0, but is " + limit);
        }
        try (Pfs pfs = servers.connect()) {
            List<Moved> moves = moves(pfs.cluster().look());
            servers.print(
                    () -> moves.isEmpty()
                            ? List.of("nothing is on the way, and nothing is known of before")
                            : moves.stream().map(Moved::line).toList(),
                    () -> moves.stream().map(Moved::json).toList());
            return 0;
        }
    }

    private List<Moved> moves(ClusterPicture picture) {
        if (!picture.isCurrent()) {
            throw new PfsException(
                    ErrorCode.UNREACHABLE,
                    picture.asked()
                            + " does not reach ZooKeeper now, and can't say what moves, or moved: ask another server; if none reaches it, look"
                            + " whether ZooKeeper runs");
        }
        List<Moved> underWay = new ArrayList<>();
        List<Moved> done = new ArrayList<>();
        for (int number = 0; number < picture.seats().size(); number++) {
            int seat = number;
            ClusterPicture.SeatView view = picture.seats().get(number);
            view.underWay().ifPresent(move -> underWay.add(new Moved(seat, true, move)));
            view.last().ifPresent(move -> done.add(new Moved(seat, false, move)));
        }
        done.sort(
                Comparator.comparing((Moved moved) -> -moved.move().atMillis()).thenComparing(Moved::seat));
        underWay.addAll(done.subList(0, Math.min(limit, done.size())));
        return underWay;
    }
}
