package io.pfs.server.cli;

import java.util.Locale;

/** How many there are, for people. */
public final class Counted {
    private Counted() {}

    /** @param one what each of them is called; more of them have an {@code s} behind that */
    public static String of(long count, String one) {
        return String.format(Locale.ROOT, "%,d %s%s", count, one, count == 1 ? "" : "s");
    }
}
