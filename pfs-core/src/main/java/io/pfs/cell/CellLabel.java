package io.pfs.cell;

import io.pfs.Check;
import io.pfs.TableId;

/**
 * What a record says of its cell, so that the row can be found that may still point at it, and so that a lost table can
 * be put together again.
 *
 * @param table where the row was when this was written
 * @param nameHash of the row's name then
 * @param version of the row, which this cell came with: of two cells of the same key the higher one is newer
 */
public record CellLabel(TableId table, long nameHash, CellKey key, long version) {
    public static final long VERSION_MAX = (1L << 48) - 1;

    public CellLabel {
        Check.inRange("row version of a cell", version, 0, VERSION_MAX);
    }
}
