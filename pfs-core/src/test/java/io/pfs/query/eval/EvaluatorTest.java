package io.pfs.query.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.query.Condition;
import io.pfs.query.Field;
import io.pfs.query.Naive;
import io.pfs.query.RandomQueries;
import io.pfs.query.RandomRows;
import io.pfs.query.text.QueryText;
import io.pfs.row.TagValue;
import io.pfs.row.TagValue.OfBytes;
import io.pfs.row.TagValue.OfDouble;
import io.pfs.row.TagValue.OfLong;
import io.pfs.row.TagValue.OfString;
import io.pfs.testing.Seeds;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class EvaluatorTest {
    private static final Map<Field, TagValue> ROW = row();

    private static Map<Field, TagValue> row() {
        Map<Field, TagValue> row = new HashMap<>();
        row.put(Field.ofTag("stars"), new OfLong(5));
        row.put(Field.ofTag("big"), new OfLong((1L << 53) + 1));
        row.put(Field.ofTag("half"), new OfDouble(0.5));
        row.put(Field.ofTag("nan"), new OfDouble(Double.NaN));
        row.put(Field.ofTag("place"), new OfString("by the sea"));
        row.put(Field.ofTag("bytes"), new OfBytes(new byte[] {1, 2}));
        return row;
    }

    /** A part that is never asked costs nothing. */
    @Test
    void looksAtBytesAreCounted() {
        Evaluator evaluator = Evaluator.of(QueryText.parse("place contains 'x' or stars = 5 and place contains 'sea'"
                        + " or place contains 'y' or bytes contains x'03' or stars contains 'z'")
                .where());
        assertTrue(evaluator.holds(RandomRows.values(ROW)));
        assertEquals(2L * "by the sea".length(), evaluator.looks());
        assertTrue(evaluator.holds(RandomRows.values(ROW)));
        assertEquals(4L * "by the sea".length(), evaluator.looks());
    }

    @Test
    void aConditionIsTrueFalseOrUnknown() {
        is(
                Truth.TRUE,
                "stars = 5",
                "stars = 5.0",
                "stars between 5 and 6",
                "stars in (3, 5)",
                "half < 1",
                "half >= 5e-1");
        is(
                Truth.TRUE,
                "big > 9007199254740992.0",
                "big <> 9007199254740992.0",
                "big = 9007199254740993",
                "stars < double 'nan'");
        is(
                Truth.TRUE,
                "nan > 1e300",
                "nan = double 'NaN'",
                "place prefix 'by '",
                "place contains 'the'",
                "place contains ''");
        is(
                Truth.TRUE,
                "gone is null",
                "stars is not null",
                "not stars is null",
                "true",
                "bytes prefix x'01'",
                "bytes < x'03'");
        is(Truth.TRUE, "gone = 1 or stars = 5", "not (gone = 1 and stars = 4)", "place < 'c'", "stars in (5, 'a')");
        is(
                Truth.FALSE,
                "stars <> 5",
                "stars is null",
                "not stars = 5",
                "stars in (1, 6)",
                "place prefix 'the'",
                "false");
        is(
                Truth.FALSE,
                "gone = 1 and stars = 4",
                "big = 9007199254740992.0",
                "place contains 'SEA'",
                "bytes contains x'0201'");
        is(
                Truth.UNKNOWN,
                "gone = 1",
                "not gone = 1",
                "gone in (1)",
                "gone prefix ''",
                "gone = 1 or stars = 4",
                "gone = 1 and stars = 5");
        is(
                Truth.UNKNOWN,
                "stars = '5'",
                "stars <> 'x'",
                "place > 3",
                "stars prefix '5'",
                "bytes contains 'x'",
                "stars in ('a')");
        is(
                Truth.UNKNOWN,
                "stars in (4, 'a')",
                "not stars in (4, 'a')",
                "place < x'ff'",
                "stars > timestamp '1970-01-01T00:00:00Z'");
    }

    private static void is(Truth truth, String... conditions) {
        for (String condition : conditions) {
            Evaluator evaluator = Evaluator.of(QueryText.parse(condition).where());
            assertEquals(truth, evaluator.decide(RandomRows.values(ROW)), condition);
            assertEquals(truth == Truth.TRUE, evaluator.holds(RandomRows.values(ROW)), condition);
        }
    }

    @Test
    void randomConditionsAreWhatTheyAreNaively() {
        Map<Truth, Integer> found = new EnumMap<>(Truth.class);
        Seeds.each("EvaluatorTest#randomConditionsAreWhatTheyAreNaively", 2000, seed -> {
            Random random = new Random(seed);
            Condition condition = new RandomQueries(random, RandomRows.FIELDS).condition(random.nextInt(4));
            Evaluator evaluator = Evaluator.of(condition);
            for (int i = 0; i < 20; i++) {
                Map<Field, TagValue> row = RandomRows.row(random);
                Truth expected = Naive.decide(condition, row).map(Truth::of).orElse(Truth.UNKNOWN);
                assertEquals(
                        expected,
                        evaluator.decide(RandomRows.values(row)),
                        () -> QueryText.print(condition) + " of " + row);
                found.merge(expected, 1, Integer::sum);
            }
        });
        for (Truth truth : Truth.values()) {
            int count = found.getOrDefault(truth, 0);
            assertTrue(count > 1000 || System.getProperty("pfs.seed") != null, truth + " is met: " + count);
        }
    }
}
