package io.pfs.server.admin;

import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.client.SeatPlace;
import io.pfs.server.cli.Json;
import io.pfs.wire.ClusterPicture;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where seats are, as clients know it, and what of that only servers know: of which their holder answers nothing, and whether it is news.
 *
 * @param places those without a server are served by nobody
 * @param told what the server that was asked knows; empty in a fixed list, where nothing moves, and for who is no superuser, who is told no more
 */
record KnownSeats(List<SeatPlace> places, Optional<ClusterPicture> told) {
    static KnownSeats of(Pfs pfs) {
        return of(pfs.seats(), () -> pfs.cluster().look());
    }

    /** Throws what a look is refused with, unless it can't be had at all: who doesn't answer may serve nothing. */
    static KnownSeats of(List<SeatPlace> places, Supplier<ClusterPicture> look) {
        if (places.isEmpty()) {
            return new KnownSeats(places, Optional.empty());
        }
        try {
            ClusterPicture picture = look.get();
            return new KnownSeats(withoutSilent(places, picture), Optional.of(picture));
        } catch (PfsException e) {
            return switch (e.code()) {
                case NOT_SUPPORTED, PERMISSION_DENIED -> new KnownSeats(places, Optional.empty());
                default -> throw e;
            };
        }
    }

    private static List<SeatPlace> withoutSilent(List<SeatPlace> places, ClusterPicture picture) {
        return places.stream()
                .map(place -> picture.isSilent(place.seat())
                        ? new SeatPlace(place.seat(), place.shards(), Optional.empty())
                        : place)
                .toList();
    }

    /** Whether this is how it was when the server that was asked reached ZooKeeper last. */
    private boolean isOld() {
        return told.filter(picture -> !picture.isCurrent()).isPresent();
    }

    /** Whether every seat is served, as far as is known now. */
    boolean isWhole() {
        return !isOld() && places.stream().allMatch(place -> place.server().isPresent());
    }

    /** Lines for people; what is no news is said to be none. */
    List<String> lines(List<String> lines) {
        List<String> all = new ArrayList<>();
        told.filter(picture -> isOld()).map(ClusterReport::heard).ifPresent(all::add);
        all.addAll(lines);
        return all;
    }

    /** The same for programs. */
    List<Json> json(List<Json> objects) {
        return told.map(picture -> objects.stream()
                        .map(json -> json.with("current", picture.isCurrent()))
                        .toList())
                .orElse(objects);
    }
}
