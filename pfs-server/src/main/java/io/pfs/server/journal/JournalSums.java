package io.pfs.server.journal;

import io.pfs.format.Checksum;

/**
 * What proves the bytes of a journal.
 *
 * @param all of heads, headers, footers, and of all that is in a batch
 * @param record of each record
 */
public record JournalSums(Checksum all, Checksum record) {
    /** Those of the product. */
    static final JournalSums OF_PRODUCT = new JournalSums(Checksum.CRC32C, Checksum.CRC32);

    /** Those of files of version 1. */
    JournalSums alike() {
        return new JournalSums(all, all);
    }

    /** Whether what one says of a record can be proven by the other. */
    boolean areIndependent() {
        return all != record;
    }
}
