package io.pfs.sim;

import io.pfs.RowName;
import io.pfs.TableId;

/** A row that clients ask about; a table is its row in the table of tables. */
record RowKey(TableId table, RowName name) implements Comparable<RowKey> {
    @Override
    public int compareTo(RowKey other) {
        int byTable = table.compareTo(other.table);
        return byTable != 0 ? byTable : name.compareTo(other.name);
    }
}
