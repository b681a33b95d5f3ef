package io.pfs.server.tag;

import io.pfs.kv.KvHome;

/**
 * Where the index of a server is, and what it may cost to ask it.
 *
 * @param limits of plans; there is one set in the product
 * @param roomBytes of changes may wait for it before further ones have to wait, too; as much may wait for what is loaded into it
 * @param isExported whether what is in the pool may be opened where this index is not, so that copies of it in the pool are of use
 */
public record IndexPlace(KvHome home, PlanLimits limits, long roomBytes, boolean isExported) {
    /** What there is for each loop of the product. */
    public static final long ROOM_BYTES = 32 << 20;

    /** Of one that looks into a data folder without serving it. */
    public static final IndexPlace NOWHERE = new IndexPlace(KvHome.NOWHERE, PlanLimits.USUAL, false);

    /** As the product has it. */
    public IndexPlace(KvHome home, PlanLimits limits, boolean isExported) {
        this(home, limits, ROOM_BYTES, isExported);
    }
}
