package io.pfs;

import org.jspecify.annotations.Nullable;

/** Invariants that stay switched on in production. A broken one is our fault, never the user's. */
public final class Check {
    private Check() {}

    /** Refuses to go on when an invariant does not hold. */
    public static void that(boolean holds, String invariant) {
        if (!holds) {
            throw new PfsException(ErrorCode.INVARIANT_BROKEN, invariant);
        }
    }

    /** As {@link #that(boolean, String)}, with one value that is only formatted when the invariant is broken. */
    public static void that(boolean holds, String invariant, long value) {
        if (!holds) {
            throw new PfsException(ErrorCode.INVARIANT_BROKEN, invariant + " (value " + value + ")");
        }
    }

    /** As {@link #that(boolean, String)}, with the thing it is about, which is only named when the invariant is broken. */
    public static void that(boolean holds, String invariant, Object about) {
        if (!holds) {
            throw new PfsException(ErrorCode.INVARIANT_BROKEN, invariant + " (" + about + ")");
        }
    }

    /** The value, which an invariant says is there. */
    public static <T> T present(@Nullable T value, String invariant) {
        if (value == null) {
            throw new PfsException(ErrorCode.INVARIANT_BROKEN, invariant);
        }
        return value;
    }

    /** Checks that a value lies in {@code [min, max]} and returns it, naming thing, limit and value if not. */
    public static long inRange(String what, long value, long min, long max) {
        if (value < min || value > max) {
            throw new PfsException(
                    ErrorCode.OUT_OF_RANGE, what + " must be from " + min + " to " + max + ", but is " + value);
        }
        return value;
    }
}
