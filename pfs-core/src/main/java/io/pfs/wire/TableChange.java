package io.pfs.wire;

import io.pfs.table.Column;
import io.pfs.table.Policy;

/** What can be changed of a table apart from its rows. */
public sealed interface TableChange {
    /** One more column. */
    record AddColumn(String name, String group, boolean compressed) implements TableChange {
        public AddColumn {
            Column.requireValid(name, group);
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

    /** Owner, group, mode and times of the table. */
    record SetAttributes(RowEdit.Attributes attributes) implements TableChange {}
}
