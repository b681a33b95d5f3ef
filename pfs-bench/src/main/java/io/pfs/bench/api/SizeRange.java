package io.pfs.bench.api;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How large files are, in bytes: any size from one to the other is as likely. */
public record SizeRange(int least, int most) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");

    public SizeRange {
        if (least > most || most > Limits.CELL_BYTES_MAX) {
            throw refused(least + "-" + most);
        }
    }

    /** Reads {@code A-B}, or {@code A} for files of one size. */
    public static SizeRange parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw refused(text);
        }
        int least = Integer.parseInt(matcher.group(1));
        return new SizeRange(least, matcher.group(2) == null ? least : Integer.parseInt(matcher.group(2)));
    }

    private static PfsException refused(String text) {
        return new PfsException(
                ErrorCode.USAGE,
                "--size must be of the form A-B, in bytes, with A at most B and B at most " + Limits.CELL_BYTES_MAX
                        + ", but is '" + text + "'");
    }

    int any(RandomGenerator random) {
        return random.nextInt(least, most + 1);
    }

    @Override
    public String toString() {
        return least == most ? Integer.toString(least) : least + "-" + most;
    }
}
