package io.pfs.server.admin;

import io.pfs.client.SeatPlace;
import io.pfs.server.cli.Counted;
import io.pfs.server.cli.Json;
import io.pfs.wire.ClusterPicture;
import io.pfs.wire.ClusterPicture.SeatView;
import io.pfs.wire.ClusterPicture.ServerView;
import io.pfs.wire.SeatTrouble;
import io.pfs.wire.SeatTrouble.Standing;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The whole picture of servers that come and go: as people read it, and as programs do. */
final class ClusterReport {
    private final String fileSystem;
    private final ClusterPicture picture;
    /** The seats, and where they are served; if the picture is old, where they were. */
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
        boolean isTold = picture.isServed(seat) || !picture.isCurrent();
        return isTold && view.holder().isPresent()
                ? Optional.of(picture.servers().get(view.holder().getAsInt()).address())
                : Optional.empty();
    }

    /** Whether every seat is served, as far as is known now. */
    boolean isWhole() {
        return picture.isCurrent() && unserved() == 0;
    }

    /** Seats that nobody is known to serve now. */
    private long unserved() {
        return picture.isCurrent()
                ? places.stream().filter(place -> place.server().isEmpty()).count()
                : places.size();
    }

    /** Those that somebody has, but answers nothing of. */
    private List<String> silent() {
        return IntStream.range(0, places.size())
                .filter(seat -> picture.isCurrent() && picture.isSilent(seat))
                .mapToObj(Integer::toString)
                .toList();
    }

    private long moving() {
        return picture.seats().stream()
                .filter(seat -> picture.isCurrent() && seat.underWay().isPresent())
                .count();
    }

    List<String> lines() {
        SeatPicture seats = new SeatPicture(
                places, picture.servers().stream().map(ServerView::address).toList());
        List<String> lines = new ArrayList<>();
        lines.add("file system " + fileSystem + " in " + picture.pool() + ": "
                + Counted.of(picture.seats().size(), "seat") + ", " + Counted.of(shards(places), "shard"));
        lines.add(heard(picture));
        lines.addAll(seats.map());
        for (int server = 0; server < picture.servers().size(); server++) {
            lines.add(line(seats, server));
            lines.addAll(silences(server));
            lines.addAll(troubles(server));
        }
        picture.drained().stream()
                .filter(address -> picture.servers().stream()
                        .noneMatch(server -> server.address().equals(address)))
                .forEach(address -> lines.add("       " + address + ": drained, and not there"));
        lines.add(summary());
        if (!hopeless().isEmpty()) {
            lines.add("no server can open seat " + String.join(", ", hopeless())
                    + ": it takes people to see why, in what is said of it above and in the servers' logs");
        }
        return lines;
    }

    /** From whom the picture is, and how old. */
    static String heard(ClusterPicture picture) {
        return picture.isCurrent()
                ? "as " + picture.asked() + " hears it from ZooKeeper now"
                : "as " + picture.asked()
                        + " heard it last: it does not reach ZooKeeper now, and can't say who serves what";
    }

    private String summary() {
        if (!picture.isCurrent()) {
            return "whether any seat is served now is not known here: ask another server; if none reaches ZooKeeper, look whether"
                    + " it runs";
        }
        return unserved() == 0 && moving() == 0
                ? "every seat is served, and where it is to be"
                : Counted.of(unserved(), "seat") + " served by nobody now (.), "
                        + (silent().isEmpty() ? "" : silent().size() + " of them silent, ")
                        + Counted.of(moving(), "seat") + " on the way: see bin/pfs admin moves";
    }

    /** A server that does not reach its storage is so with many seats, as a rule. */
    private List<String> silences(int server) {
        return of(server)
                .filter(SeatTrouble::isSilence)
                .collect(Collectors.groupingBy(
                        trouble -> time(trouble.sinceMillis()) + ": " + trouble.cause(),
                        TreeMap::new,
                        Collectors.mapping(trouble -> Integer.toString(trouble.seat()), Collectors.toList())))
                .entrySet()
                .stream()
                .map(same -> "       answers nothing of seat" + (same.getValue().size() == 1 ? " " : "s ")
                        + String.join(", ", same.getValue()) + " since " + same.getKey())
                .toList();
    }

    private Stream<SeatTrouble> of(int server) {
        return picture.troubles().stream().filter(trouble -> trouble.server() == server);
    }

    private List<String> troubles(int server) {
        return of(server)
                .filter(trouble -> !trouble.isSilence())
                .map(trouble -> "       can't open seat " + trouble.seat() + ", which is " + told(trouble.standing())
                        + ", since " + time(trouble.sinceMillis()) + ": " + trouble.cause())
                .toList();
    }

    private static String told(Standing standing) {
        return switch (standing) {
            case HERE -> "for no other either";
            case OTHERS -> "for others";
            case TRIED -> "tried here again now";
            case SILENT -> "open here";
        };
    }

    /** Seats that every server that could hold them says it can't open. */
    private List<String> hopeless() {
        long takers = IntStream.range(0, picture.servers().size())
                .filter(this::isTaker)
                .count();
        return IntStream.range(0, places.size())
                .filter(seat -> picture.isCurrent() && places.get(seat).server().isEmpty())
                .filter(seat -> takers > 0
                        && picture.troubles().stream()
                                        .filter(trouble -> trouble.seat() == seat
                                                && !trouble.isSilence()
                                                && isTaker(trouble.server()))
                                        .count()
                                == takers)
                .mapToObj(Integer::toString)
                .toList();
    }

    private boolean isTaker(int server) {
        ServerView view = picture.servers().get(server);
        return view.weight() > 0 && !picture.isDrained(view);
    }

    private String line(SeatPicture seats, int server) {
        ServerView view = picture.servers().get(server);
        List<SeatPlace> served = of(view);
        long wanted = wanted(server);
        return String.format(
                Locale.ROOT,
                "    %c  %s: %s%s, %s%s%s%s%s, there since %s",
                seats.letter(view.address()),
                view.address(),
                picture.isCurrent() ? "" : "had ",
                Counted.of(served.size(), "seat"),
                Counted.of(shards(served), "shard"),
                wanted == served.size()
                        ? ""
                        : (picture.isCurrent() ? ", is" : ", was") + " to have " + Counted.of(wanted, "seat"),
                weight(view, served.isEmpty() && wanted == 0),
                picture.isDrained(view) ? ", drained" : "",
                busy(view),
                time(view.sinceMillis()));
    }

    /** Of one that is to hold nothing, and does, nobody knows more. */
    private static String weight(ServerView view, boolean isEmpty) {
        if (view.weight() == 0) {
            return isEmpty ? ", gets ready or is being stopped" : ", is being stopped";
        }
        return view.weight() == 1 ? "" : ", weight " + view.weight();
    }

    private static String busy(ServerView view) {
        return view.busyPermille().isPresent()
                ? String.format(
                        Locale.ROOT,
                        ", busy %,d %% of a core",
                        (view.busyPermille().getAsInt() + 5) / 10)
                : "";
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
                                .toList())
                .withTexts("silent", silent())
                .withTexts("hopeless", hopeless());
    }

    private Json json(int server) {
        ServerView view = picture.servers().get(server);
        List<SeatPlace> served = of(view);
        Json json = Json.object()
                .with("server", view.address())
                .with("seats", served.size())
                .with("wanted", wanted(server))
                .with("shards", shards(served))
                .with("weight", view.weight())
                .with("drained", picture.isDrained(view))
                .with("sinceMillis", view.sinceMillis());
        view.busyPermille().ifPresent(busy -> json.with("busyPermille", busy));
        return json.with("troubles", of(server).map(ClusterReport::json).toList());
    }

    private static Json json(SeatTrouble trouble) {
        return Json.object()
                .with("seat", trouble.seat())
                .with("standing", trouble.standing().word())
                .with("sinceMillis", trouble.sinceMillis())
                .with("cause", trouble.cause());
    }
}
