package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.Table;
import io.pfs.query.Attribute;
import io.pfs.query.Comparison;
import io.pfs.query.Condition;
import io.pfs.query.Field;
import io.pfs.query.Ordering;
import io.pfs.query.Query;
import io.pfs.query.RandomQueries;
import io.pfs.query.text.QueryText;
import io.pfs.row.TagValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
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

    /**
     * The same with queries for the first rows of an order, of conditions that leave few rows or many. Says how many of them an index
     * of the order answered.
     */
    public int checkFirst(Pfs pfs, int queries, Table table) {
        RowsByScan rows = new RowsByScan();
        rows.add(table);
        int byOrder = 0;
        for (int i = 0; i < queries; i++) {
            Query query = firstRows(table.path());
            boolean isAnswered = rows.check(pfs, query);
            byOrder += isAnswered && Indexes.gaveOrder(pfs.search(QueryText.print(query))) ? 1 : 0;
        }
        return byOrder;
    }

    private Query firstRows(String table) {
        RandomQueries drawn = new RandomQueries(random, FIELDS);
        Condition where = switch (random.nextInt(4)) {
            case 0 -> Condition.Constant.ALWAYS;
            case 1 ->
                new Condition.Compare(
                        Field.ofTag("n"),
                        drawn.pick(Comparison.values()),
                        new TagValue.OfLong(random.nextInt(numbers)));
            default -> drawn.condition(3);
        };
        List<Ordering> order = new ArrayList<>();
        for (int i = random.nextInt(2); i >= 0; i--) {
            order.add(new Ordering(drawn.field(), random.nextBoolean()));
        }
        OptionalLong limit = OptionalLong.of(random.nextInt(8) == 0 ? random.nextInt(numbers) : random.nextInt(30));
        return new Query(List.of(), List.of(table), Optional.empty(), where, Optional.empty(), order, limit);
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
