package io.pfs.server.journal;

import io.pfs.Durability;
import io.pfs.Limits;
import io.pfs.disk.Disk;

/**
 * What a journal is made of.
 *
 * @param owner the incarnation of the server, kept in each file: 64 random bits that nobody outside can guess. Who knew
 *     it could put the header of a later batch into a payload, and so make a torn tail look like corruption
 * @param sums how bytes prove themselves; there are those of the product
 * @param tailRule what damage at the end means; there is one in the product
 */
public record JournalSetup(
        Disk disk, long owner, Limits limits, Durability durability, JournalSums sums, TailRule tailRule) {

    public static JournalSetup of(Disk disk, long owner, Limits limits, Durability durability) {
        return new JournalSetup(disk, owner, limits, durability, JournalSums.OF_PRODUCT, TailRule.KNOWN_FORCED);
    }

    /** What a person would look for. */
    String path(String name) {
        return disk.location() + "/" + name;
    }
}
