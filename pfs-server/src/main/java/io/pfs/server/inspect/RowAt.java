package io.pfs.server.inspect;

import io.pfs.RowName;
import io.pfs.TableId;

/**
 * Where a row is.
 *
 * @param isOnItsWay whether it has not come there yet
 */
record RowAt(TableId table, RowName name, boolean isOnItsWay) {
    @Override
    public String toString() {
        return table + " row '" + name + "'" + (isOnItsWay ? " (on its way)" : "");
    }
}
