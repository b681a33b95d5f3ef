package io.pfs.server.state;

import io.pfs.TableId;
import io.pfs.server.table.Intent.Kept;

/** A name as changes of it are kept apart: all names of a table with one hash are one. */
public record HashedName(TableId table, long hash) {
    /** That which is kept for a row that may come. */
    public static HashedName of(Kept kept) {
        return new HashedName(kept.table(), kept.nameHash());
    }
}
