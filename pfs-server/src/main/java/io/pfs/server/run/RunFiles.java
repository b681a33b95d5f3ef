package io.pfs.server.run;

import io.pfs.PfsException;
import io.pfs.pool.Pool;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files of sorted runs: their names, and whether they are there. Blocks. */
public final class RunFiles {
    private static final String PREFIX = "run-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "([0-9a-f]{16})");

    private RunFiles() {}

    public static String name(long fileId) {
        return PREFIX + HexFormat.of().toHexDigits(fileId);
    }

    /** The ids of all that are there, whole or not, the oldest first. */
    public static List<Long> ids(Pool pool) {
        return pool.list(PREFIX).stream()
                .map(NAME::matcher)
                .filter(Matcher::matches)
                .map(name -> Long.parseUnsignedLong(name.group(1), 16))
                .sorted()
                .toList();
    }

    /** An id that no run has that is there. */
    public static long nextId(Pool pool) {
        return ids(pool).stream().mapToLong(Long::longValue).max().orElse(0) + 1;
    }

    /** Deletes files; what can't be deleted only takes space, until another try. */
    public static void delete(Pool pool, Collection<Long> fileIds) {
        for (long fileId : fileIds) {
            try {
                pool.delete(name(fileId));
            } catch (PfsException e) {
                // it is found again by who lists them
            }
        }
    }
}
