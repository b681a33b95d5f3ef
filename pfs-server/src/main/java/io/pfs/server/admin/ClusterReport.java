package io.pfs.server.admin;

import io.pfs.client.SeatPlace;
import io.pfs.server.cli.Json;
import io.pfs.wire.ClusterPicture;
import io.pfs.wire.ClusterPicture.SeatView;
import io.pfs.wire.ClusterPicture.ServerView;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** The whole picture of servers that come and go: as people read it, and as programs do. */
final class ClusterReport {
    private final String fileSystem;
    private final ClusterPicture picture;
    /** The seats that are served, and where. */
    private final List<SeatPlace> places;

    /**
     * @param fileSystem its id
     * @param shards how many each seat has
     */
    ClusterReport(String fileSystem, ClusterPicture picture, List<Integer> shards) {
        this.fileSystem = fileSystem;
        this.picture = picture;
        this.places = IntStream.range(0, picture.seats().size())
                .mapToObj(seat -> new SeatPlace(seat, shards.get(seat), server(seat)))
                .toList();
    }

    private Optional<String> server(int seat) {
        SeatView view = picture.seats().get(seat);
        boolean isServed = view.isServed() || !picture.isCurrent();
        return isServed && view.holder().isPresent()
                ? Optional.of(picture.servers().get(view.holder().getAsInt()).address())
                : Optional.empty();
    }

    /** Whether every seat is served, as far as is known now. */
    boolean isWhole() {
        return picture.isCurrent() && unserved() == 0;
    }

    private long unserved() {
        return places.stream().filter(place -> place.server().isEmpty()).count();
    }

    private long moving() {
        return picture.seats().stream()
                .filter(seat -> seat.underWay().isPresent())
                .count();
    }

    List<String> lines() {
        SeatPicture seats = new SeatPicture(
                places, picture.servers().stream().map(ServerView::address).toList());
        List<String> lines = new ArrayList<>();
        lines.add("file system " + fileSystem + " in " + picture.pool() + ": "
                + counted(picture.seats().size(), "seat") + ", " + counted(shards(places), "shard"));
        lines.add(
                picture.isCurrent()
                        ? "as " + picture.asked() + " hears it from ZooKeeper now"
                        : "as " + picture.asked()
                                + " heard it last: it does not reach ZooKeeper now, and serves nothing");
        lines.addAll(seats.map());
        for (int server = 0; server < picture.servers().size(); server++) {
            lines.add(line(seats, server));
        }
        picture.drained().stream()
                .filter(address -> picture.servers().stream()
                        .noneMatch(server -> server.address().equals(address)))
                .forEach(address -> lines.add("       " + address + ": drained, and not there"));
        lines.add(
                unserved() == 0 && moving() == 0
                        ? "every seat is served, and where it is to be"
                        : counted((int) unserved(), "seat") + " served by nobody now (.), "
                                + counted((int) moving(), "seat") + " on the way: see bin/pfs admin moves");
        return lines;
    }

    private String line(SeatPicture seats, int server) {
        ServerView view = picture.servers().get(server);
        List<SeatPlace> served = of(view);
        long wanted = wanted(server);
        return String.format(
                Locale.ROOT,
                "    %c  %s: %s, %s%s%s%s, there since %s",
                seats.letter(view.address()),
                view.address(),
                counted(served.size(), "seat"),
                counted(shards(served), "shard"),
                wanted == served.size() ? "" : ", is to have " + counted((int) wanted, "seat"),
                view.weight() == 1 ? "" : view.weight() == 0 ? ", is being stopped" : ", weight " + view.weight(),
                picture.isDrained(view) ? ", drained" : "",
                time(view.sinceMillis()));
    }

    private List<SeatPlace> of(ServerView server) {
        return places.stream()
                .filter(place -> place.server().equals(Optional.of(server.address())))
                .toList();
    }

    private long wanted(int server) {
        return picture.seats().stream()
                .filter(seat -> seat.wanted().equals(OptionalInt.of(server)))
                .count();
    }

    private static int shards(List<SeatPlace> places) {
        return places.stream().mapToInt(SeatPlace::shards).sum();
    }

    static String counted(int count, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
    }

    static String time(long millis) {
        return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
    }

    Json json() {
        return Json.object()
                .with("fileSystem", fileSystem)
                .with("pool", picture.pool())
                .with("asked", picture.asked())
                .with("current", picture.isCurrent())
                .with("seats", places.size())
                .with("shards", shards(places))
                .with("unserved", unserved())
                .with("moving", moving())
                .withTexts("drained", picture.drained())
                .with(
                        "servers",
                        IntStream.range(0, picture.servers().size())
                                .mapToObj(this::json)
                                .toList());
    }

    private Json json(int server) {
        ServerView view = picture.servers().get(server);
        List<SeatPlace> served = of(view);
        return Json.object()
                .with("server", view.address())
                .with("seats", served.size())
                .with("wanted", wanted(server))
                .with("shards", shards(served))
                .with("weight", view.weight())
                .with("drained", picture.isDrained(view))
                .with("sinceMillis", view.sinceMillis());
    }
}
