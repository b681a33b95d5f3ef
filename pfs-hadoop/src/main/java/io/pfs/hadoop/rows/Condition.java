package io.pfs.hadoop.rows;

import io.pfs.client.table.RowView;
import io.pfs.table.Column;
import java.util.Map;

/** Which rows are wanted, as far as that is known without their cells. */
@FunctionalInterface
public interface Condition {
    Condition ALL = (row, schema) -> true;

    /**
     * Whether a row is wanted.
     *
     * @param schema columns by their names
     */
    boolean holds(RowView row, Map<String, Column> schema);
}
