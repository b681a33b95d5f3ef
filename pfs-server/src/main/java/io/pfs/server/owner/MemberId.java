package io.pfs.server.owner;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Entropy;
import java.util.Comparator;
import java.util.HexFormat;

/** Names a member among all that ever were: drawn at random, and never used again. */
public record MemberId(long high, long low) implements Comparable<MemberId> {
    private static final int DIGITS_EACH = 16;

    private static final Comparator<MemberId> AS_WRITTEN = Comparator.comparing(MemberId::high, Long::compareUnsigned)
            .thenComparing(MemberId::low, Long::compareUnsigned);

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

    @Override
    public int compareTo(MemberId other) {
        return AS_WRITTEN.compare(this, other);
    }

    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }
}
