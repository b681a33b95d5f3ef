package io.pfs.server.journal;

import java.util.HexFormat;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Names of journal files: {@code journal-} and sixteen hexadecimal digits of the file id. */
public final class JournalFileName {
    private static final String PREFIX = "journal-";
    private static final Pattern FINAL = Pattern.compile(PREFIX + "[0-7][0-9a-f]{15}");
    private static final Pattern TEMPORARY = Pattern.compile(PREFIX + ".*\\.tmp");

    private JournalFileName() {}

    static String of(long id) {
        return PREFIX + HexFormat.of().toHexDigits(id);
    }

    /**
     * The name of a file until its head is whole and forced.
     *
     * @param attempt how often it was tried before to make this file
     */
    static String temporary(long id, int attempt) {
        return of(id) + (attempt == 0 ? "" : "." + attempt) + ".tmp";
    }

    /** A file that is kept for its space; there may be some. */
    static String spare(int nth) {
        return PREFIX + "spare-" + nth + ".tmp";
    }

    /** The name of what is to become a spare file, by this writer and no other. */
    static String unfinishedSpare(long owner) {
        return PREFIX + "unfinished-" + HexFormat.of().toHexDigits(owner) + ".tmp";
    }

    static boolean isTemporary(String name) {
        return TEMPORARY.matcher(name).matches();
    }

    /** The id in the name of a journal file; empty for any other file. */
    public static OptionalLong parse(String name) {
        return FINAL.matcher(name).matches()
                ? OptionalLong.of(HexFormat.fromHexDigitsToLong(name, PREFIX.length(), name.length()))
                : OptionalLong.empty();
    }
}
