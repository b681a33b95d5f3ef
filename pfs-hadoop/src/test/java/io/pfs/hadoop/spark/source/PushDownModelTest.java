package io.pfs.hadoop.spark.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Table;
import io.pfs.client.table.TablePart;
import io.pfs.hadoop.testing.ServedFolder;
import io.pfs.row.RowKind;
import io.pfs.table.Column;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.NullOrdering;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What servers are asked for brings all that random filters and orders are after; with indexes, and without. */
final class PushDownModelTest {
    private static final int QUESTIONS = Boolean.getBoolean("pfs.nightly") ? 5_000 : 400;
    private static final Map<String, Column> SCHEMA = Map.of(Column.CONTENT_NAME, Column.CONTENT);

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final TaggedTable model = new TaggedTable(random);

    @TempDir
    private Path folder;

    private ServedFolder server;
    private Pfs pfs;
    private Table table;
    private List<RowView> all;

    @BeforeEach
    void fill() {
        server = ServedFolder.start(folder.resolve("data"));
        pfs = Pfs.connect(server.uri().toString());
        table = pfs.ensureTable("/tagged");
        pfs.files().mkdirs("/tagged/sub");
        model.fill(table);
        all = new ArrayList<>();
        table.scan().forEach(row -> {
            if (row.kind() == RowKind.FILE) {
                all.add(row);
            }
        });
        assertEquals(TaggedTable.ROWS, all.size());
    }

    @AfterEach
    void stop() {
        pfs.close();
        server.close();
    }

    @Test
    void filtersLoseNoRow() {
        askForFilters();
        TaggedTable.index(table, "stars", "camera", "taken");
        askForFilters();
    }

    private void askForFilters() {
        int asked = 0;
        for (int i = 0; i < QUESTIONS; i++) {
            Filter filter = model.filter(3);
            Optional<String> query = ServerQuery.search(filter);
            if (query.isEmpty()) {
                continue;
            }
            asked++;
            List<String> found = new ArrayList<>();
            int parts = 1 << random.nextInt(3);
            for (int part = 0; part < parts; part++) {
                table.search(query.get(), new TablePart(part, parts)).forEachRemaining(row -> {
                    if (filter.holds(row, SCHEMA)) {
                        found.add(row.rowName().toString());
                    }
                });
            }
            found.sort(null);
            assertEquals(names(filter), found, "seed " + seed + ", " + filter + ", " + query.get());
        }
        assertTrue(asked > QUESTIONS / 3, "seed " + seed + ": " + asked + " are asked of servers");
    }

    private List<String> names(Filter filter) {
        return all.stream()
                .filter(row -> filter.holds(row, SCHEMA))
                .map(row -> row.rowName().toString())
                .sorted()
                .toList();
    }

    @Test
    void theFirstRowsAreAmongThoseThatAreRead() {
        askForFirst();
        TaggedTable.index(table, "stars", "camera", "score", "size");
        askForFirst();
    }

    private void askForFirst() {
        int asked = 0;
        Map<String, Field> fields = new HashMap<>();
        TaggedTable.TAGS.forEach(tag -> fields.put(tag.sparkName(), tag));
        Arrays.asList(Field.OfRow.values()).forEach(field -> fields.put(field.sparkName(), field));
        for (int i = 0; i < QUESTIONS; i++) {
            Filter filter = random.nextInt(3) == 0 ? Filter.none() : model.filter(1);
            SortOrder[] orders = orders(List.copyOf(fields.keySet()));
            int count = 1 + random.nextInt(40);
            Optional<FirstRows> first = FirstRows.of(orders, count, fields, filter);
            if (first.isEmpty()) {
                continue;
            }
            asked++;
            Comparator<RowView> order = order(orders, fields);
            List<RowView> found = found(first.get(), row -> filter.holds(row, SCHEMA));
            List<RowView> expected = all.stream()
                    .filter(row -> filter.holds(row, SCHEMA))
                    .sorted(order)
                    .limit(count)
                    .toList();
            String said = "seed " + seed + ", " + filter + ", " + first.get().words();
            found.sort(order);
            assertTrue(found.size() >= expected.size(), said);
            for (int nth = 0; nth < expected.size(); nth++) {
                assertEquals(0, order.compare(expected.get(nth), found.get(nth)), said + ", row " + nth);
            }
        }
        assertTrue(asked > QUESTIONS / 3, "seed " + seed + ": " + asked + " are asked of servers");
    }

    /** Of all groups; no row is in two of them. */
    private List<RowView> found(FirstRows first, Predicate<RowView> isWanted) {
        List<RowView> found = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Task.OfFirst task : first.tasks()) {
            new FirstFound(table, task, isWanted).rows().forEachRemaining(row -> {
                if (isWanted.test(row)) {
                    found.add(row);
                    assertTrue(names.add(row.rowName().toString()), "seed " + seed + ": " + row + " comes twice");
                }
            });
        }
        return found;
    }

    private SortOrder[] orders(List<String> columns) {
        SortOrder[] orders = new SortOrder[1 + random.nextInt(3)];
        for (int i = 0; i < orders.length; i++) {
            orders[i] = new Ordered(
                    new Named(columns.get(random.nextInt(columns.size()))),
                    random.nextBoolean() ? SortDirection.ASCENDING : SortDirection.DESCENDING,
                    random.nextInt(3) == 0 ? NullOrdering.NULLS_FIRST : NullOrdering.NULLS_LAST);
        }
        return orders;
    }

    private static Comparator<RowView> order(SortOrder[] orders, Map<String, Field> fields) {
        Comparator<RowView> all = Comparator.comparing(row -> 0);
        for (SortOrder order : orders) {
            Field field = fields.get(((NamedReference) order.expression()).fieldNames()[0]);
            Comparator<Object> values = SparkOrder::compare;
            values = order.direction() == SortDirection.DESCENDING ? values.reversed() : values;
            Comparator<Object> withNulls = order.nullOrdering() == NullOrdering.NULLS_FIRST
                    ? Comparator.nullsFirst(values)
                    : Comparator.nullsLast(values);
            all = all.thenComparing(row -> TaggedTable.of(field, row), withNulls);
        }
        return all;
    }

    /** As Spark's own, which take all of Spark to be made. */
    private record Ordered(NamedReference expression, SortDirection direction, NullOrdering nullOrdering)
            implements SortOrder {}

    private record Named(String name) implements NamedReference {
        @Override
        public String[] fieldNames() {
            return new String[] {name};
        }
    }
}
