package io.pfs.query;

import io.pfs.query.eval.RowValues;
import io.pfs.row.TagValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Rows of random values, for conditions on the same fields. */
public final class RandomRows {
    public static final List<Field> FIELDS =
            List.of(Field.ofTag("a"), Field.ofTag("b"), Field.of(Attribute.SIZE), Field.ofCell("c"));

    private RandomRows() {}

    public static Map<Field, TagValue> row(Random random) {
        RandomQueries values = new RandomQueries(random, FIELDS);
        Map<Field, TagValue> row = new HashMap<>();
        FIELDS.forEach(field -> values.valueOrNone().ifPresent(value -> row.put(field, value)));
        return row;
    }

    public static RowValues values(Map<Field, TagValue> row) {
        return (field, into) -> {
            into.clear();
            Optional.ofNullable(row.get(field)).ifPresent(into::set);
        };
    }
}
