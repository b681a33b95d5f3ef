package io.pfs.api;

import io.pfs.RowName;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Table;
import io.pfs.query.Attribute;
import io.pfs.query.Field;
import io.pfs.row.TagValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A row, as one who goes through all of them sees it.
 *
 * @param table its path
 * @param values of the fields that queries of tests ask for
 */
record KnownRow(String table, RowName name, Map<Field, TagValue> values) {
    /** All rows of a table as they are now, with the lengths of these columns' cells. */
    static List<KnownRow> allOf(Table table, String... columns) {
        List<KnownRow> all = new ArrayList<>();
        for (RowView row : table.scan().columns(columns)) {
            all.add(new KnownRow(table.path(), row.rowName(), values(table.path(), row, columns)));
        }
        return all;
    }

    private static Map<Field, TagValue> values(String table, RowView row, String... columns) {
        Map<Field, TagValue> values = new HashMap<>();
        row.tags().forEach((name, value) -> values.put(Field.ofTag(name), value));
        for (String column : columns) {
            row.cell(column).ifPresent(cell -> values.put(Field.ofCell(column), new TagValue.OfLong(cell.length)));
        }
        values.put(Field.of(Attribute.SIZE), new TagValue.OfLong(row.size()));
        values.put(Field.of(Attribute.MODE), new TagValue.OfLong(row.mode()));
        values.put(Field.of(Attribute.NAME), new TagValue.OfString(row.name()));
        values.put(Field.of(Attribute.TABLE), new TagValue.OfString(table));
        values.put(
                Field.of(Attribute.KIND),
                new TagValue.OfString(row.kind().name().toLowerCase(Locale.ROOT)));
        return values;
    }

    String path() {
        return table + "/" + name;
    }
}
