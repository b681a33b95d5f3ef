package io.pfs.server.admin;

import io.pfs.client.SeatPlace;
import io.pfs.server.cli.Counted;
import io.pfs.server.cli.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which server has which seats: a letter for each seat, of its server, and what each letter stands for. One that nobody serves now is
 * a dot.
 */
final class SeatPicture {
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    /** For those behind the last letter. */
    private static final char OTHER = '#';

    private static final char NOWHERE = '.';
    private static final int SEATS_A_LINE = 64;

    private final List<SeatPlace> seats;
    /** By their addresses, so that a server has the same letter as long as the servers are the same. */
    private final Map<String, List<SeatPlace>> servers = new TreeMap<>();

    private final List<SeatPlace> nowhere = new ArrayList<>();

    SeatPicture(List<SeatPlace> seats) {
        this(seats, List.of());
    }

    /** The same with servers that may have none. */
    SeatPicture(List<SeatPlace> seats, List<String> known) {
        this.seats = seats;
        known.forEach(server -> servers.put(server, new ArrayList<>()));
        for (SeatPlace seat : seats) {
            seat.server()
                    .map(server -> servers.computeIfAbsent(server, any -> new ArrayList<>()))
                    .orElse(nowhere)
                    .add(seat);
        }
    }

    List<String> lines() {
        List<String> lines = map();
        servers.forEach((server, theirs) -> lines.add(line(letter(server), server, theirs)));
        if (!nowhere.isEmpty()) {
            lines.add(line(NOWHERE, "served by nobody now", nowhere));
        }
        return lines;
    }

    /** The letters alone. */
    List<String> map() {
        List<String> lines = new ArrayList<>();
        for (int from = 0; from < seats.size(); from += SEATS_A_LINE) {
            StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%5d  ", from));
            seats.subList(from, Math.min(seats.size(), from + SEATS_A_LINE))
                    .forEach(seat -> line.append(seat.server().map(this::letter).orElse(NOWHERE)));
            lines.add(line.toString());
        }
        return lines;
    }

    char letter(String server) {
        int place = List.copyOf(servers.keySet()).indexOf(server);
        return place < LETTERS.length() ? LETTERS.charAt(place) : OTHER;
    }

    private static String line(char letter, String what, List<SeatPlace> theirs) {
        return "    " + letter + "  " + what + ": " + Counted.of(theirs.size(), "seat") + ", "
                + Counted.of(shards(theirs), "shard");
    }

    private static int shards(List<SeatPlace> seats) {
        return seats.stream().mapToInt(SeatPlace::shards).sum();
    }

    /** One for each server, and one for what nobody serves. */
    List<Json> json() {
        List<Json> lines = new ArrayList<>();
        servers.forEach((server, theirs) -> lines.add(json(theirs).with("server", server)));
        if (!nowhere.isEmpty()) {
            lines.add(json(nowhere));
        }
        return lines;
    }

    private static Json json(List<SeatPlace> seats) {
        return Json.object()
                .with("seats", seats.size())
                .with("shards", shards(seats))
                .withTexts(
                        "numbers",
                        seats.stream()
                                .map(seat -> Integer.toString(seat.seat()))
                                .toList());
    }
}
