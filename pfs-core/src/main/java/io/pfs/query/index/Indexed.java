package io.pfs.query.index;

import io.pfs.ColumnId;
import io.pfs.query.Attribute;

/** What of each row of a table is in an index. Columns are meant by their ids: a renamed one stays indexed, until it is dropped. */
public sealed interface Indexed {
    /** An attribute. That of the table's path is none: all rows of a table have the same. */
    record OfAttribute(Attribute attribute) implements Indexed {
        public OfAttribute {
            IndexedFields.requireIndexable(attribute);
        }
    }

    /** The tag of this name. */
    record OfTag(String name) implements Indexed {
        public OfTag {
            IndexedFields.requireName(name);
        }
    }

    /** Bytes of the cell of a column. Its place stands in the row itself. */
    record OfCell(ColumnId column) implements Indexed {
        public OfCell {
            IndexedFields.requireDirect(column);
        }
    }
}
