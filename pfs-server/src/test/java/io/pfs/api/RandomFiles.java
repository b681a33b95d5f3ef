package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.table.RowEditor;
import io.pfs.client.table.Table;
import io.pfs.query.Attribute;
import io.pfs.query.Field;
import io.pfs.query.RandomRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Rows with random tags, modes and cells, for random queries. */
final class RandomFiles {
    /** What differs from row to row. */
    static final List<Field> FIELDS = List.of(
            Field.ofTag("a"),
            Field.ofTag("b"),
            Field.of(Attribute.SIZE),
            Field.of(Attribute.NAME),
            Field.of(Attribute.TABLE),
            Field.of(Attribute.MODE),
            Field.ofCell("c"));

    private static final int BATCH = 100;

    private RandomFiles() {}

    /** Makes rows {@code row-0} and so on, with a column {@code c} beside their content. */
    static void fill(Table table, int rows, Random random) {
        table.addColumn("c");
        for (int from = 0; from < rows; from += BATCH) {
            List<RowEditor> edits = new ArrayList<>();
            for (int i = from; i < Math.min(from + BATCH, rows); i++) {
                edits.add(any(table.edit("row-" + i), random));
            }
            table.applyAll(edits).forEach(result -> assertTrue(result.failure().isEmpty()));
        }
    }

    private static RowEditor any(RowEditor edit, Random random) {
        edit.mode(0600 + random.nextInt(8));
        RandomRows.row(random).forEach((field, value) -> {
            if (field instanceof Field.OfTag tag) {
                edit.tag(tag.name(), value);
            }
        });
        if (random.nextBoolean()) {
            edit.put("c", new byte[random.nextInt(12)]);
        }
        return random.nextInt(4) == 0 ? edit.put("content", new byte[random.nextInt(4)]) : edit;
    }
}
