package io.pfs.server.boost;

import io.pfs.SliceKey;

/**
 * A slice, and where it is stored.
 *
 * @param added if there are any: in the boost index the filter is the one that was known of the slice before, with these
 *     hashes added, which takes less room; not copied, treat as immutable
 */
public record BoostEntry(SliceKey key, StoredAt stored, long[] added) {
    private static final long[] NONE = {};

    /** An entry with all of its filter. */
    public BoostEntry(SliceKey key, StoredAt stored) {
        this(key, stored, NONE);
    }
}
