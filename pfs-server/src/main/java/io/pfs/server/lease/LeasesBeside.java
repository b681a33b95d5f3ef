package io.pfs.server.lease;

import io.pfs.RowName;
import io.pfs.TableId;

/** The leases of other loops of this process: a row that came from one of them may have some there. */
@FunctionalInterface
public interface LeasesBeside {
    /**
     * Wants back what they have granted on a row.
     *
     * @param back is run on the loop of who asks, once nobody has any of theirs any more; never, if one of them is away
     */
    void recall(TableId table, RowName name, Runnable back);
}
