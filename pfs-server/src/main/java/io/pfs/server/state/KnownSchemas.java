package io.pfs.server.state;

import io.pfs.ColumnId;
import io.pfs.TableId;
import io.pfs.row.RowLayout;
import io.pfs.table.Column;
import io.pfs.table.Schema;
import java.util.LinkedHashMap;
import java.util.Optional;

/**
 * Schemas that somebody read lately, so that cells of columns that are read together can be stored together. A schema is
 * never read for that: whoever writes to a column has asked for the schema first.
 */
public final class KnownSchemas {
    private static final int KNOWN_MAX = 1024;

    /** The one used longest ago first. */
    private final LinkedHashMap<TableId, Known> known = new LinkedHashMap<>(16, 0.75f, true);

    /** A schema, and the version of the table's row that it came from. */
    private record Known(long version, Schema schema) {}

    /** The schema of a table whose row has this version. */
    public void note(TableId table, long version, Schema schema) {
        boolean isGrouped =
                schema.columns().stream().anyMatch(column -> !column.group().isEmpty());
        if (isGrouped) {
            known.put(table, new Known(version, schema));
        } else {
            known.remove(table);
        }
        if (known.size() > KNOWN_MAX) {
            known.remove(known.keySet().iterator().next());
        }
    }

    /**
     * The first column of the group of this one, for which all of the group stand; itself if it has none, or if nobody
     * knows.
     *
     * @param row the table's own, if it was written
     */
    public ColumnId leadOf(TableId table, ColumnId column, Optional<byte[]> row) {
        return Optional.ofNullable(known.get(table))
                .filter(schema -> row.filter(bytes -> RowLayout.u48(bytes, RowLayout.VERSION) == schema.version())
                        .isPresent())
                .map(schema -> leadOf(schema.schema(), column))
                .orElse(column);
    }

    private static ColumnId leadOf(Schema schema, ColumnId column) {
        String group = schema.find(column).map(Column::group).orElse("");
        return schema.columns().stream()
                .filter(other -> !group.isEmpty() && other.group().equals(group))
                .map(Column::id)
                .findFirst()
                .orElse(column);
    }

    public boolean isEmpty() {
        return known.isEmpty();
    }
}
