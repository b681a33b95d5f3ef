package io.pfs.bench.api;

import java.util.Locale;

/** What can be done to rows. */
public enum Operation {
    CREATE,
    STAT,
    UTIME,
    READ,
    APPEND,
    REMOVE;

    /** As reports and files of figures have it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
