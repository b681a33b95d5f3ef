package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.PfsException;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.call.Promise;
import io.pfs.client.table.HitPair;
import io.pfs.client.table.Search;
import io.pfs.client.table.Table;
import io.pfs.format.ByteWriter;
import io.pfs.query.Aggregate;
import io.pfs.query.Attribute;
import io.pfs.query.Condition;
import io.pfs.query.Field;
import io.pfs.query.Join;
import io.pfs.query.Naive;
import io.pfs.query.Ordering;
import io.pfs.query.Query;
import io.pfs.query.RandomQueries;
import io.pfs.query.RandomRows;
import io.pfs.query.answer.Groups;
import io.pfs.query.answer.RowOrder;
import io.pfs.query.bind.Binder;
import io.pfs.query.bind.Catalogue;
import io.pfs.query.text.QueryText;
import io.pfs.row.TagValue;
import io.pfs.testing.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random joins of random rows, each compared with what all pairs of all rows tell. */
final class JoinModelTest {
    private static final int QUERIES = 200;
    private static final List<Field> FIELDS = RandomFiles.FIELDS;

    @TempDir
    private Path folder;

    @Test
    void whatIsPairedIsWhatAgrees() {
        Seeds.each("JoinModelTest", 1, seed -> new Run(seed).go());
    }

    /** Two that agree, with the values of both. */
    private record Pair(KnownRow left, KnownRow right, Map<Field, TagValue> values) {
        String names() {
            return left.name() + " " + right.name();
        }
    }

    private final class Run {
        private final Random random;
        private final Path data;
        private final Map<String, List<KnownRow>> known = new HashMap<>();

        Run(long seed) {
            random = new Random(seed);
            data = folder.resolve("seed-" + seed);
        }

        void go() {
            EmbeddedOptions options = EmbeddedOptions.DEFAULT.withDurability(Durability.MEMORY);
            try (Pfs pfs = Way.EMBEDDED.open(data, options)) {
                fill(pfs.ensureTable("/t"), 150);
                fill(pfs.ensureTable("/some/u"), 60);
                for (int i = 0; i < QUERIES; i++) {
                    if (i == QUERIES / 2) {
                        Indexes.make(pfs.openTable("/t"), List.of("a", "name"));
                        Indexes.make(pfs.openTable("/some/u"), List.of("b", "mode"));
                    }
                    check(pfs, query());
                }
            }
        }

        private void fill(Table table, int rows) {
            RandomFiles.fill(table, rows, random);
            known.put(table.path(), KnownRow.allOf(table, "c"));
        }

        private Field field() {
            return FIELDS.get(random.nextInt(FIELDS.size())).of(random.nextBoolean() ? "l" : "r");
        }

        private Query query() {
            Field[] keys = {Field.of(Attribute.NAME), Field.ofTag("a"), Field.ofTag("b"), Field.of(Attribute.MODE)};
            Field key = keys[random.nextInt(keys.length)];
            Field other = random.nextInt(3) == 0 ? keys[random.nextInt(keys.length)] : key;
            String left = random.nextBoolean() ? "/t" : "/some/u";
            String right = random.nextInt(4) == 0 ? left : left.equals("/t") ? "/some/u" : "/t";
            Join join = new Join(new Join.Side(left, "l", key.of("l")), new Join.Side(right, "r", other.of("r")));
            List<Condition> parts = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                parts.add(condition(2));
            }
            boolean isOfGroups = random.nextInt(3) == 0;
            List<Aggregate> aggregates =
                    isOfGroups ? List.of(Aggregate.COUNT, Aggregate.of(Aggregate.Function.MAX, field())) : List.of();
            List<Ordering> order = !isOfGroups && random.nextBoolean()
                    ? List.of(new Ordering(field(), random.nextBoolean()), new Ordering(field(), false))
                    : List.of();
            return new Query(
                    aggregates,
                    List.of(),
                    Optional.of(join),
                    Condition.and(parts),
                    isOfGroups && random.nextBoolean() ? Optional.of(field()) : Optional.empty(),
                    order,
                    random.nextBoolean() ? OptionalLong.of(random.nextInt(20)) : OptionalLong.empty());
        }

        /** Of one table, or of both. */
        private Condition condition(int depth) {
            Condition one = new RandomQueries(random, FIELDS).condition(depth).of(random.nextBoolean() ? "l" : "r");
            return random.nextInt(3) == 0
                    ? Condition.or(List.of(
                            one, new RandomQueries(random, FIELDS).condition(1).of("r")))
                    : one;
        }

        private void check(Pfs pfs, Query query) {
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
            List<Pair> matching = pairs(bound);
            Search search = pfs.search(text);
            if (search.isOfGroups()) {
                Groups groups = new Groups(bound);
                matching.forEach(pair -> groups.add(RandomRows.values(pair.values())));
                assertEquals(groups.rows(bound), Promise.await(search.groups()), text);
            } else {
                checkPairs(text, bound, matching, Promise.await(search.pairs()));
            }
            if (query.limit().isEmpty()) {
                var steps = search.explain().steps();
                assertTrue(
                        bound.where().equals(Condition.Constant.NEVER)
                                || steps.get(steps.size() - 1).found() == matching.size(),
                        text + "\n" + steps);
            }
        }

        private List<Pair> pairs(Query bound) {
            Join join = bound.join().orElseThrow();
            List<Pair> pairs = new ArrayList<>();
            for (KnownRow left : known.get(join.left().table())) {
                for (KnownRow right : known.get(join.right().table())) {
                    Map<Field, TagValue> both = new HashMap<>();
                    left.values().forEach((field, value) -> both.put(field.of("l"), value));
                    right.values().forEach((field, value) -> both.put(field.of("r"), value));
                    TagValue one = both.get(join.left().key());
                    TagValue other = both.get(join.right().key());
                    boolean agree = one != null
                            && other != null
                            && Naive.compare(one, other).equals(Optional.of(0));
                    if (agree && Naive.decide(bound.where(), both).orElse(false)) {
                        pairs.add(new Pair(left, right, both));
                    }
                }
            }
            return pairs;
        }

        private void checkPairs(String text, Query bound, List<Pair> matching, List<HitPair> found) {
            List<String> names = found.stream()
                    .map(pair ->
                            pair.left().row().name() + " " + pair.right().row().name())
                    .toList();
            int count = (int) Math.min(bound.limit().orElse(Long.MAX_VALUE), matching.size());
            if (bound.orderBy().isEmpty()) {
                assertEquals(count, new HashSet<>(names).size(), text);
                assertEquals(count, names.size(), text);
                assertTrue(matching.stream().map(Pair::names).toList().containsAll(names), text);
                return;
            }
            assertEquals(inOrder(bound, matching).subList(0, count), names, text);
        }

        private static List<String> inOrder(Query bound, List<Pair> pairs) {
            RowOrder order = new RowOrder(bound.orderBy());
            Join join = bound.join().orElseThrow();
            TreeMap<byte[], String> names = new TreeMap<>(Arrays::compareUnsigned);
            for (Pair pair : pairs) {
                ByteWriter key = new ByteWriter(64);
                order.begin(RandomRows.values(pair.values()), key);
                order.end(join.left().table(), pair.left().name(), key);
                order.end(join.right().table(), pair.right().name(), key);
                names.put(key.toBytes(), pair.names());
            }
            return List.copyOf(names.values());
        }
    }
}
