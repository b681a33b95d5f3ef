package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.call.Promise;
import io.pfs.client.table.Hit;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Search;
import io.pfs.client.table.Table;
import io.pfs.format.ByteWriter;
import io.pfs.query.Attribute;
import io.pfs.query.Condition;
import io.pfs.query.Field;
import io.pfs.query.Naive;
import io.pfs.query.Query;
import io.pfs.query.RandomQueries;
import io.pfs.query.RandomRows;
import io.pfs.query.answer.GroupRow;
import io.pfs.query.answer.Groups;
import io.pfs.query.answer.RowOrder;
import io.pfs.query.bind.Binder;
import io.pfs.query.bind.Catalogue;
import io.pfs.query.text.QueryText;
import io.pfs.row.TagValue;
import io.pfs.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Random queries of random rows, each compared with what going through all rows finds. */
@ParameterizedClass
@EnumSource(
        value = Way.class,
        names = {"EMBEDDED", "NETWORK"})
final class SearchModelTest {
    /** More than one request looks at. */
    private static final int ROWS = 5_000;

    private static final int BATCH = 100;
    private static final int QUERIES = 150;
    private static final List<Field> FIELDS = List.of(
            Field.ofTag("a"),
            Field.ofTag("b"),
            Field.ofTag("b"),
            Field.of(Attribute.SIZE),
            Field.of(Attribute.NAME),
            Field.of(Attribute.TABLE),
            Field.of(Attribute.MODE),
            Field.ofCell("c"));

    @Parameter
    private Way way = Way.EMBEDDED;

    @TempDir
    private Path folder;

    @Test
    void whatIsFoundIsWhatIsThere() {
        Seeds.each("SearchModelTest", 1, seed -> new Run(seed).go());
    }

    /** A row, as one who looks at all of them sees it. */
    private record Known(String table, RowName name, Map<Field, TagValue> values) {
        String path() {
            return table + "/" + name;
        }
    }

    private final class Run {
        private final Random random;
        private final Path data;
        private final List<Known> known = new ArrayList<>();
        private Query query = Query.where(Condition.Constant.ALWAYS);

        Run(long seed) {
            random = new Random(seed);
            data = folder.resolve("seed-" + seed);
        }

        void go() {
            EmbeddedOptions options = EmbeddedOptions.DEFAULT.withDurability(Durability.MEMORY);
            try (Pfs pfs = way.open(data, options)) {
                fill(pfs.ensureTable("/t"), ROWS);
                fill(pfs.ensureTable("/some/u"), 300);
                for (int i = 0; i < QUERIES; i++) {
                    Query drawn = new RandomQueries(random, FIELDS).query();
                    query = new Query(
                            drawn.aggregates(),
                            tables(),
                            Optional.empty(),
                            drawn.where(),
                            drawn.groupBy(),
                            drawn.orderBy(),
                            drawn.limit());
                    check(pfs);
                }
            }
        }

        private List<String> tables() {
            return switch (random.nextInt(4)) {
                case 0 -> List.of("/some/u");
                case 1 -> List.of("/some/u", "/t");
                default -> List.of("/t");
            };
        }

        private void fill(Table table, int rows) {
            table.addColumn("c");
            for (int from = 0; from < rows; from += BATCH) {
                List<RowEditor> edits = new ArrayList<>();
                for (int i = from; i < from + BATCH; i++) {
                    RowEditor edit = table.edit("row-" + i).mode(0600 + random.nextInt(8));
                    RandomRows.row(random).forEach((field, value) -> {
                        if (field instanceof Field.OfTag tag) {
                            edit.tag(tag.name(), value);
                        }
                    });
                    if (random.nextBoolean()) {
                        edit.put("c", new byte[random.nextInt(12)]);
                    }
                    if (random.nextInt(4) == 0) {
                        edit.put("content", new byte[random.nextInt(4)]);
                    }
                    edits.add(edit);
                }
                table.applyAll(edits)
                        .forEach(result -> assertTrue(result.failure().isEmpty()));
            }
            for (RowView row : table.scan().columns("c")) {
                known.add(new Known(table.path(), row.rowName(), values(table.path(), row)));
            }
        }

        private static Map<Field, TagValue> values(String table, RowView row) {
            Map<Field, TagValue> values = new HashMap<>();
            row.tags().forEach((name, value) -> values.put(Field.ofTag(name), value));
            row.cell("c").ifPresent(cell -> values.put(Field.ofCell("c"), new TagValue.OfLong(cell.length)));
            values.put(Field.of(Attribute.SIZE), new TagValue.OfLong(row.size()));
            values.put(Field.of(Attribute.MODE), new TagValue.OfLong(row.mode()));
            values.put(Field.of(Attribute.NAME), new TagValue.OfString(row.name()));
            values.put(Field.of(Attribute.TABLE), new TagValue.OfString(table));
            values.put(
                    Field.of(Attribute.KIND),
                    new TagValue.OfString(row.kind().name().toLowerCase(Locale.ROOT)));
            return values;
        }

        private void check(Pfs pfs) {
            String text = QueryText.print(query);
            Query bound;
            try {
                bound = Binder.bind(query, Catalogue.ofAnyRows()).query();
            } catch (PfsException e) {
                assertEquals(
                        e.code(),
                        assertThrows(PfsException.class, () -> pfs.search(text), text)
                                .code());
                return;
            }
            List<Known> matching = known.stream()
                    .filter(row -> query.tables().contains(row.table()))
                    .filter(row -> Naive.decide(bound.where(), row.values()).orElse(false))
                    .toList();
            Search search = pfs.search(text);
            if (search.isOfGroups()) {
                checkGroups(text, bound, matching, search);
            } else {
                checkRows(text, bound, matching, search);
            }
        }

        private void checkGroups(String text, Query bound, List<Known> matching, Search search) {
            Groups groups = new Groups(bound);
            matching.forEach(row -> groups.add(RandomRows.values(row.values())));
            List<GroupRow> expected;
            try {
                expected = groups.rows(bound);
            } catch (PfsException e) {
                PfsException refused = assertThrows(PfsException.class, () -> Promise.await(search.groups()), text);
                assertEquals(e.code(), refused.code(), text);
                return;
            }
            assertEquals(expected, Promise.await(search.groups()), text);
        }

        private void checkRows(String text, Query bound, List<Known> matching, Search search) {
            long limit = bound.limit().orElse(Long.MAX_VALUE);
            List<String> all = pathsOf(Promise.await(search.rows()));
            List<String> walked = pathsOf(search);
            int count = (int) Math.min(limit, matching.size());
            assertEquals(count, all.size(), text);
            assertEquals(count, walked.size(), text);
            if (!bound.orderBy().isEmpty()) {
                assertEquals(inOrder(bound, matching).subList(0, count), all, text);
                assertEquals(all, walked, text);
                return;
            }
            TreeSet<String> paths = new TreeSet<>();
            matching.forEach(row -> paths.add(row.path()));
            for (List<String> found : List.of(all, walked)) {
                assertEquals(count, new HashSet<>(found).size(), "none twice: " + text);
                assertTrue(paths.containsAll(found), text);
            }
        }

        private static List<String> pathsOf(Iterable<Hit> hits) {
            List<String> paths = new ArrayList<>();
            hits.forEach(hit -> paths.add(hit.path()));
            return paths;
        }

        private static List<String> inOrder(Query bound, List<Known> rows) {
            RowOrder order = new RowOrder(bound.orderBy());
            TreeMap<byte[], String> paths = new TreeMap<>(Arrays::compareUnsigned);
            for (Known row : rows) {
                ByteWriter key = new ByteWriter(64);
                order.begin(RandomRows.values(row.values()), key);
                order.end(row.table(), row.name(), key);
                paths.put(key.toBytes(), row.path());
            }
            return List.copyOf(paths.values());
        }
    }

    @Test
    void aTableThatIsNotThereIsPointedAt() {
        try (Pfs pfs = way.open(folder.resolve("none"), EmbeddedOptions.DEFAULT)) {
            PfsException refused = assertThrows(PfsException.class, () -> pfs.search("from /nope where a = 1"));
            assertEquals(ErrorCode.NOT_FOUND, refused.code());
            assertTrue(refused.detail().startsWith("character 6 of the query: "), refused.detail());
        }
    }

    /** No condition on text holds for a name that is none. */
    @Test
    void namesAreTextIfTheyCan() {
        try (Pfs pfs = way.open(folder.resolve("names"), EmbeddedOptions.DEFAULT)) {
            Table table = pfs.ensureTable("/n");
            byte[] odd = {'a', (byte) 0xff};
            table.edit(RowName.of(odd, 0, odd.length)).apply();
            table.edit(RowName.of("\u00e4b".getBytes(StandardCharsets.UTF_8), 0, 3))
                    .apply();
            assertEquals(
                    2, Promise.await(table.search("name is not null").rows()).size());
            assertEquals(
                    1,
                    Promise.await(table.search("name starts with '\u00e4'").rows())
                            .size());
            assertEquals(1, Promise.await(table.search("name <> 'x'").rows()).size(), "of bytes it is unknown");
        }
    }
}
