package io.pfs.server.admin;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the writer of the self-test says, a line each: that the table is made, then the numbers of operations that were
 * acknowledged. A refusal is the last that it says.
 */
final class SelftestHeard {
    static final String TABLE_MADE = "table made";

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final Pattern REFUSAL = Pattern.compile("refused ([A-Z_]+) (.*)");

    private final BitSet acknowledged = new BitSet();
    private int count;

    /** The line that says why nothing more can be written. */
    static String refusal(PfsException why) {
        return "refused " + why.code() + " " + why.detail().replaceAll("\\R", " ");
    }

    /** Takes in the next line; whatever says that the writer can't go on is thrown. */
    void hear(String line) {
        if (NUMBER.matcher(line).matches()) {
            int operation = Integer.parseInt(line);
            count += acknowledged.get(operation) ? 0 : 1; // the last line of one that is killed may be cut off
            acknowledged.set(operation);
        } else if (!line.equals(TABLE_MADE)) {
            throw failure(line);
        }
    }

    private PfsException failure(String line) {
        Matcher refusal = REFUSAL.matcher(line);
        if (refusal.matches()) {
            return Arrays.stream(ErrorCode.values())
                    .filter(code -> code.name().equals(refusal.group(1)))
                    .findFirst()
                    .map(code -> failure(code, "was refused more: " + refusal.group(2)))
                    .orElseGet(() -> failure(ErrorCode.IO_FAILED, "was refused more: " + line));
        }
        return failure(ErrorCode.IO_FAILED, "said: " + line);
    }

    /** That of a writer that ended though nobody killed it. */
    PfsException ended(int exitCode) {
        return failure(ErrorCode.IO_FAILED, "ended by itself, with exit code " + exitCode);
    }

    private PfsException failure(ErrorCode code, String what) {
        return new PfsException(code, "after " + count + " operations the writer " + what);
    }

    /** How many operations were acknowledged. */
    int count() {
        return count;
    }

    BitSet acknowledged() {
        return acknowledged;
    }
}
