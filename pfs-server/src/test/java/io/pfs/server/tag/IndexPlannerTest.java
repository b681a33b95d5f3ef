package io.pfs.server.tag;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.hash.SliceOrder;
import io.pfs.query.Field;
import io.pfs.query.index.Indexed;
import io.pfs.query.index.IndexedFields;
import io.pfs.query.text.QueryText;
import io.pfs.row.TagValue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** 2,000 rows: tag a is 0 to 1999, b one of 100, half is one of 2. */
final class IndexPlannerTest {
    private static final ShardId SHARD = new ShardId(3);
    private static final int ROWS = 2000;
    private static final IndexedFields FIELDS =
            IndexedFields.NONE.with(List.of(new Indexed.OfTag("a"), new Indexed.OfTag("b"), new Indexed.OfTag("half")));
    private static final SliceOrder.Interval ALL = SliceOrder.interval(0, 0);

    private final MapKvIndex index = new MapKvIndex();
    private final IndexBatch batch = new IndexBatch(index, SHARD, SomeRows.SOURCE);

    private void fill() {
        for (int i = 0; i < ROWS; i++) {
            Map<Field, TagValue> row = Map.of(
                    Field.ofTag("a"), new TagValue.OfLong(i),
                    Field.ofTag("b"), new TagValue.OfLong(i % 100),
                    Field.ofTag("half"), new TagValue.OfString("h" + i % 2));
            batch.rowIs(SomeRows.TABLE, FIELDS, i * 3L, SomeRows.stored(RowName.of("n" + i), row));
        }
        batch.write();
    }

    private Plan plan(String query) {
        return plan(query, FIELDS, PlanLimits.USUAL);
    }

    private Plan plan(String query, IndexedFields complete, PlanLimits limits) {
        TablePart part = new TablePart(SomeRows.TABLE, ROWS);
        return new IndexPlanner(index, SHARD, limits)
                .plan(new IndexQuestion(part, complete, QueryText.parse(query), List.of()));
    }

    private void says(String expected, String query) {
        assertEquals(expected, plan(query).words());
    }

    @Test
    void aPlanSaysWhatItIs() {
        fill();
        says("index of tag 'a' (a = 3), 1 key, of about 2,000 rows; rows decide", "where a = 3");
        says(
                "index of tag 'a' (a >= 3 and a < 10), 7 keys, of about 2,000 rows; rows decide",
                "where a >= 3 and a < 10 and size > 5");
        says(
                "(index of tag 'b' (b = 3), 20 keys; or index of tag 'a' (a = 1 or a = 5), 2 keys), of about 2,000 rows;"
                        + " rows decide",
                "where b = 3 or a in (1, 5)");
        says("no row can fulfil the condition, of about 2,000 rows; rows decide", "where a = 3 and a = 4");
        says("all rows, about 2,000: no index tells which rows can fulfil the condition", "where size = 3 or a = 4");
        says("all rows, about 2,000: no index tells which rows can fulfil the condition", "where a is null");
        says("all rows, about 2,000: there is no condition", "select count(*)");
        says(
                "all rows, about 2,000: that is faster than so many by index of tag 'half' (half = 'h1'), about 1,000 keys",
                "where half = 'h1'");
        assertEquals(
                "all rows, about 2,000: there is no index, or none is complete",
                plan("where a = 3", IndexedFields.NONE, PlanLimits.USUAL).words());
    }

    @Test
    void theFewestComeFirstAndOthersThatHelpAreMet() {
        fill();
        Plan few = plan("where half = 'h1' and b < 7 and a < 100");
        assertEquals(
                "(index of tag 'a' (a < 100), 100 keys; and index of tag 'b' (b < 7), 140 keys), of about 2,000 rows;"
                        + " rows decide",
                few.words());
        Candidates found = new IndexReader(index, SHARD, PlanLimits.USUAL)
                .candidates((Plan.Narrowed) few, ALL)
                .orElseThrow();
        assertArrayEquals(new long[] {0, 3, 6, 9, 12, 15, 18}, found.positions());
        assertEquals("240 keys read, 7 rows to look at", found.words());
    }

    @Test
    void aGuessThatWasTooLowIsGivenUp() {
        fill();
        index.guessWrong(0);
        PlanLimits limits = new PlanLimits(10, 1 << 20, 8);
        Plan.Narrowed plan = (Plan.Narrowed) plan("where half in ('h0', 'h1')", FIELDS, limits);
        assertEquals(new Estimate(10, false), plan.narrowing().estimate());
        assertTrue(new IndexReader(index, SHARD, limits).candidates(plan, ALL).isEmpty());
        PlanLimits fewer = new PlanLimits(10, 5, 8);
        assertTrue(new IndexReader(index, SHARD, fewer)
                .candidates((Plan.Narrowed) plan("where a < 6", FIELDS, limits), ALL)
                .isEmpty());
        assertTrue(new IndexReader(index, SHARD, fewer)
                .candidates((Plan.Narrowed) plan("where a < 4 or b = 7", FIELDS, limits), ALL)
                .isEmpty());
    }

    @Test
    void theFirstRowsAreFoundInTheirOrder() {
        fill();
        Plan.Top plan = (Plan.Top) plan("where half = 'h1' order by a desc limit 10");
        assertEquals(
                "index of tag 'a' (all of it), about 2,000 keys, from its end until 10 rows are found; rows decide. If"
                        + " they are not found soon: all rows, about 2,000: that is faster than so many by index of tag"
                        + " 'half' (half = 'h1'), about 1,000 keys",
                plan.words());
        TopCandidates found = new IndexReader(index, SHARD, PlanLimits.USUAL)
                .first(plan, new TopRounds(plan).size(), ALL)
                .orElseThrow();
        assertEquals(28, found.candidates().positions().length);
        assertEquals((ROWS - 28) * 3L, found.candidates().positions()[0]);
        assertEquals(29, found.candidates().keysRead());
        assertTrue(new IndexReader(index, SHARD, PlanLimits.USUAL)
                .first(plan, 28 * 16, ALL)
                .isEmpty());
    }

    @Test
    void aConditionThatLeavesFewRowsComesBeforeTheOrder() {
        fill();
        assertTrue(plan("where b = 3 order by a limit 10") instanceof Plan.Narrowed);
        assertTrue(plan("where b < 9 order by a limit 1") instanceof Plan.Narrowed, "17 times 11 keys are more");
        assertTrue(plan("where a < 200 order by a limit 10") instanceof Plan.Top);
        assertTrue(plan("order by a limit 10") instanceof Plan.Top);
        assertTrue(plan("order by a limit 1000") instanceof Plan.Scan, "half of them, one by one");
        assertTrue(plan("select count(*) group by a order by a limit 10") instanceof Plan.Scan);
        assertTrue(plan("order by size, a limit 10") instanceof Plan.Scan);
        assertTrue(plan("where a is null order by a limit 10") instanceof Plan.Scan);
    }

    private void readsKeys(long expected, String query) {
        long before = index.keysRead();
        Plan plan = plan(query);
        assertEquals(expected, index.keysRead() - before, query + ": " + plan.words());
    }

    @Test
    void whatIsCountedIsCountedOnceAndAsFarAsItDecides() {
        fill();
        readsKeys(20, "where b = 3");
        readsKeys(20 + 1 + 1, "where (b = 3 and a = 1) or (b = 3 and a = 2)");
        readsKeys(29, "order by a limit 10");
        readsKeys(1000 + 29, "where half = 'h1' order by a limit 10");
        readsKeys(200, "where a < 200 order by a limit 10");
        readsKeys(1, "where a = 7 order by b limit 10");
        readsKeys(40 + 40 * 40 / 28 + 1, "where b < 2 order by a limit 10");
        readsKeys(1000, "where a >= 5 order by a limit 10");
    }
}
