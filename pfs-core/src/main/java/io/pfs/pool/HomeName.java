package io.pfs.pool;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What the folder of a home is called in a pool: at the end stands the epoch of the life that has it. Who renames it has it. */
public final class HomeName {
    /** Of one that nobody has had. */
    public static final Epoch NEVER_TAKEN = new Epoch(0);

    /** What is in that folder. */
    public static final String JOURNAL = "journal";

    public static final String POOL = "pool";

    private HomeName() {}

    /** What stands before the epoch in the home of a server; the whole name of its folder, where that is its for good. */
    public static String before(ServerId server) {
        return String.format(Locale.ROOT, "server-%04d", server.value());
    }

    public static String of(String home, Epoch epoch) {
        return home + "-" + HexFormat.of().toHexDigits(epoch.value());
    }

    /** The epoch of the newest life of a home, if it is among the folders with these names. */
    public static Optional<Epoch> newest(String home, List<String> names) {
        return names.stream().flatMap(name -> epochIn(home, name)).max(Epoch::compareTo);
    }

    /** The same where it has to be. A listing that is made while a home is renamed may hold neither of its names: then it is made once more. */
    public static Epoch newestIn(String pool, String home, Supplier<List<String>> names) {
        return newest(home, names.get())
                .or(() -> newest(home, names.get()))
                .orElseThrow(
                        () -> new PfsException(
                                ErrorCode.FILE_MISSING,
                                pool + " has no folder " + home
                                        + "-...; the pool was made for fewer seats, or for servers of a fixed list, or is damaged"));
    }

    private static Stream<Epoch> epochIn(String home, String name) {
        boolean isOurs =
                name.startsWith(home + "-") && name.substring(home.length() + 1).matches("[0-7][0-9a-f]{15}");
        return isOurs
                ? Stream.of(new Epoch(HexFormat.fromHexDigitsToLong(name, home.length() + 1, name.length())))
                : Stream.empty();
    }

    /**
     * The epoch of the next life.
     *
     * @param location of the newest one's folder
     * @param claimed which it shall be, if that was given out: it is for one taking
     */
    public static Epoch next(String location, Epoch newest, Optional<Epoch> claimed) {
        Epoch next = claimed.orElseGet(() -> new Epoch(newest.value() + 1));
        if (next.compareTo(newest) <= 0) {
            throw new PfsException(
                    ErrorCode.EPOCH_PASSED,
                    location + " was taken in epoch " + newest.value() + " already, but epoch " + next.value()
                            + " was given out now: who gives them out has forgotten what was, or is that of another pool");
        }
        return next;
    }
}
