package io.pfs.process;

import io.pfs.client.Pfs;
import io.pfs.client.SeatPlace;
import java.util.Optional;
import java.util.function.Predicate;

/** Where servers say that the seats are, to who comes. */
public final class SeatsSeen {
    private static final String SCHEME = "pfs://";

    private SeatsSeen() {}

    /** Whether each is served by somebody. */
    public static boolean areServed(String uris) {
        return all(uris, place -> place.server().isPresent());
    }

    /** Whether each is served, and none by that one. */
    public static boolean areServedWithout(String uri, String others) {
        return all(others, place -> place.server().isPresent() && !isAt(place, uri));
    }

    /** Whether that one has some. */
    public static boolean areSomeAt(String uri) {
        return !all(uri, place -> !isAt(place, uri));
    }

    /** Whether that one has all. */
    public static boolean areAllAt(String uri) {
        return all(uri, place -> isAt(place, uri));
    }

    private static boolean all(String uris, Predicate<SeatPlace> wanted) {
        try (Pfs pfs = Pfs.connect(uris)) {
            return pfs.seats().stream().allMatch(wanted);
        }
    }

    private static boolean isAt(SeatPlace place, String uri) {
        return place.server().equals(Optional.of(uri.substring(SCHEME.length())));
    }
}
