package io.pfs.wire;

import io.pfs.Check;
import io.pfs.Limits;
import io.pfs.query.index.Indexed;
import io.pfs.query.index.IndexedFields;
import io.pfs.table.Column;
import io.pfs.table.NewColumn;
import io.pfs.table.Policy;
import io.pfs.table.Spreading;
import java.util.List;

/** What can be changed of a table apart from its rows. */
public sealed interface TableChange {
    /** More columns, all or none; the answer bears the id of the first, and the others follow it. */
    record AddColumns(List<NewColumn> columns) implements TableChange {
        public AddColumns {
            Check.inRange("columns added at once", columns.size(), 1, Limits.CELLS_PER_ROW_MAX);
            columns = List.copyOf(columns);
        }
    }

    /** Another name for a column; its cells stay. */
    record RenameColumn(String from, String to) implements TableChange {
        public RenameColumn {
            Column.requireValid(to, "");
        }
    }

    /** A column goes, with all its cells. */
    record DropColumn(String name) implements TableChange {}

    /** Another policy, for files written from now on. */
    record SetPolicy(Policy policy) implements TableChange {}

    /** When it goes over more shards, and over how many at the least; a spread is never lowered. */
    record SetSpreading(Spreading spreading) implements TableChange {}

    /**
     * Some fields get indexes, others lose theirs. Which had one already, or had none, is all the same.
     *
     * @param added those that had none are looked up by scanning until theirs are complete
     */
    record ChangeIndexes(List<Indexed> added, List<Indexed> dropped) implements TableChange {
        public ChangeIndexes {
            Check.inRange("indexes added at once", added.size(), 0, IndexedFields.FIELDS_MAX);
            Check.inRange("indexes dropped at once", dropped.size(), 0, IndexedFields.FIELDS_MAX);
            added = List.copyOf(added);
            dropped = List.copyOf(dropped);
        }
    }

    /** Owner, group, mode and times of the table. */
    record SetAttributes(RowEdit.Attributes attributes) implements TableChange {}
}
