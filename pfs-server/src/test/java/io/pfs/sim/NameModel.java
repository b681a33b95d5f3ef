package io.pfs.sim;

import java.util.Arrays;
import java.util.Optional;

/**
 * What must be true of one row: what it was after the last operation whose end is known, and what it may be if one is
 * under way whose end is not.
 */
final class NameModel {
    private Optional<byte[]> certain = Optional.empty();
    private Optional<Optional<byte[]>> possible = Optional.empty();

    Optional<byte[]> certain() {
        return certain;
    }

    /** An operation was sent that makes the row so. */
    void attempt(Optional<byte[]> after) {
        possible = Optional.of(after);
    }

    /** The operation was acknowledged. */
    void succeeded() {
        certain = possible.orElseThrow();
        possible = Optional.empty();
    }

    /** The operation was refused: nothing happened. */
    void refused() {
        possible = Optional.empty();
    }

    boolean allows(Optional<byte[]> found) {
        return same(found, certain)
                || possible.filter(after -> same(found, after)).isPresent();
    }

    String expectation() {
        return describe(certain)
                + possible.map(after -> " or " + describe(after)).orElse("");
    }

    static String describe(Optional<byte[]> row) {
        return row.map(bytes -> "a row of " + bytes.length + " bytes #" + Integer.toHexString(Arrays.hashCode(bytes)))
                .orElse("no row");
    }

    private static boolean same(Optional<byte[]> a, Optional<byte[]> b) {
        return a.isPresent() == b.isPresent() && (a.isEmpty() || Arrays.equals(a.get(), b.get()));
    }
}
