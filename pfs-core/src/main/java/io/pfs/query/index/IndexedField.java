package io.pfs.query.index;

import io.pfs.Check;

/**
 * A field of a table's rows that has an index.
 *
 * @param id of the index, which no other index of this table ever bears: what an index that was dropped left behind is not taken for
 *     a new one's
 */
public record IndexedField(int id, Indexed what) {
    public IndexedField {
        Check.inRange("id of an index", id, 0, IndexedFields.IDS_MAX - 1);
    }
}
