package io.pfs.query.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.query.Aggregate;
import io.pfs.query.Attribute;
import io.pfs.query.Comparison;
import io.pfs.query.Condition;
import io.pfs.query.Field;
import io.pfs.query.Query;
import io.pfs.query.QueryLimits;
import io.pfs.query.RandomQueries;
import io.pfs.row.TagValue;
import io.pfs.row.TagValue.OfBoolean;
import io.pfs.row.TagValue.OfBytes;
import io.pfs.row.TagValue.OfDouble;
import io.pfs.row.TagValue.OfLong;
import io.pfs.row.TagValue.OfString;
import io.pfs.row.TagValue.OfTimestamp;
import io.pfs.testing.Seeds;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class QueryTextTest {
    /** Fields alone, each with its canonical text. */
    private static final String[][] FIELDS = {
        {"hot", "hot"},
        {" @size ", "size"},
        {"`size`", "`size`"},
        {"size", "size"},
        {"exif.iso", "exif.iso"},
        {"size(thumb)", "size(thumb)"},
        {"size( `odd form` )", "size(`odd form`)"},
        {"`content-type`", "`content-type`"},
    };

    /** Each with its canonical text. */
    private static final String[][] QUERIES = {
        {"", "select *"},
        {"  ", "select *"},
        {"where true", "select *"},
        {
            "from /photos, /scans where type = 'jpeg' and size < 20KiB order by heat desc limit 10",
            "select * from /photos, /scans where type = 'jpeg' and size < 20480 order by heat desc limit 10"
        },
        {"type = 'jpeg'", "select * where type = 'jpeg'"},
        {"FROM '/a b', \"/c\" WHERE a>=1 AND b<2 or c!=3", "select * from '/a b', /c where a >= 1 and b < 2 or c <> 3"},
        {"from /a/ limit 3", "select * from /a limit 3"},
        {"from / order by @mtime, name asc nulls last", "select * from / order by mtime, name"},
        {"(a = 1 and (b = 2)) and c = 3", "select * where a = 1 and b = 2 and c = 3"},
        {"(a = 1 or b = 2) and c = 3", "select * where (a = 1 or b = 2) and c = 3"},
        {"a = 1 or b = 2 and c = 3", "select * where a = 1 or b = 2 and c = 3"},
        {"not a = 1 and not (b = 2 or c = 3)", "select * where not a = 1 and not (b = 2 or c = 3)"},
        {"not not a is null", "select * where not a is not null"},
        {"a is not null", "select * where a is not null"},
        {"not a is null", "select * where a is not null"},
        {"a between 1 and 2 and b = 3", "select * where a >= 1 and a <= 2 and b = 3"},
        {"a not between 1 and 2", "select * where not (a >= 1 and a <= 2)"},
        {"a in (3, 1, 'x', 1)", "select * where a in (1, 3, 'x')"},
        {"a not in (1)", "select * where not a in (1)"},
        {"10 < size", "select * where size > 10"},
        {"name prefix 'IMG_' or name starts with \"a'b\"", "select * where name prefix 'IMG_' or name prefix 'a''b'"},
        {"note contains 'it''s'", "select * where note contains 'it''s'"},
        {"`size` = 1 and @size = 1 and `a``b` = 2", "select * where `size` = 1 and size = 1 and `a``b` = 2"},
        {
            "size(thumb) > 1MiB and size(`odd form`) is null",
            "select * where size(thumb) > 1048576 and size(`odd form`) is null"
        },
        {"exif.iso > 400", "select * where exif.iso > 400"},
        {"mtime > date '2026-11-01'", "select * where mtime > timestamp '2026-11-01T00:00:00Z'"},
        {"mtime > timestamp '2026-11-01 12:00:00+01:00'", "select * where mtime > timestamp '2026-11-01T11:00:00Z'"},
        {
            "date > 1 and date '2026-11-01' < mtime",
            "select * where `date` > 1 and mtime > timestamp '2026-11-01T00:00:00Z'"
        },
        {"a = 1.5 and b = -2e3 and c = -0.0", "select * where a = 1.5 and b = -2000.0 and c = -0.0"},
        {"mode = 0o644", "select * where mode = 420"},
        {"a = x'0aFF' and ready = true", "select * where a = x'0aff' and ready = true"},
        {"a > double 'nan'", "select * where a > double 'NaN'"},
        {"select * where group = 5", "select * where group = 5"},
        {
            "select count(*), sum(size) from /a group by type order by COUNT(*) desc, type",
            "select count(*), sum(size) from /a group by type order by count(*) desc, type"
        },
        {"select type, max(heat) group by type", "select max(heat) group by type"},
        {"select avg(count) where count > 3", "select avg(`count`) where `count` > 3"},
        {
            "from /photos p join /notes n on name where p.heat > 3 and n.lang = 'de'",
            "select * from /photos as p join /notes as n on p.name = n.name where p.heat > 3 and n.lang = 'de'"
        },
        {
            "select count(*) from /photos as p join '/n' n on n.album = p.album where size(p.thumb) > 3 and n.@size = 1 and"
                    + " p.exif.iso = 2",
            "select count(*) from /photos as p join /n as n on p.album = n.album where size(p.thumb) > 3 and n.size = 1 and"
                    + " p.exif.iso = 2"
        },
        {"R:k1 < 10&k2 > 20", "select * where k1 < 10 and k2 > 20"},
        {" r: k1 @< 10 & k2@>=20 | @ctime @> 5", "select * where k1 < 10 and k2 >= 20 or ctime > 5"},
        {"r:a=1|b=2&c=3|d<>x", "select * where a = 1 or b = 2 and c = 3 or d <> 'x'"},
        {"p:type = jpeg & place= the sea &n=007", "select * where type = 'jpeg' and place = 'the sea' and n = '007'"},
        {"p:a='(10)'", "select * where a = '(10)'"},
        {"P:a='10'|b=\"x&y\" |c=", "select * where a = '10' or b = 'x&y' or c = ''"},
        {"r:size < 1.5&@size@<2KiB", "select * where `size` < 1.5 and size < 2048"},
        {"r:a!=b=c", "select * where a <> 'b=c'"},
    };

    @Test
    void aFieldAloneIsParsedAndPrinted() {
        for (String[] pair : FIELDS) {
            Field field = QueryText.field(pair[0]);
            assertEquals(pair[1], QueryText.print(field));
            assertEquals(field, QueryText.field(pair[1]));
        }
    }

    @Test
    void whatIsNoFieldIsPointedAt() {
        assertEquals(
                "character 9 of the field: the end of the field (other characters stand in `backquotes`) is expected, but"
                        + " there is 'type'\n  content type\n          ^",
                assertThrows(PfsException.class, () -> QueryText.field("content type"))
                        .detail());
        assertEquals(
                "character 1 of the field: a field is expected, but the field ends\n  \n  ^",
                assertThrows(PfsException.class, () -> QueryText.field("")).detail());
        assertEquals(
                ErrorCode.NOT_FOUND,
                assertThrows(PfsException.class, () -> QueryText.field("@hot")).code());
        assertThrows(PfsException.class, () -> QueryText.field("count(hot)"));
        assertThrows(PfsException.class, () -> QueryText.field("hot = 5"));
    }

    @Test
    void aQueryHasOneCanonicalText() {
        for (String[] query : QUERIES) {
            Query parsed = QueryText.parse(query[0]);
            assertEquals(query[1], QueryText.print(parsed), query[0]);
            assertEquals(parsed, QueryText.parse(query[1]), query[0]);
        }
    }

    @Test
    void thePapersFormIsTheSameTree() {
        Condition expected = Condition.and(List.of(
                new Condition.Compare(Field.ofTag("k1"), Comparison.LESS, new OfLong(10)),
                new Condition.Compare(Field.ofTag("k2"), Comparison.MORE, new OfLong(20))));
        for (String text : List.of("R:k1 < 10&k2 > 20", "r: k1@<10 & k2 @> 20", "k1 < 10 and k2 > 20")) {
            assertEquals(Query.where(expected), QueryText.parse(text), text);
        }
    }

    @Test
    void fieldsAreWhatTheirWordsSay() {
        assertEquals(Field.of(Attribute.GROUP), field("group"));
        assertEquals(Field.of(Attribute.NAME), field("@name"));
        assertEquals(Field.ofTag("name"), field("`name`"));
        assertEquals(Field.ofTag("Name"), field("Name"));
        assertEquals(Field.ofTag("a.b"), field("a.b"));
        assertEquals(Field.ofTag("h\u00e9\ud801\udc00"), field("h\u00e9\ud801\udc00"));
        assertEquals(Field.ofCell("a.b"), field("size(a.b)"));
        assertEquals(Field.ofTag("prefix"), field("prefix"));
        assertEquals(Field.ofTag("x"), field("x"));
    }

    private static Field field(String text) {
        return ((Condition.Term) QueryText.parse(text + " = 1").where()).field();
    }

    @Test
    void valuesAreWhatTheySay() {
        assertEquals(new OfLong(Long.MIN_VALUE), value("-9223372036854775808"));
        assertEquals(new OfLong(7), value("+7"));
        assertEquals(new OfLong(1536), value("1.5kib"));
        assertEquals(new OfLong(1L << 43), value("8TiB"));
        assertEquals(new OfLong(3L << 30), value("3GiB"));
        assertEquals(new OfDouble(0.1), value("0.1"));
        assertEquals(new OfDouble(1e5), value("1e5"));
        assertEquals(new OfDouble(2.5e-3), value("2.5E-3"));
        assertEquals(new OfDouble(Double.NEGATIVE_INFINITY), value("double '-Infinity'"));
        assertEquals(new OfString("a\n\"b"), value("'a\n\"b'"));
        assertEquals(new OfString(""), value("\"\""));
        assertEquals(new OfBytes(new byte[] {}), value("X''"));
        assertEquals(new OfBoolean(false), value("FALSE"));
        assertEquals(
                new OfTimestamp(Instant.parse("2026-11-01T12:00:00.5Z").toEpochMilli()),
                value("timestamp '2026-11-01T12:00:00.500'"));
        assertEquals(
                new OfTimestamp(Instant.parse("2026-11-01T00:00:00Z").toEpochMilli()), value("DATE\"2026-11-01\""));
    }

    private static TagValue value(String text) {
        return ((Condition.Compare) QueryText.parse("a = " + text).where()).value();
    }

    /** What is wrong, where, and what is said. */
    @Test
    void whatIsWrongIsPointedAt() {
        refused("a = ", 5, ErrorCode.USAGE, "a value is expected, but the query ends");
        refused("a = 1 b", 7, ErrorCode.USAGE, "where, group by, order by, limit is expected, but there is 'b'");
        refused("size < and x", 8, ErrorCode.USAGE, "a value is expected, but there is 'and'");
        refused("a = null", 5, ErrorCode.USAGE, "is null");
        refused("a = b", 5, ErrorCode.USAGE, "text stands in 'quotes'");
        refused("a like 'x%'", 3, ErrorCode.NOT_SUPPORTED, "no patterns");
        refused("a REGEXP '(a*)*'", 3, ErrorCode.NOT_SUPPORTED, "no patterns");
        refused("a = 'x", 5, ErrorCode.USAGE, "none that ends it");
        refused("a ; b", 3, ErrorCode.USAGE, "';' has no meaning");
        refused("(a = 1", 7, ErrorCode.USAGE, "')' is expected");
        refused("a = 1)", 6, ErrorCode.USAGE, "')'");
        refused("a", 2, ErrorCode.USAGE, "a comparison");
        refused("a is 5", 6, ErrorCode.USAGE, "'null' is expected");
        refused("a between 1 or 2", 13, ErrorCode.USAGE, "'and'");
        refused("a in ()", 7, ErrorCode.USAGE, "a value");
        refused("@nosuch = 1", 1, ErrorCode.NOT_FOUND, "there are name, table, kind, size");
        refused("@ = 1", 2, ErrorCode.USAGE, "behind '@'");
        refused("`` = 1", 1, ErrorCode.OUT_OF_RANGE, "bytes of the name of a tag '' must be from 1 to 255, but is 0");
        refused("a = 9223372036854775808", 5, ErrorCode.OUT_OF_RANGE, "9223372036854775807");
        refused("a = 1e999", 5, ErrorCode.OUT_OF_RANGE, "double");
        refused("a = 10MB", 5, ErrorCode.USAGE, "KiB, MiB, GiB and TiB");
        refused("a = 0.3KiB", 5, ErrorCode.OUT_OF_RANGE, "whole number of bytes");
        refused("a = 1e999999999KiB", 5, ErrorCode.OUT_OF_RANGE, "whole number of bytes");
        refused("a = " + "9".repeat(60_000) + "KiB", 5, ErrorCode.OUT_OF_RANGE, "9...");
        refused("a = 1.2.3", 5, ErrorCode.USAGE, "not a number");
        refused("a = x'0'", 5, ErrorCode.USAGE, "pairs of hexadecimal digits");
        refused("a = date '2026-13-01'", 10, ErrorCode.USAGE, "not a date");
        refused("a = timestamp '2026-11-01T00:00:00.0001Z'", 15, ErrorCode.USAGE, "whole milliseconds");
        refused("a = double '1'", 12, ErrorCode.USAGE, "NaN");
        refused("a prefix 5", 10, ErrorCode.USAGE, "text or bytes");
        refused("a contains 5", 12, ErrorCode.USAGE, "text or bytes");
        refused("from photos", 6, ErrorCode.USAGE, "path of a table");
        refused("from /a//b", 6, ErrorCode.NAME_INVALID, "/a//b");
        refused("from /a/../b", 6, ErrorCode.NAME_INVALID, "/a/../b");
        refused("from 'a'", 6, ErrorCode.NAME_INVALID, "'a'");
        refused("from /a p where x = 1", 9, ErrorCode.USAGE, "there is 'p'");
        refused("from /a x = 1", 9, ErrorCode.USAGE, "there is 'x'");
        refused("select size from /a", 8, ErrorCode.NOT_SUPPORTED, "rows are selected by *");
        refused("select a, count(*) group by b", 8, ErrorCode.NOT_SUPPORTED, "grouped by");
        refused("select sum(*)", 8, ErrorCode.USAGE, "sum is of a field");
        refused("select where a = 1", 8, ErrorCode.USAGE, "count, sum, avg, min and max");
        refused("group by a", 11, ErrorCode.USAGE, "'group by' is for");
        refused("select count(*) order by sum(a)", 17, ErrorCode.USAGE, "by what is selected");
        refused("order by count(*)", 1, ErrorCode.USAGE, "rows are ordered by their fields");
        refused("order by a nulls first", 18, ErrorCode.NOT_SUPPORTED, "always comes last");
        refused("limit -1", 7, ErrorCode.USAGE, "0 or more");
        refused("limit 1.5", 7, ErrorCode.USAGE, "whole number");
        refused("limit 3 offset 5", 9, ErrorCode.NOT_SUPPORTED, "offset");
        refused("limit 3 order by a", 9, ErrorCode.USAGE, "in this order");
        refused("from /a p join /b q on x where x = 1", 32, ErrorCode.USAGE, "of which table");
        refused("from /a p join /b q on x where r.x = 1", 32, ErrorCode.USAGE, "none of the tables");
        refused("from /a p join /b p on x", 6, ErrorCode.USAGE, "both tables");
        refused("from /a p join /b q on p.x = p.y", 30, ErrorCode.USAGE, "one of 'q'");
        refused("from /a join /b on x", 9, ErrorCode.USAGE, "short name");
        refused("r:", 3, ErrorCode.USAGE, "the name of a tag");
        refused("r:a", 4, ErrorCode.USAGE, "one of = <>");
        refused("r:a<1&", 7, ErrorCode.USAGE, "the name of a tag");
        refused("r:a@<x", 6, ErrorCode.USAGE, "'x' is not a number");
        refused("p:a<1", 4, ErrorCode.USAGE, "only =");
        refused("p:a=1&b=2|c=3", 10, ErrorCode.USAGE, "not both");
        refused("r:(a<1)", 3, ErrorCode.USAGE, "no parentheses");
        refused("r:a=1&b=2)", 10, ErrorCode.USAGE, "no parentheses");
        refused("r:@nosuch=1", 3, ErrorCode.NOT_FOUND, "there are name, table");
        refused("r:a='x'y", 8, ErrorCode.USAGE, "& or |");
        refused("a = 1 and\n\n  \ud83d\ude00 = 2", 14, ErrorCode.USAGE, "has no meaning");
        refused("a = '\ud800'", 6, ErrorCode.NAME_INVALID, "not Unicode");
    }

    private static void refused(String query, int character, ErrorCode code, String words) {
        PfsException refused = assertThrows(PfsException.class, () -> QueryText.parse(query), query);
        assertEquals(code, refused.code(), refused.getMessage());
        assertTrue(refused.detail().startsWith("character " + character + " of the query: "), refused.getMessage());
        assertTrue(refused.detail().contains(words), refused.getMessage());
        assertEquals(3, refused.detail().lines().count(), refused.getMessage());
    }

    @Test
    void thePlaceIsShown() {
        PfsException refused = assertThrows(PfsException.class, () -> QueryText.parse("a = 1 and\n\tb \ud83d\ude00 2"));
        assertEquals(
                "character 14 of the query: '\ud83d\ude00' has no meaning here; names with such characters stand in"
                        + " `backquotes`, text in 'quotes'\n  ?b \ud83d\ude00 2\n     ^",
                refused.detail());
        refused = assertThrows(PfsException.class, () -> QueryText.parse("x".repeat(1000) + " = 'y"));
        assertTrue(
                refused.detail().endsWith("\n  " + "x".repeat(57) + " = 'y\n  " + " ".repeat(60) + "^"),
                refused.detail());
    }

    @Test
    void limitsAreKept() {
        int max = QueryLimits.NESTING_MAX;
        assertEquals("a = 1", where("(".repeat(max) + "a=1" + ")".repeat(max)));
        tooLarge("(".repeat(max + 1) + "a=1" + ")".repeat(max + 1), max + 1);
        assertEquals("not ".repeat(max) + "a = 1", where("not ".repeat(max) + "a = 1"));
        tooLarge("not ".repeat(max + 1) + "a=1", 4 * max + 1);
        tooLarge("(".repeat(QueryLimits.TEXT_CHARS_MAX), max + 1);
        String terms = "a=1 or ".repeat(QueryLimits.TERMS_MAX - 1);
        assertEquals(
                QueryLimits.TERMS_MAX, QueryText.parse(terms + "a=1").where().terms());
        tooLarge(terms + "a=1 and b=2", terms.length() + 9);
        tooLarge("r:" + "a=1|".repeat(QueryLimits.TERMS_MAX) + "a=1", 4 * QueryLimits.TERMS_MAX + 3);
        String members = "a in (" + "1,".repeat(QueryLimits.IN_MEMBERS_MAX - 1) + "1";
        assertEquals("a in (1)", where(members + ")"));
        tooLarge(members + ",1)", 3);
        tooLarge("a = '" + "x".repeat(QueryLimits.TEXT_CHARS_MAX), QueryLimits.TEXT_CHARS_MAX + 1);
        tooLarge("order by " + "a,".repeat(QueryLimits.ORDERINGS_MAX) + "a", 1);
        tooLarge("from " + "/a,".repeat(QueryLimits.TABLES_MAX) + "/a", 5 + 3 * QueryLimits.TABLES_MAX + 3);
        tooLarge("select " + "count(*),".repeat(QueryLimits.AGGREGATES_MAX) + "count(*)", 304);
        Query wide = Query.where(
                Condition.between(Field.ofTag("`".repeat(255)), text(QueryLimits.TEXT_CHARS_MAX / 2), text(33_000)));
        assertEquals(
                ErrorCode.TOO_LARGE,
                assertThrows(PfsException.class, () -> QueryText.print(wide)).code());
    }

    private static TagValue text(int length) {
        return new OfString("x".repeat(length));
    }

    private static String where(String text) {
        return QueryText.print(QueryText.parse(text).where());
    }

    private static void tooLarge(String query, int character) {
        refused(query, character, ErrorCode.TOO_LARGE, "");
    }

    @Test
    void whatIsPrintedIsParsedAsTheSame() {
        Seeds.each("QueryTextTest#whatIsPrintedIsParsedAsTheSame", 2000, seed -> {
            Query query = new RandomQueries(new Random(seed)).query();
            String text = QueryText.print(query);
            assertEquals(query, QueryText.parse(text), text);
            assertEquals(text, QueryText.print(QueryText.parse(text)));
            assertEquals(query.hashCode(), QueryText.parse(text).hashCode());
        });
    }

    /** Whether a text is a query. If it is, its canonical text is the same query. */
    static boolean isQuery(String text) {
        Query query;
        try {
            query = QueryText.parse(text);
        } catch (PfsException e) {
            assertTrue(e.code().kind() == ErrorCode.Kind.REQUEST, e.getMessage());
            assertTrue(e.detail().startsWith("character "), e.getMessage());
            return false;
        }
        try {
            String printed = QueryText.print(query);
            assertEquals(query, QueryText.parse(printed), printed);
        } catch (PfsException e) {
            assertEquals(ErrorCode.TOO_LARGE, e.code(), e.getMessage());
        }
        return true;
    }

    @Test
    void changedTextIsParsedOrRefused() {
        int[] parsed = {0};
        Seeds.each("QueryTextTest#changedTextIsParsedOrRefused", 3000, seed -> {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder(QUERIES[random.nextInt(QUERIES.length)][0]);
            for (int i = random.nextInt(3); i >= 0; i--) {
                int at = random.nextInt(text.length() + 1);
                String other = QUERIES[random.nextInt(QUERIES.length)][0];
                int from = random.nextInt(other.length() + 1);
                text.replace(
                        at,
                        Math.min(text.length(), at + random.nextInt(4)),
                        other.substring(from, Math.min(other.length(), from + random.nextInt(8))));
            }
            parsed[0] += isQuery(text.toString()) ? 1 : 0;
        });
        assertTrue(
                Seeds.nightly() || parsed[0] > 20 || System.getProperty("pfs.seed") != null,
                "some are queries: " + parsed[0]);
    }

    @Test
    void aggregatesAreOfFields() {
        Query query = QueryText.parse("select count(*), count(a), sum(size(b)) group by @kind");
        assertEquals(
                List.of(
                        Aggregate.COUNT,
                        Aggregate.of(Aggregate.Function.COUNT, Field.ofTag("a")),
                        Aggregate.of(Aggregate.Function.SUM, Field.ofCell("b"))),
                query.aggregates());
        assertEquals(
                List.of(Field.ofTag("a"), Field.ofCell("b"), Field.of(Attribute.KIND)), List.copyOf(query.fields()));
    }
}
