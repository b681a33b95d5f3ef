package io.pfs.server.owner;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Entropy;
import java.util.HexFormat;

/** Names a member among all that ever were: drawn at random, and never used again. */
public record MemberId(long high, long low) implements Comparable<MemberId> {
    private static final int DIGITS_EACH = 16;

    public static MemberId draw(Entropy entropy) {
        return new MemberId(entropy.nextLong(), entropy.nextLong());
    }

    /** Reads what {@link #toString()} wrote. */
    public static MemberId parse(String text) {
        if (!text.matches("[0-9a-f]{32}")) {
            throw new PfsException(ErrorCode.CORRUPT, "a member is named by 32 hexadecimal digits, not '" + text + "'");
        }
        return new MemberId(
                Long.parseUnsignedLong(text.substring(0, DIGITS_EACH), 16),
                Long.parseUnsignedLong(text.substring(DIGITS_EACH), 16));
    }

    /** As they are written. */
    @Override
    public int compareTo(MemberId other) {
        int byHigh = Long.compareUnsigned(high, other.high);
        return byHigh == 0 ? Long.compareUnsigned(low, other.low) : byHigh;
    }

    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }
}
