package io.pfs.query.eval;

import io.pfs.query.Field;
import io.pfs.query.value.ValueCell;

/** The values of one row, or of the two of a join. */
@FunctionalInterface
public interface RowValues {
    /** Puts the field's value into the cell, or clears it if there is none. What the cell then refers to stays as it is meanwhile. */
    void load(Field field, ValueCell into);
}
