package io.pfs.server.owner;

import io.pfs.ServerId;
import io.pfs.cluster.SeatTaker;
import io.pfs.wire.SeatTrouble.Standing;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a server says of the seats that it can't open, or has open and does not answer for.
 *
 * @param barred those that others are to have instead, if there are any that can open them
 * @param tried one of those that it could not open, which it is to have now, to find out whether it can
 * @param causes why, for people; also of seats with which others would fare no better
 * @param silent those that it holds, but answers nothing of now, and why, for people: nothing moves for that
 */
public record Troubles(
        NavigableSet<ServerId> barred,
        Optional<ServerId> tried,
        NavigableMap<ServerId, Trouble> causes,
        NavigableMap<ServerId, Trouble> silent) {
    /** Of a server that can open all that it is wanted for. */
    public static final Troubles NONE =
            new Troubles(Collections.emptyNavigableSet(), Optional.empty(), Collections.emptyNavigableMap());

    /**
     * Why a seat can't be opened, or nothing is answered of it.
     *
     * @param sinceMillis when that was first said, by the server's time of day
     * @param cause one line, not a long one
     */
    public record Trouble(long sinceMillis, String cause) {
        private static final int LENGTH_MAX = 200;

        public Trouble {
            cause = cause.replaceAll("\\s+", " ").strip();
            cause = cause.length() > LENGTH_MAX ? cause.substring(0, LENGTH_MAX - 3) + "..." : cause;
        }
    }

    /** Of one that answers for all that it has open. */
    public Troubles(NavigableSet<ServerId> barred, Optional<ServerId> tried, NavigableMap<ServerId, Trouble> causes) {
        this(barred, tried, causes, Collections.emptyNavigableMap());
    }

    public Troubles {
        barred = Collections.unmodifiableNavigableSet(new TreeSet<>(barred));
        causes = Collections.unmodifiableNavigableMap(new TreeMap<>(causes));
        silent = Collections.unmodifiableNavigableMap(new TreeMap<>(silent));
    }

    /** Of one that it could not open. */
    Standing standing(ServerId seat) {
        if (tried.equals(Optional.of(seat))) {
            return Standing.TRIED;
        }
        return barred.contains(seat) ? Standing.OTHERS : Standing.HERE;
    }

    SeatTaker taker(int weight) {
        return new SeatTaker(
                weight,
                barred.stream().map(ServerId::value).collect(Collectors.toCollection(TreeSet::new)),
                tried.isPresent() ? OptionalInt.of(tried.get().value()) : OptionalInt.empty());
    }
}
