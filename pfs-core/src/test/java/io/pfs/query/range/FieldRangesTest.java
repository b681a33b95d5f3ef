package io.pfs.query.range;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.query.Condition;
import io.pfs.query.Field;
import io.pfs.query.Naive;
import io.pfs.query.RandomQueries;
import io.pfs.query.RandomRows;
import io.pfs.query.text.QueryText;
import io.pfs.row.TagValue;
import io.pfs.row.TagValue.OfLong;
import io.pfs.row.TagValue.OfString;
import io.pfs.testing.Seeds;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class FieldRangesTest {
    private static final Field A = Field.ofTag("a");
    private static final Optional<Boolean> TRUE = Optional.of(true);

    private static FieldRanges ranges(String condition) {
        return FieldRanges.of(QueryText.parse(condition).where(), A);
    }

    @Test
    void rangesAreThoseOfTheField() {
        FieldRanges exact = ranges("a > 3 and a <= 7 or a = 'x'");
        assertTrue(exact.isExact());
        assertEquals(2, exact.values().ranges().size());
        assertTrue(exact.values().contains(Optional.of(new OfLong(7))));
        assertFalse(exact.values().contains(Optional.of(new OfLong(3))));
        assertFalse(exact.values().contains(Optional.empty()));
        assertEquals(Optional.empty(), exact.values().ranges().get(0).only());
        assertEquals(
                Optional.of(new OfString("x")), exact.values().ranges().get(1).only());
        assertEquals(1, ranges("a >= 1 and a <= 1.0").values().ranges().size());
        assertEquals(
                Optional.of(new OfLong(1)),
                ranges("a >= 1 and a <= 1.0").values().ranges().get(0).only());
        assertEquals(
                Optional.empty(),
                ranges("a prefix 'x'").values().ranges().get(0).only());
        assertEquals(1, ranges("a < 5 or a >= 5").values().ranges().size(), "what touches is one");
        assertEquals(ValueSet.NULL, ranges("a is null").values());
        assertEquals(ValueSet.ALL_VALUES, ranges("not a is null").values());
    }

    @Test
    void whatRangesDoNotDecideIsLeft() {
        assertEquals("b = 1", residual("a > 3 and b = 1 and a < 9"));
        assertEquals(
                "a contains 'x' and (a = 'x' or b = 1)", residual("a > 'a' and a contains 'x' and (a = 'x' or b = 1)"));
        assertEquals("a = 1 or b = 1", residual("a = 1 or b = 1"));
        assertEquals("true", residual("a in (1, 2) and not a = 2"));
        assertEquals("true", residual("not (a < 3 or a prefix 'x')"));
        assertTrue(ranges("a = 1 or b = 1").isUnbounded());
        assertTrue(ranges("b = 1").isUnbounded());
        assertFalse(ranges("a contains 'x'").isUnbounded());
        assertTrue(ranges("a = 1 and a = 2 and b = 1").isEmpty());
    }

    private static String residual(String condition) {
        return QueryText.print(ranges(condition).residual());
    }

    @Test
    void noRowIsMissedAndExactOnesNeedNoSecondLook() {
        int[] exact = {0};
        Seeds.each("FieldRangesTest#noRowIsMissedAndExactOnesNeedNoSecondLook", 2000, seed -> {
            Random random = new Random(seed);
            List<Field> fields = random.nextInt(3) == 0 ? RandomRows.FIELDS : List.of(A);
            Condition condition = new RandomQueries(random, fields).condition(random.nextInt(4));
            FieldRanges ranges = FieldRanges.of(condition, A);
            exact[0] += ranges.isExact() ? 1 : 0;
            for (int i = 0; i < 20; i++) {
                Map<Field, TagValue> row = RandomRows.row(random);
                boolean holds = Naive.decide(condition, row).equals(TRUE);
                boolean isInside = ranges.values().contains(Optional.ofNullable(row.get(A)));
                boolean holdsRest = Naive.decide(ranges.residual(), row).equals(TRUE);
                String words = QueryText.print(condition) + " of " + row;
                assertTrue(isInside || !holds, words);
                assertEquals(holds, isInside && holdsRest, words);
            }
        });
        assertTrue(exact[0] > 500 || System.getProperty("pfs.seed") != null, "many are exact: " + exact[0]);
    }

    @Test
    void rangesAreInOrderAndApart() {
        Seeds.each("FieldRangesTest#rangesAreInOrderAndApart", 2000, seed -> {
            Random random = new Random(seed);
            Condition condition = new RandomQueries(random, List.of(A)).condition(random.nextInt(4));
            List<KeyRange> ranges = FieldRanges.of(condition, A).values().ranges();
            for (int i = 1; i < ranges.size(); i++) {
                assertTrue(ranges.get(i - 1).to().compareTo(ranges.get(i).from()) < 0, QueryText.print(condition));
            }
        });
    }

    @Test
    void whatIsSimplifiedFindsTheSameRows() {
        int[] never = {0};
        Seeds.each("FieldRangesTest#whatIsSimplifiedFindsTheSameRows", 2000, seed -> {
            Random random = new Random(seed);
            Condition condition = new RandomQueries(random, RandomRows.FIELDS).condition(random.nextInt(4));
            Condition simple = Simplifier.simplify(condition);
            never[0] += simple.equals(Condition.Constant.NEVER) ? 1 : 0;
            assertTrue(simple.terms() <= condition.terms(), QueryText.print(simple));
            for (int i = 0; i < 10; i++) {
                Map<Field, TagValue> row = RandomRows.row(random);
                assertEquals(
                        Naive.decide(condition, row).equals(TRUE),
                        Naive.decide(simple, row).equals(TRUE),
                        () -> QueryText.print(condition) + " is not " + QueryText.print(simple) + " for " + row);
            }
        });
        assertTrue(never[0] > 50 || System.getProperty("pfs.seed") != null, "some can't be true: " + never[0]);
    }

    @Test
    void aConditionIsSimplified() {
        simplified("not (a = 1 and not b < 2)", "a <> 1 or b < 2");
        simplified("a > 3 and a < 2", "false");
        simplified("a > 3 and a < 2 or b = 1 and true", "b = 1");
        simplified("a = 1 and (b = 2 or true)", "a = 1");
        simplified("a = 1 and a = 1", "a = 1");
        simplified("a = 1 and a = 'x'", "false");
        simplified("a = 1 and a is null", "false");
        simplified("a is null or a is not null", "a is null or a is not null");
        simplified("a = 3 and (a < 2 or a in (1, 2))", "false");
        simplified("not a in (1, 'x')", "false");
        simplified("a prefix 'x' and a < 'x'", "false");
        simplified("a = 1 and b = 2", "a = 1 and b = 2");
    }

    private static void simplified(String condition, String expected) {
        assertEquals(
                expected,
                QueryText.print(Simplifier.simplify(QueryText.parse(condition).where())),
                condition);
    }

    @Test
    void bordersAreKeysOfTheIndex() {
        KeyRange range = ranges("a between 1 and 2").values().ranges().get(0);
        assertEquals(
                "20bff000000000000000", HexFormat.of().formatHex(range.from().key()));
        assertEquals("20c00000000000000080", HexFormat.of().formatHex(range.to().key()));
    }
}
