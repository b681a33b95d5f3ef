package io.pfs.server.tag;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.format.ByteWriter;
import io.pfs.hash.SliceOrder;
import io.pfs.query.Field;
import io.pfs.query.Ordering;
import io.pfs.query.Query;
import io.pfs.query.RandomRows;
import io.pfs.query.answer.RowOrder;
import io.pfs.query.answer.TopRows;
import io.pfs.query.index.Indexed;
import io.pfs.query.index.IndexedFields;
import io.pfs.query.range.FieldRanges;
import io.pfs.query.text.QueryText;
import io.pfs.row.TagValue;
import io.pfs.server.tag.TopRounds.Next;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which of the rows that were looked at are surely the first. Each row stands where its number says. */
final class TopRoundsTest {
    private static final ShardId SHARD = new ShardId(0);
    private static final Field A = Field.ofTag("a");
    private static final IndexedFields FIELDS = IndexedFields.NONE.with(List.of(new Indexed.OfTag("a")));

    private final MapKvIndex index = new MapKvIndex();
    private final IndexBatch batch = new IndexBatch(index, SHARD, SomeRows.SOURCE);

    private void row(int number, TagValue value) {
        batch.rowIs(SomeRows.TABLE, FIELDS, number, SomeRows.stored(RowName.of("n" + number), Map.of(A, value)));
        batch.write();
    }

    /** By order, whatever it would cost. */
    private static Plan.Top plan(String text) {
        Query query = QueryText.parse(text);
        FieldRanges ranges = FieldRanges.of(query.where(), A);
        TablePart part = new TablePart(SomeRows.TABLE, 1_000_000);
        return new Plan.Top(
                part,
                new Narrowing.OneIndex(
                        FIELDS.fields().get(0), A, ranges.values().ranges(), new Estimate(0, false)),
                query.orderBy().get(0).descends(),
                ranges.values().hasNull(),
                (int) query.limit().orElseThrow(),
                new Plan.Scan(part, "the index was of no use"));
    }

    private TopCandidates look(Plan.Top plan, int size) {
        return new IndexReader(index, SHARD, PlanLimits.USUAL)
                .first(plan, size, SliceOrder.interval(0, 0))
                .orElseThrow();
    }

    private static TopRows found(Plan.Top plan, TagValue... values) {
        TopRows rows = new TopRows(plan.limit());
        RowOrder order = new RowOrder(List.of(new Ordering(A, plan.descends())));
        for (int i = 0; i < values.length; i++) {
            ByteWriter key = new ByteWriter(16);
            order.begin(RandomRows.values(Map.of(A, values[i])), key);
            order.end("/t", RowName.of("n" + i), key);
            rows.offer(key, () -> new byte[0]);
        }
        return rows;
    }

    private static TagValue whole(long value) {
        return new TagValue.OfLong(value);
    }

    @Test
    void aRowWithTheValueOfTheNextIsNotSurelyFirst() {
        for (int i = 1; i <= 5; i++) {
            row(i, whole(i < 3 ? 1 : 2));
        }
        Plan.Top plan = plan("where a > 0 order by a limit 1");
        assertEquals(Next.ROUND, new TopRounds(plan, 1).end(look(plan, 1), found(plan, whole(1))));
        assertEquals(Next.DONE, new TopRounds(plan, 2).end(look(plan, 2), found(plan, whole(1))));
        Plan.Top other = plan("where a > 0 order by a desc limit 1");
        assertEquals(Next.ROUND, new TopRounds(other, 2).end(look(other, 2), found(other, whole(2))));
        assertEquals(Next.DONE, new TopRounds(other, 3).end(look(other, 3), found(other, whole(2))));
    }

    @Test
    void numbersOfTwoTypesAreOneValue() {
        row(1, whole(1));
        row(2, new TagValue.OfDouble(1));
        row(3, whole(0));
        row(4, new TagValue.OfDouble(-0.0));
        Plan.Top plan = plan("where a > 0 order by a limit 1");
        assertArrayEquals(new long[] {1}, look(plan, 1).candidates().positions());
        assertEquals(Next.ROUND, new TopRounds(plan, 1).end(look(plan, 1), found(plan, whole(1))));
        Plan.Top zeros = plan("where a < 1 order by a limit 1");
        assertEquals(Next.ROUND, new TopRounds(zeros, 1).end(look(zeros, 1), found(zeros, whole(0))));
    }

    @Test
    void textThatIsCutAlikeIsOneValue() {
        row(1, new TagValue.OfString("x".repeat(600) + "b"));
        row(2, new TagValue.OfString("x".repeat(600) + "a"));
        Plan.Top plan = plan("where a > '' order by a limit 1");
        TagValue first = new TagValue.OfString("x".repeat(600) + "b");
        assertEquals(Next.ROUND, new TopRounds(plan, 1).end(look(plan, 1), found(plan, first)));
    }

    @Test
    void eachRoundIsLargerUntilTheIndexIsExhausted() {
        for (int i = 0; i < 100; i++) {
            row(i, whole(i));
        }
        Plan.Top plan = plan("where a >= 0 order by a limit 3");
        TopRounds rounds = new TopRounds(plan, 10);
        assertFalse(look(plan, 10).isExhausted());
        assertEquals(Next.ROUND, rounds.end(look(plan, 10), found(plan, whole(4))));
        assertEquals(80, rounds.size());
        assertEquals(Next.ROUND, rounds.end(look(plan, 80), found(plan, whole(4), whole(70))));
        assertTrue(look(plan, 640).isExhausted());
        assertEquals(Next.DONE, rounds.end(look(plan, 640), found(plan, whole(4), whole(70))), "there are no others");
    }

    @Test
    void rowsWithoutAValueComeLastAndStandInNoIndex() {
        for (int i = 0; i < 10; i++) {
            row(i, whole(i));
        }
        Plan.Top plan = plan("where size < 9 order by a limit 3");
        assertTrue(plan.mayLackValue());
        TopCandidates all = look(plan, 70);
        assertTrue(all.isExhausted());
        assertEquals(Next.OTHERWISE, new TopRounds(plan).end(all, found(plan, whole(4), whole(5))));
        assertEquals(Next.DONE, new TopRounds(plan).end(all, found(plan, whole(4), whole(5), whole(6))));
    }

    @Test
    void noIndexIsAskedForMoreAndMoreWithoutEnd() {
        row(1, whole(1));
        row(2, whole(2));
        Plan.Top plan = plan("where a > 0 order by a limit 1");
        assertEquals(Next.OTHERWISE, new TopRounds(plan, 1 << 24).end(look(plan, 1), found(plan)));
    }
}
