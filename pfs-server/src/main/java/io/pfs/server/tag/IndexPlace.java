package io.pfs.server.tag;

import io.pfs.kv.KvHome;

/**
 * Where the index of a server is, and what it may cost to ask it.
 *
 * @param limits of plans; there is one set in the product
 * @param isExported whether what is in the pool may be opened where this index is not, so that copies of it in the pool are of use
 */
public record IndexPlace(KvHome home, PlanLimits limits, boolean isExported) {
    /** Of one that looks into a data folder without serving it. */
    public static final IndexPlace NOWHERE = new IndexPlace(KvHome.NOWHERE, PlanLimits.USUAL, false);
}
