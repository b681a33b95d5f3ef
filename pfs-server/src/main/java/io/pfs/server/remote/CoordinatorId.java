package io.pfs.server.remote;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Entropy;
import java.util.HexFormat;

/** Who gives out the epochs of homes, told apart from all others by a random number: epochs of two mean nothing to each other. */
public record CoordinatorId(long high, long low) {
    private static final int DIGITS_EACH = 16;

    public static CoordinatorId draw(Entropy entropy) {
        return new CoordinatorId(entropy.nextLong(), entropy.nextLong());
    }

    public static CoordinatorId parse(String text) {
        if (!text.matches("[0-9a-f]{32}")) {
            throw new PfsException(
                    ErrorCode.CORRUPT, "a coordinator is named by 32 hexadecimal digits, not '" + text + "'");
        }
        return new CoordinatorId(
                HexFormat.fromHexDigitsToLong(text, 0, DIGITS_EACH),
                HexFormat.fromHexDigitsToLong(text, DIGITS_EACH, 2 * DIGITS_EACH));
    }

    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(high) + hex.toHexDigits(low);
    }
}
