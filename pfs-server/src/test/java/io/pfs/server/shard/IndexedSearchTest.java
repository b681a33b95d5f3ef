package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.hash.SliceOrder;
import io.pfs.query.Attribute;
import io.pfs.query.Field;
import io.pfs.query.Naive;
import io.pfs.query.Query;
import io.pfs.query.RandomQueries;
import io.pfs.query.RandomRows;
import io.pfs.query.answer.RowOrder;
import io.pfs.query.answer.TopRows;
import io.pfs.query.bind.Binder;
import io.pfs.query.bind.Catalogue;
import io.pfs.query.index.Indexed;
import io.pfs.query.text.QueryText;
import io.pfs.row.SoughtRow;
import io.pfs.row.TagValue;
import io.pfs.server.tag.PlanLimits;
import io.pfs.testing.Seeds;
import io.pfs.wire.Cursor;
import io.pfs.wire.Expected;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.IndexesMeasured;
import io.pfs.wire.Reply.RowsSearched;
import io.pfs.wire.Reply.TableAltered;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.MeasureIndexes;
import io.pfs.wire.Request.SearchRows;
import io.pfs.wire.RowEdit;
import io.pfs.wire.RowSearch;
import io.pfs.wire.TableChange.ChangeIndexes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Searches of a table with indexes, held against going through all rows, while the table and its indexes change and get lost. */
final class IndexedSearchTest {
    private static final int NAMES = 300;
    private static final int ROWS = 1000;
    private static final int STEPS = 400;
    private static final List<Indexed> INDEXABLE = List.of(
            new Indexed.OfTag("a"),
            new Indexed.OfTag("b"),
            new Indexed.OfAttribute(Attribute.NAME),
            new Indexed.OfAttribute(Attribute.SIZE));
    private static final List<Field> FIELDS =
            List.of(Field.ofTag("a"), Field.ofTag("b"), Field.of(Attribute.NAME), Field.of(Attribute.SIZE));

    @Test
    void whatIsFoundIsWhatIsThere() {
        long[] narrowed = {0};
        Seeds.each("IndexedSearchTest", 12, seed -> narrowed[0] += new Run(seed).go());
        assertTrue(narrowed[0] > 100, "indexes said where to look: " + narrowed[0]);
    }

    private static final class Run {
        private final Random random;
        private final ShardRig rig = new ShardRig();
        private final Map<RowName, Map<Field, TagValue>> rows = new HashMap<>();
        private long searches;
        private long narrowed;

        Run(long seed) {
            random = new Random(seed);
            rig.planLimits = random.nextBoolean() ? PlanLimits.USUAL : new PlanLimits(3, 1 << 20, 1);
            rig.open();
            rig.makeTables();
        }

        long go() {
            for (int i = 0; i < STEPS; i++) {
                step();
            }
            narrowed += rig.group().counters().searchesNarrowed();
            return narrowed;
        }

        private void step() {
            int kind = random.nextInt(100);
            if (kind < 60) {
                edit();
            } else if (kind < 66) {
                remove();
            } else if (kind < 70) {
                changeIndexes();
            } else if (kind < 72) {
                rig.checkpoint();
            } else if (kind < 75) {
                reopen();
            } else {
                search();
            }
        }

        private void edit() {
            int number = random.nextInt(NAMES);
            Map<Field, TagValue> values = new HashMap<>(RandomRows.row(random));
            TreeMap<String, TagValue> tags = new TreeMap<>();
            values.forEach((field, value) -> {
                if (field instanceof Field.OfTag tag) {
                    tags.put(tag.name(), value);
                }
            });
            TreeSet<String> gone = new TreeSet<>(Set.of("a", "b"));
            gone.removeAll(tags.keySet());
            Reply reply = rig.ask(rig.edit(0, number, Expected.ANY, RowEdit.ofTags(tags, gone)));
            assertTrue(!(reply instanceof Reply.Refused), String.valueOf(reply));
            values.keySet().removeIf(field -> !(field instanceof Field.OfTag));
            values.put(Field.of(Attribute.NAME), new TagValue.OfString("row-" + number));
            values.put(Field.of(Attribute.SIZE), new TagValue.OfLong(0));
            rows.put(ShardRig.name(number), values);
        }

        private void remove() {
            int number = random.nextInt(NAMES);
            Reply reply = rig.ask(rig.remove(0, number));
            boolean wasThere = rows.remove(ShardRig.name(number)) != null;
            assertEquals(!wasThere, reply instanceof Reply.Refused, String.valueOf(reply));
        }

        private void changeIndexes() {
            List<Indexed> some =
                    INDEXABLE.stream().filter(any -> random.nextBoolean()).toList();
            ChangeIndexes change =
                    random.nextInt(3) > 0 ? new ChangeIndexes(some, List.of()) : new ChangeIndexes(List.of(), some);
            assertInstanceOf(TableAltered.class, rig.ask(new AlterTable(rig.table(0), change)));
        }

        /** A killed process; at times the power goes, or somebody spoils or deletes the index. */
        private void reopen() {
            narrowed += rig.group().counters().searchesNarrowed();
            switch (random.nextInt(4)) {
                case 0 -> rig.index.crash();
                case 1 -> rig.index.damage();
                default -> {}
            }
            rig.open();
            if (random.nextBoolean()) {
                rig.runUntilIdle();
            }
        }

        private void search() {
            RandomQueries queries = new RandomQueries(random, FIELDS);
            Query drawn = queries.query();
            String text = QueryText.print(new Query(
                    List.of(),
                    List.of(),
                    Optional.empty(),
                    drawn.where(),
                    Optional.empty(),
                    drawn.aggregates().isEmpty() ? drawn.orderBy() : List.of(),
                    drawn.limit()));
            Query bound;
            try {
                bound = Binder.bind(QueryText.parse(text), Catalogue.ofAnyRows())
                        .query();
            } catch (PfsException e) {
                return; // what can't be bound is not sent
            }
            TopRows found = found(QueryText.print(bound));
            List<String> names = new ArrayList<>();
            found.forEach((key, row) -> names.add(
                    SoughtRow.decode(new ByteReader("row", row)).name().toString()));
            List<String> expected = expected(bound);
            int count = (int) Math.min(bound.limit().orElse(Long.MAX_VALUE), expected.size());
            if (bound.orderBy().isEmpty()) {
                assertEquals(count, Math.min(count, new TreeSet<>(names).size()), text);
                assertTrue(expected.containsAll(names), text);
            } else {
                assertEquals(expected.subList(0, count), names.subList(0, Math.min(count, names.size())), text);
            }
        }

        private List<String> expected(Query bound) {
            RowOrder order = new RowOrder(bound.orderBy());
            TreeMap<byte[], String> sorted = new TreeMap<>(Arrays::compareUnsigned);
            rows.forEach((name, values) -> {
                if (Naive.decide(bound.where(), values).orElse(false)) {
                    ByteWriter key = new ByteWriter(64);
                    order.begin(RandomRows.values(values), key);
                    order.end("/t", name, key);
                    sorted.put(key.toBytes(), name.toString());
                }
            });
            return List.copyOf(sorted.values());
        }

        private TopRows found(String query) {
            searches++;
            TopRows all = new TopRows(4096);
            if (random.nextInt(3) == 0) {
                long cut = random.nextLong();
                find(query, Optional.empty(), cut, all);
                find(query, Optional.of(Cursor.behindAll(SliceOrder.hashAt(cut))), -1, all);
            } else {
                find(query, Optional.empty(), -1, all);
            }
            return all;
        }

        private void find(String query, Optional<Cursor> from, long last, TopRows all) {
            Optional<Cursor> next = from;
            Optional<Cursor> asked;
            do {
                asked = next;
                RowSearch search = new RowSearch(searches, query, "/t", List.of());
                Reply reply = rig.ask(new SearchRows(rig.table(0), asked, last, 1 + random.nextInt(100), search));
                RowsSearched page = assertInstanceOf(RowsSearched.class, reply, query);
                TopRows.decode(4096, new ByteReader("page", page.found()))
                        .forEach((key, row) -> all.offer(new ByteWriter(key.length).bytes(key), () -> row));
                next = page.next();
            } while (next.isPresent() && !next.equals(asked)); // with limit 0 each page is full at once
        }
    }

    @Test
    void anIndexIsMeasuredAndUsed() {
        ShardRig rig = new ShardRig().open();
        rig.makeTables();
        for (int i = 0; i < ROWS; i++) {
            rig.ask(rig.edit(0, i, Expected.ANY, RowEdit.ofTags(Map.of("heat", new TagValue.OfLong(i)), Set.of())));
        }
        ChangeIndexes change = new ChangeIndexes(List.of(new Indexed.OfTag("heat")), List.of());
        assertInstanceOf(TableAltered.class, rig.ask(new AlterTable(rig.table(0), change)));
        IndexesMeasured measured =
                assertInstanceOf(IndexesMeasured.class, rig.ask(new MeasureIndexes(rig.table(0), Optional.empty())));
        assertEquals(List.of(0), measured.complete());
        assertEquals(ROWS, measured.rowsAll());
        assertEquals(ROWS, measured.rowsDone());
        assertEquals(Optional.empty(), measured.next());
        RowsSearched page = search(rig, "heat >= 290 and heat < 295");
        assertEquals(5, page.cost().rowsRead(), page.cost().plan());
        assertTrue(
                page.cost().plan().startsWith("index of tag 'heat'"),
                page.cost().plan());
        page = search(rig, "order by heat desc limit 3");
        assertTrue(page.cost().rowsRead() < 100, page.cost().toString());
        page = search(rig, "heat >= 3");
        assertTrue(page.cost().plan().startsWith("all rows"), page.cost().plan());
    }

    @Test
    void whereAllRowsAreLookedAtOnlyTheFirstPageAsksTheIndex() {
        ShardRig rig = new ShardRig().open();
        rig.makeTables();
        for (int i = 0; i < ROWS; i++) {
            rig.ask(rig.edit(0, i, Expected.ANY, RowEdit.ofTags(Map.of("heat", new TagValue.OfLong(i)), Set.of())));
        }
        ChangeIndexes change = new ChangeIndexes(List.of(new Indexed.OfTag("heat")), List.of());
        assertInstanceOf(TableAltered.class, rig.ask(new AlterTable(rig.table(0), change)));
        RowsSearched first = search(rig, "heat >= 3", Optional.empty(), 100);
        assertTrue(
                first.cost().plan().startsWith("all rows: that is faster"),
                first.cost().plan());
        rig.index.damage(); // who asks it notices
        RowsSearched second = search(rig, "heat >= 3", first.next(), 100);
        assertEquals(first.cost().plan(), second.cost().plan());
        RowsSearched other = search(rig, "heat >= 4", first.next(), 100);
        assertTrue(
                other.cost().plan().startsWith("all rows: the index can't be asked"),
                other.cost().plan());
    }

    /** A table in which looking up a row costs no more than looking at one, so that the first of any order come from an index. */
    private static ShardRig indexedByHeat(int rows, String note) {
        ShardRig rig = new ShardRig();
        rig.planLimits = new PlanLimits(1000, 1 << 20, 1);
        rig.open();
        rig.makeTables();
        for (int i = 0; i < rows; i++) {
            Map<String, TagValue> tags = Map.of("heat", new TagValue.OfLong(i), "note", new TagValue.OfString(note));
            rig.ask(rig.edit(0, i, Expected.ANY, RowEdit.ofTags(tags, Set.of())));
        }
        ChangeIndexes change = new ChangeIndexes(List.of(new Indexed.OfTag("heat")), List.of());
        assertInstanceOf(TableAltered.class, rig.ask(new AlterTable(rig.table(0), change)));
        return rig;
    }

    /** Names of those that are found in all pages, none of which has more bytes, or more rows, than it may. */
    private static List<String> inPages(ShardRig rig, String query, int rowsMax) {
        TopRows all = new TopRows(4096);
        Optional<Cursor> next = Optional.empty();
        do {
            RowsSearched page = search(rig, query, next, rowsMax);
            assertTrue(page.found().length < Limits.FOUND_BYTES_MAX + (16 << 10), "bytes " + page.found().length);
            TopRows.decode(rowsMax, new ByteReader("page", page.found()))
                    .forEach((key, row) -> all.offer(new ByteWriter(key.length).bytes(key), () -> row));
            next = page.next();
        } while (next.isPresent());
        List<String> names = new ArrayList<>();
        all.forEach((key, row) ->
                names.add(SoughtRow.decode(new ByteReader("row", row)).name().toString()));
        return names;
    }

    private static List<String> names(int first, int behind) {
        return IntStream.range(first, behind).mapToObj(i -> "row-" + i).toList();
    }

    @Test
    void theFirstOfAnOrderThatAreTooMuchForAPageAreFoundOtherwise() {
        ShardRig rig = indexedByHeat(2000, "n".repeat(3500));
        RowsSearched few = search(rig, "order by heat limit 1000");
        assertTrue(few.cost().plan().contains("until 1,000 rows"), few.cost().plan());
        assertEquals(Optional.empty(), few.next());
        String query = "order by heat limit 1500";
        assertEquals(names(0, 1500), inPages(rig, query, 4096).subList(0, 1500));
        assertTrue(search(rig, query).cost().plan().startsWith("all rows"));
    }

    /** One that is looked up may cost much to decide. */
    @Test
    void theFirstOfAnOrderThatTakeLongToDecideAreFoundOtherwise() {
        ShardRig rig = indexedByHeat(40, "n".repeat(3500));
        String terms = IntStream.range(0, 1000)
                .mapToObj(term -> "note contains 'b" + term + "'")
                .collect(Collectors.joining(" or "));
        String query = "heat >= 30 or " + terms + " order by heat limit 5";
        RowsSearched page = search(rig, query);
        assertTrue(page.cost().rowsRead() <= 10, page.cost().toString());
        assertEquals(names(30, 35), inPages(rig, query, 4096).subList(0, 5));
    }

    @Test
    void noPageHasMoreOfTheFirstOfAnOrderThanRowsThatWereAskedFor() {
        ShardRig rig = indexedByHeat(400, "");
        assertEquals(names(0, 300), inPages(rig, "order by heat limit 300", 100).subList(0, 300));
    }

    private static RowsSearched search(ShardRig rig, String query) {
        return search(rig, query, Optional.empty(), 4096);
    }

    private static RowsSearched search(ShardRig rig, String query, Optional<Cursor> from, int rowsMax) {
        RowSearch search = new RowSearch(query.hashCode(), query, "/t", List.of());
        return assertInstanceOf(RowsSearched.class, rig.ask(new SearchRows(rig.table(0), from, rowsMax, search)));
    }

    @Test
    void onlyTheOwnerChangesIndexesAndUnknownOnesAreRefused() {
        ShardRig rig = new ShardRig().open();
        rig.makeTables();
        List<Indexed> many = IntStream.range(0, 64)
                .mapToObj(i -> (Indexed) new Indexed.OfTag("t" + i))
                .toList();
        assertInstanceOf(TableAltered.class, rig.ask(new AlterTable(rig.table(0), new ChangeIndexes(many, List.of()))));
        Reply reply = rig.ask(
                new AlterTable(rig.table(0), new ChangeIndexes(List.of(new Indexed.OfTag("one more")), List.of())));
        assertEquals(ErrorCode.TOO_LARGE, ShardRig.refusal(reply), String.valueOf(reply));
    }
}
