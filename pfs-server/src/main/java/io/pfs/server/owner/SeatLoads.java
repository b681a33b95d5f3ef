package io.pfs.server.owner;

import io.pfs.Check;
import io.pfs.ServerId;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * What a server says that its seats have to do.
 *
 * @param permille for how much of the time each keeps a thread busy: of those that it has had open for long enough to tell
 */
public record SeatLoads(NavigableMap<ServerId, Integer> permille) {
    public static final int PERMILLE_MAX = 1000;

    /** Of a server that has measured nothing yet, or knows of no such words. */
    public static final SeatLoads NONE = new SeatLoads(Collections.emptyNavigableMap());

    public SeatLoads {
        permille = Collections.unmodifiableNavigableMap(new TreeMap<>(permille));
        permille.forEach((seat, load) -> Check.inRange("load of " + seat, load, 0, PERMILLE_MAX));
    }

    /** Of all its seats, if anything was measured. */
    OptionalInt sum() {
        return permille.isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of(
                        permille.values().stream().mapToInt(Integer::intValue).sum());
    }

    Optional<Integer> of(ServerId seat) {
        return Optional.ofNullable(permille.get(seat));
    }
}
