package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.Table;
import io.pfs.query.Attribute;
import io.pfs.query.Field;
import io.pfs.query.Query;
import io.pfs.query.RandomQueries;
import io.pfs.row.TagValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;

/**
 * Rows with random tags, and random queries of them: {@code a} and {@code b} are of all types and odd values, {@code n} is one of many
 * numbers and {@code s} the same as text, so that what is asked of these is found in few rows.
 */
public final class TaggedRows {
    /** What has indexes. */
    public static final List<String> INDEXES = List.of("n", "a", "s", "size", "name");

    private static final List<Field> FIELDS = List.of(
            Field.ofTag("a"),
            Field.ofTag("b"),
            Field.ofTag("n"),
            Field.ofTag("s"),
            Field.of(Attribute.SIZE),
            Field.of(Attribute.NAME));
    private static final int ROWS_AT_ONCE = 500;

    private final Random random;
    private final int numbers;

    /** @param numbers how many different ones there are */
    public TaggedRows(Random random, int numbers) {
        this.random = random;
        this.numbers = numbers;
    }

    /** Rows {@code row-0} and so on. */
    public void fill(Table table, int rows) {
        List<RowEditor> edits = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            edits.add(tag(table.edit("row-" + i)));
            if (edits.size() == ROWS_AT_ONCE || i == rows - 1) {
                table.applyAll(edits)
                        .forEach(result -> assertTrue(result.failure().isEmpty()));
                edits.clear();
            }
        }
    }

    /** Other tags, and perhaps another size. */
    public RowEditor tag(RowEditor edit) {
        RandomQueries values = new RandomQueries(random, FIELDS);
        set(edit, "a", values.valueOrNone());
        set(edit, "b", values.valueOrNone());
        int number = random.nextInt(numbers);
        set(edit, "n", random.nextInt(10) == 0 ? Optional.empty() : Optional.of(new TagValue.OfLong(number)));
        set(edit, "s", Optional.of(new TagValue.OfString(text(number))));
        return random.nextInt(4) == 0 ? edit.put("content", new byte[random.nextInt(50)]) : edit;
    }

    private static void set(RowEditor edit, String tag, Optional<TagValue> value) {
        value.ifPresentOrElse(there -> edit.tag(tag, there), () -> edit.untag(tag));
    }

    private static String text(int number) {
        return String.format(Locale.ROOT, "s%06d", number);
    }

    /** Asks random queries of tables as they are now, and fails unless each answer is what going through all rows gives. */
    public void check(Pfs pfs, int queries, String... tables) {
        RowsByScan rows = new RowsByScan();
        for (String table : tables) {
            rows.add(pfs.openTable(table));
        }
        for (int i = 0; i < queries; i++) {
            String table = tables[random.nextInt(tables.length)];
            if (random.nextInt(3) == 0) {
                rows.check(pfs, anyQuery(table));
            } else {
                rows.check(pfs, "from " + table + " " + narrowQuery());
            }
        }
    }

    private Query anyQuery(String table) {
        Query drawn = new RandomQueries(random, FIELDS).query();
        return new Query(
                drawn.aggregates(),
                List.of(table),
                Optional.empty(),
                drawn.where(),
                drawn.groupBy(),
                drawn.orderBy(),
                drawn.limit());
    }

    /** After few rows, so that indexes are asked if they are there. */
    public String narrowQuery() {
        int number = random.nextInt(numbers);
        return switch (random.nextInt(8)) {
            case 0 -> "where n = " + number;
            case 1 -> "where n >= " + number + " and n < " + (number + 1 + numbers / 100);
            case 2 -> "where s starts with '" + text(number).substring(0, 6) + "'";
            case 3 -> "where n = " + number + " or s = '" + text(random.nextInt(numbers)) + "'";
            case 4 -> "where n in (" + number + ", " + random.nextInt(numbers) + ") and not (a < 2)";
            case 5 -> "where n > " + number + " order by n, name limit " + (1 + random.nextInt(20));
            case 6 -> "order by n desc limit " + (1 + random.nextInt(20));
            default -> "where name = 'row-" + random.nextInt(numbers) + "'";
        };
    }
}
