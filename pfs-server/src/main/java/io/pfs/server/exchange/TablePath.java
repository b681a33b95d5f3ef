package io.pfs.server.exchange;

import io.pfs.RowName;
import java.util.ArrayList;
import java.util.List;

/** Where a table is: names from the root. */
public record TablePath(List<RowName> names) {
    public static final TablePath ROOT = new TablePath(List.of());

    public TablePath {
        names = List.copyOf(names);
    }

    /** The table that these names lead to from here. */
    public TablePath below(List<RowName> further) {
        if (further.isEmpty()) {
            return this;
        }
        List<RowName> all = new ArrayList<>(names);
        all.addAll(further);
        return new TablePath(all);
    }

    /** For messages; bytes that are no printable ASCII are escaped. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        names.forEach(name -> text.append('/').append(name));
        return names.isEmpty() ? "/" : text.toString();
    }
}
