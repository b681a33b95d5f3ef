package io.pfs.server.tag;

import java.util.Optional;

/**
 * Where the first rows in an order stand.
 *
 * @param candidates of these
 * @param next what sort keys of all other rows begin with, or with something behind it; nothing, if rows without a value are the
 *     only others
 */
public record TopCandidates(Candidates candidates, Optional<byte[]> next) {
    /** Whether no row with a value was left out. */
    public boolean isExhausted() {
        return next.isEmpty();
    }
}
