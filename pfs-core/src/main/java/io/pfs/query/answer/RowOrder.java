package io.pfs.query.answer;

import io.pfs.Check;
import io.pfs.RowName;
import io.pfs.format.ByteWriter;
import io.pfs.query.Field;
import io.pfs.query.Ordering;
import io.pfs.query.eval.RowValues;
import io.pfs.query.value.ValueCell;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The order of rows, as keys whose unsigned order it is. Rows that agree in all fields they are ordered by are ordered by the path
 * of their table and their name, so no two rows have the same key. Of one thread at a time.
 */
public final class RowOrder {
    private final List<Ordering> orderings;
    private final ValueCell cell = new ValueCell();

    public RowOrder(List<Ordering> orderings) {
        this.orderings = List.copyOf(orderings);
        orderings.forEach(ordering -> Check.that(ordering.key() instanceof Field, "rows are ordered by their fields"));
    }

    /** Begins the key of a row, or of the two of a join, with what they are ordered by. */
    public void begin(RowValues row, ByteWriter key) {
        for (Ordering ordering : orderings) {
            if (ordering.key() instanceof Field field) {
                row.load(field, cell);
                SortKeys.add(cell, ordering.descends(), key);
            }
        }
    }

    /** Adds which row it is, at the end of its key; of a join, the one of the left table and then the other. */
    public void end(String table, RowName name, ByteWriter key) {
        cell.setText(table.getBytes(StandardCharsets.UTF_8));
        SortKeys.add(cell, false, key);
        cell.setBytes(name.sharedBytes(), 0, name.length());
        SortKeys.add(cell, false, key);
    }
}
