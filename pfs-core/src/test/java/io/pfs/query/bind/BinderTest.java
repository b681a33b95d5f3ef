package io.pfs.query.bind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.query.Attribute;
import io.pfs.query.Condition;
import io.pfs.query.Field;
import io.pfs.query.Naive;
import io.pfs.query.Query;
import io.pfs.query.RandomQueries;
import io.pfs.query.RandomRows;
import io.pfs.query.text.QueryText;
import io.pfs.query.value.ValueType;
import io.pfs.row.TagValue;
import io.pfs.testing.Seeds;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class BinderTest {
    /** A sorted file of photos and notes. */
    private record Photos(TreeMap<String, FieldType> byName) implements Catalogue {
        static Photos make() {
            TreeMap<String, FieldType> types = new TreeMap<>();
            types.put("heat", FieldType.of(ValueType.LONG));
            types.put("ratio", FieldType.of(ValueType.DOUBLE));
            types.put("place", FieldType.of(ValueType.TEXT));
            types.put("taken", FieldType.of(ValueType.TIMESTAMP));
            types.put("digest", FieldType.of(ValueType.BYTES));
            types.put("ready", FieldType.of(ValueType.BOOLEAN));
            types.put("other", FieldType.ANY);
            return new Photos(types);
        }

        @Override
        public Optional<FieldType> tag(String name) {
            return Optional.ofNullable(byName.get(name));
        }

        @Override
        public boolean hasColumn(String name) {
            return columns().contains(name);
        }

        @Override
        public boolean hasTable(String path) {
            return tables().contains(path);
        }

        @Override
        public List<String> tags() {
            return List.copyOf(byName.keySet());
        }

        @Override
        public List<String> columns() {
            return List.of("content", "thumb");
        }

        @Override
        public List<String> tables() {
            return List.of("/photos", "/notes");
        }
    }

    private static BoundQuery bind(String query) {
        return Binder.bind(QueryText.parsed(query), Photos.make());
    }

    @Test
    void valuesGetTheTypesOfTheirFields() {
        bound("heat > 3.5 and ratio = 1", "heat > 3.5 and ratio = 1");
        bound("taken > '2026-11-01'", "taken > timestamp '2026-11-01T00:00:00Z'");
        bound(
                "taken in ('2026-11-01 12:00:00', 5)",
                "taken in (timestamp '1970-01-01T00:00:00.005Z', timestamp '2026-11-01T12:00:00Z')");
        bound("mtime < 86400000", "mtime < timestamp '1970-01-02T00:00:00Z'");
        bound("digest prefix 'ab'", "digest prefix x'6162'");
        bound("other = 3 and other = 'x' or name > 'a'", "name > 'a'");
        bound("r:@ctime @>= 5", "ctime >= timestamp '1970-01-01T00:00:00.005Z'");
        bound("not (heat < 3 or ready = true)", "heat >= 3 and ready <> true");
        assertTrue(bind("heat > 3 and heat < 2").isOfNoRow());
        assertFalse(bind("heat > 3").isOfNoRow());
    }

    private static void bound(String condition, String expected) {
        assertEquals(expected, QueryText.print(bind(condition).query().where()), condition);
    }

    @Test
    void typesAreKnown() {
        BoundQuery bound = bind("select max(place), sum(other) where size(thumb) > 3 group by @kind order by kind");
        assertEquals(FieldType.of(ValueType.TEXT), bound.type(Field.ofTag("place")));
        assertEquals(FieldType.ANY, bound.type(Field.ofTag("other")));
        assertEquals(FieldType.of(ValueType.LONG), bound.type(Field.ofCell("thumb")));
        assertEquals(FieldType.of(ValueType.TEXT), bound.type(Field.of(Attribute.KIND)));
    }

    @Test
    void whatDoesNotFitIsRefused() {
        refused("heet > 3", ErrorCode.NOT_FOUND, "there is no tag 'heet' in this sorted file; did you mean 'heat'?");
        refused("Ready = true", ErrorCode.NOT_FOUND, "did you mean 'ready'?");
        refused("sise > 3", ErrorCode.NOT_FOUND, "did you mean 'size'?");
        refused("nothing = 3", ErrorCode.NOT_FOUND, "there is no tag 'nothing' in this sorted file");
        refused("from /photo", ErrorCode.NOT_FOUND, "did you mean '/photos'?");
        refused("from /notes, /elsewhere", ErrorCode.NOT_FOUND, "table '/elsewhere'");
        refused("size(thumbs) > 3", ErrorCode.NOT_FOUND, "did you mean 'thumb'?");
        refused("order by gone", ErrorCode.NOT_FOUND, "'gone'");
        refused("select count(*) group by gone", ErrorCode.NOT_FOUND, "'gone'");
        refused(
                "heat = 'x'",
                ErrorCode.USAGE,
                "the tag 'heat' is of type whole number, and can't be compared so with text: heat = 'x'");
        refused("heat in (1, true)", ErrorCode.USAGE, "heat in (true, 1)");
        refused("size > '10'", ErrorCode.USAGE, "attribute 'size'");
        refused("taken > 'noon'", ErrorCode.USAGE, "tag 'taken' is of type timestamp");
        refused("taken > 1.5", ErrorCode.USAGE, "tag 'taken' is of type timestamp");
        refused("taken prefix '2026-11-01'", ErrorCode.USAGE, "tag 'taken' is of type timestamp");
        refused("place = 10", ErrorCode.USAGE, "tag 'place' is of type text");
        refused("place contains x'00'", ErrorCode.USAGE, "tag 'place' is of type text");
        refused("ready = 1", ErrorCode.USAGE, "tag 'ready' is of type true or false");
        refused("select sum(place)", ErrorCode.USAGE, "sum takes numbers, but the tag 'place' is of type text");
        refused("select avg(mtime)", ErrorCode.USAGE, "avg takes numbers");
        refused("from /photos p join /nots n on name", ErrorCode.NOT_FOUND, "did you mean '/notes'?");
        refused("from /photos p join /notes n on p.heat = n.place", ErrorCode.USAGE, "nothing can be joined");
        refused("from /photos p join /notes n on heet", ErrorCode.NOT_FOUND, "did you mean 'heat'?");
        refused("place = 5 and place = '" + "x".repeat(1000) + "'", ErrorCode.USAGE, "place = 5");
    }

    private static void refused(String query, ErrorCode code, String words) {
        PfsException refused = assertThrows(PfsException.class, () -> bind(query), query);
        assertEquals(code, refused.code(), refused.getMessage());
        assertTrue(refused.detail().contains(words), refused.getMessage());
    }

    /** The very mention that does not fit, also if the field is mentioned elsewhere. */
    @Test
    void whatDoesNotFitIsPointedAt() {
        pointed("heet > 3", 1);
        pointed("select max(heat) from /photos where heat > 3 and not (ready = true or heat = 'x')", 71);
        pointed("select count(*), sum(place) where place = 'x'", 22);
        pointed("from /photos, /nots", 15);
        pointed("from '/nots/' limit 3", 6);
        pointed("from /photos p join /nots n on name", 21);
        pointed("from /photos p join /notes n on heet", 33);
        pointed("from /photos p join /notes n on p.heat = n.place", 33);
        pointed("heat = 1 order by heat, size(thumbs)", 25);
        pointed("r:heat < 10 & place = 10", 15);
        assertEquals(
                "there is no tag 'heet' in this sorted file; did you mean 'heat'?",
                assertThrows(PfsException.class, () -> Binder.bind(QueryText.parse("heet = 1"), Photos.make()))
                        .detail());
    }

    private static void pointed(String query, int character) {
        PfsException refused = assertThrows(PfsException.class, () -> bind(query), query);
        assertTrue(refused.detail().startsWith("character " + character + " of the query: "), refused.getMessage());
    }

    @Test
    void aJoinsConditionsAreDivided() {
        BoundQuery bound = bind("from /photos p join /notes n on p.heat = n.ratio where p.heat > 3 and n.place = 'x'"
                + " and (p.heat = 5 or n.ratio = 2) and not p.place = 'y'");
        assertEquals("p.heat > 3 and p.place <> 'y'", QueryText.print(bound.whereOf("p")));
        assertEquals("n.place = 'x'", QueryText.print(bound.whereOf("n")));
        assertEquals("p.heat = 5 or n.ratio = 2", QueryText.print(bound.whereOfBoth()));
        assertEquals(
                FieldType.of(ValueType.DOUBLE), bound.type(Field.ofTag("ratio").of("n")));
        BoundQuery all = bind("from /photos p join /notes n on name");
        assertEquals(Condition.Constant.ALWAYS, all.whereOf("p"));
        assertEquals(Condition.Constant.ALWAYS, all.whereOfBoth());
        assertEquals(
                Condition.Constant.NEVER,
                bind("from /photos p join /notes n on name where false").whereOfBoth());
    }

    @Test
    void ofAnyRowsNothingIsRefusedAndTheSameFound() {
        Seeds.each("BinderTest#ofAnyRowsNothingIsRefusedAndTheSameFound", 500, seed -> {
            Random random = new Random(seed);
            List<Field> tags = List.of(Field.ofTag("a"), Field.ofTag("b"));
            Query query = Query.where(new RandomQueries(random, tags).condition(random.nextInt(4)));
            Query bound = Binder.bind(query, Catalogue.ofAnyRows()).query();
            for (int i = 0; i < 10; i++) {
                Map<Field, TagValue> row = RandomRows.row(random);
                assertEquals(
                        Naive.decide(query.where(), row).equals(Optional.of(true)),
                        Naive.decide(bound.where(), row).equals(Optional.of(true)),
                        () -> QueryText.print(query) + " of " + row);
            }
        });
        Query anything = QueryText.parse("from /gone where nosuch > 3 and size(nosuch) = 1 order by nosuch");
        assertEquals(anything, Binder.bind(anything, Catalogue.ofAnyRows()).query());
    }

    @Test
    void namesAreNearByLetters() {
        assertEquals(0, NearName.distance("heat", "heat"));
        assertEquals(1, NearName.distance("heat", "heet"));
        assertEquals(1, NearName.distance("heat", "eat"));
        assertEquals(2, NearName.distance("heat", "hatt"));
        assertEquals(3, NearName.distance("a", "abcdef"), "more than counts");
        assertEquals("", NearName.hint("a", List.of("b", "ab")), "a short name is near to all");
    }

    /** Held against what is said without thinking of how long it takes. */
    @Test
    void distancesThatCountAreExact() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            String one = letters(random, random.nextInt(7));
            String two = letters(random, random.nextInt(7));
            int expected = Math.min(3, plainDistance(one, two));
            assertEquals(expected, Math.min(3, NearName.distance(one, two)), () -> "seed " + seed + one + ' ' + two);
        }
    }

    private static String letters(Random random, int count) {
        StringBuilder letters = new StringBuilder();
        random.ints(count, 'a', 'd').forEach(letters::appendCodePoint);
        return letters.toString();
    }

    private static int plainDistance(String one, String two) {
        if (one.isEmpty() || two.isEmpty()) {
            return one.length() + two.length();
        }
        int replaced = one.charAt(0) == two.charAt(0) ? 0 : 1;
        int both = plainDistance(one.substring(1), two.substring(1)) + replaced;
        return Math.min(both, Math.min(plainDistance(one.substring(1), two), plainDistance(one, two.substring(1))) + 1);
    }
}
