package io.pfs.server.slice;

import java.util.Arrays;

/**
 * What a filter took for present by mistake, and storage turned out not to have: hashes as a {@link NameFilter} knows them.
 * Few, since each of them cost a reading, and soon forgotten: they speak of what is on storage now.
 */
final class KnownAbsent {
    /** With so many, all are forgotten before more come: nobody counts the memory that they take. */
    private static final int FULL = 16;

    private static final long[] NONE = {};

    private long[] hashes = NONE;

    boolean has(long hash) {
        for (long known : hashes) {
            if (known == hash) {
                return true;
            }
        }
        return false;
    }

    /** Takes in all of these; whatever else is forgotten, they are not. */
    void add(long[] absent) {
        int kept = hashes.length < FULL ? hashes.length : 0;
        hashes = Arrays.copyOf(hashes, kept + absent.length);
        System.arraycopy(absent, 0, hashes, kept, absent.length);
    }
}
