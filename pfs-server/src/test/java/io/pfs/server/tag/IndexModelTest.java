package io.pfs.server.tag;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteWriter;
import io.pfs.hash.SliceOrder;
import io.pfs.query.Condition;
import io.pfs.query.Ordering;
import io.pfs.query.Query;
import io.pfs.query.RandomRows;
import io.pfs.query.answer.RowOrder;
import io.pfs.query.answer.TopRows;
import io.pfs.query.range.FieldRanges;
import io.pfs.query.range.Simplifier;
import io.pfs.testing.Seeds;
import io.pfs.wire.RowSearch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Indexes of random rows, asked random questions, held against looking at every row. */
final class IndexModelTest {
    private static final ShardId SHARD = new ShardId(0xfffe);
    private static final ShardId OTHER_SHARD = new ShardId(0xffff);
    private static final int SEEDS = 40;
    private static final int QUERIES = 50;
    /** Of rows, much larger than there are, so that no plan is given up for being slow. */
    private static final long ROWS_ABOUT = 1 << 20;

    private static final List<RowSearch.Form> FORMS =
            List.of(new RowSearch.Form("c", new ColumnId(SomeRows.CELL_SLOT)));

    /** How often it went which way. */
    private static final class Tally {
        private int scans;
        private int narrowed;
        private int exact;
        private int tops;
        private int topsFound;
        private int moreRounds;
    }

    @Test
    void candidatesAreAllThatFulfilTheCondition() {
        Tally tally = new Tally();
        Seeds.each("IndexModelTest", SEEDS, seed -> new Run(seed, tally).run());
        String words = tally.scans + " scans, " + tally.narrowed + " narrowed, " + tally.exact + " of these exact, "
                + tally.tops + " by order, " + tally.topsFound + " of these found, " + tally.moreRounds
                + " rounds more";
        boolean isAll = System.getProperty("pfs.seed", "").isEmpty();
        assertTrue(
                !isAll
                        || Math.min(tally.scans, Math.min(tally.exact, Math.min(tally.topsFound, tally.moreRounds)))
                                > 30,
                words);
    }

    private static final class Run {
        private final Random random;
        private final Tally tally;
        private final MapKvIndex index = new MapKvIndex();
        private final IndexBatch batch = new IndexBatch(index, SHARD, SomeRows.SOURCE);
        private final ModelTable table;
        private final ModelTable neighbour;
        private final PlanLimits limits;
        private long sequence;

        Run(long seed, Tally tally) {
            this.random = new Random(seed);
            this.tally = tally;
            int names = new int[] {8, 40, 400}[random.nextInt(3)];
            this.table = new ModelTable(SomeRows.TABLE, random, names);
            this.neighbour = new ModelTable(new TableId(SomeRows.TABLE.value() + 1), random, 8);
            this.limits = new PlanLimits(1 + random.nextInt(30), 1 << 20, 1);
            index.guessWrong(new double[] {0, 0.1, 1, 100}[random.nextInt(4)]);
        }

        void run() {
            IndexBatch other = new IndexBatch(index, OTHER_SHARD, SomeRows.SOURCE);
            other.isAt(7);
            other.write();
            for (int query = 0; query < QUERIES; query++) {
                for (int steps = random.nextInt(query == 0 ? 1200 : 30); steps >= 0; steps--) {
                    (random.nextInt(10) == 0 ? neighbour : table).step(batch);
                    if (random.nextInt(40) == 0) {
                        write();
                    }
                }
                if (random.nextBoolean()) {
                    table.build(batch);
                }
                write();
                ask(random.nextBoolean() ? everywhere() : table.anyInterval());
            }
            end();
        }

        private void write() {
            batch.isAt(++sequence);
            batch.write();
            assertEquals(
                    Optional.of(new IndexState(SomeRows.SOURCE, sequence, sequence)),
                    new ShardIndex(index, SHARD).state());
        }

        private static SliceOrder.Interval everywhere() {
            return SliceOrder.interval(0, 0);
        }

        private void ask(SliceOrder.Interval interval) {
            Condition condition = table.condition();
            plan(condition, Optional.empty(), interval);
            Ordering first =
                    new Ordering(ModelTable.FIELDS.get(random.nextInt(ModelTable.FIELDS.size())), random.nextBoolean());
            Ordering second = new Ordering(ModelTable.FIELDS.get(random.nextInt(3)), random.nextBoolean());
            plan(
                    random.nextInt(3) == 0 ? Condition.Constant.ALWAYS : condition,
                    Optional.of(random.nextBoolean() ? List.of(first) : List.of(first, second)),
                    interval);
        }

        private void plan(Condition where, Optional<List<Ordering>> order, SliceOrder.Interval interval) {
            Query query = new Query(
                    List.of(),
                    List.of(),
                    Optional.empty(),
                    where,
                    Optional.empty(),
                    order.orElse(List.of()),
                    order.isEmpty() ? OptionalLong.empty() : OptionalLong.of(1 + random.nextInt(10)));
            IndexQuestion question = new IndexQuestion(
                    new TablePart(table.id, ROWS_ABOUT),
                    new ShardIndex(index, SHARD).complete(table.id, table.fields()),
                    query,
                    FORMS);
            Plan plan = new IndexPlanner(index, SHARD, limits).plan(question);
            assertTrue(!plan.words().isEmpty());
            if (plan instanceof Plan.Top top) {
                requireFirst(top, query, interval);
            }
            requireAll(plan instanceof Plan.Top top ? top.otherwise() : plan, where, interval);
        }

        private void requireAll(Plan plan, Condition where, SliceOrder.Interval interval) {
            if (!(plan instanceof Plan.Narrowed narrowed)) {
                tally.scans++;
                return;
            }
            tally.narrowed++;
            Candidates found = new IndexReader(index, SHARD, limits)
                    .candidates(narrowed, interval)
                    .orElseThrow();
            long[] expected = table.positions(table.fulfilling(where, interval));
            if (isExact(narrowed, where)) {
                tally.exact++;
                assertArrayEquals(expected, found.positions(), plan.words());
            }
            requireAscending(found.positions(), interval);
            TreeSet<Long> known = new TreeSet<>();
            Arrays.stream(found.positions()).forEach(known::add);
            for (long position : expected) {
                assertTrue(known.contains(position), () -> Long.toHexString(position) + " by " + plan.words());
            }
        }

        private static void requireAscending(long[] positions, SliceOrder.Interval interval) {
            for (int i = 0; i < positions.length; i++) {
                assertTrue(interval.contains(positions[i]));
                assertTrue(i == 0 || Long.compareUnsigned(positions[i - 1], positions[i]) < 0);
            }
        }

        private static boolean isExact(Plan.Narrowed plan, Condition where) {
            if (!(plan.narrowing() instanceof Narrowing.OneIndex one)) {
                return plan.narrowing() instanceof Narrowing.NoRow;
            }
            FieldRanges ranges = FieldRanges.of(Simplifier.simplify(where), one.field());
            return ranges.isExact()
                    && one.ranges().stream()
                            .allMatch(range -> range.from().key().length <= IndexKeys.VALUE_BYTES_MAX
                                    && range.to().key().length <= IndexKeys.VALUE_BYTES_MAX);
        }

        private void requireFirst(Plan.Top plan, Query query, SliceOrder.Interval interval) {
            tally.tops++;
            TopRounds rounds = new TopRounds(plan, 1 + random.nextInt(40));
            TopRounds.Next next = TopRounds.Next.ROUND;
            TopRows found = new TopRows(plan.limit());
            while (next == TopRounds.Next.ROUND) {
                TopCandidates looked = new IndexReader(index, SHARD, limits)
                        .first(plan, rounds.size(), interval)
                        .orElseThrow();
                requireAscending(looked.candidates().positions(), interval);
                found = top(query, interval, Optional.of(looked.candidates().positions()));
                next = rounds.end(looked, found);
                tally.moreRounds += next == TopRounds.Next.ROUND ? 1 : 0;
            }
            if (next == TopRounds.Next.DONE) {
                tally.topsFound++;
                assertEquals(names(top(query, interval, Optional.empty())), names(found), plan.words());
            }
        }

        /** The first rows of those that stand there, or of all. */
        private TopRows top(Query query, SliceOrder.Interval interval, Optional<long[]> among) {
            TopRows rows = new TopRows((int) query.limit().orElseThrow());
            RowOrder order = new RowOrder(query.orderBy());
            for (RowName name : table.fulfilling(query.where(), interval)) {
                if (among.isEmpty() || contains(among.get(), table.position(name))) {
                    ByteWriter key = new ByteWriter(16);
                    order.begin(RandomRows.values(table.rows.get(name)), key);
                    order.end("/t", name, key);
                    rows.offer(key, name::toBytes);
                }
            }
            return rows;
        }

        private static boolean contains(long[] positions, long position) {
            return Arrays.stream(positions).anyMatch(each -> each == position);
        }

        private static List<String> names(TopRows rows) {
            List<String> names = new ArrayList<>();
            rows.forEach((key, row) -> names.add(new String(row, StandardCharsets.UTF_8)));
            return names;
        }

        /** When all rows are gone nothing is left of them. */
        private void end() {
            table.removeAll(batch);
            write();
            IndexKeys keys = new IndexKeys(SHARD);
            for (KeySpan span : List.of(keys.entries(table.id.value()), keys.base(table.id.value()))) {
                assertTrue(index.entries().subMap(span.from(), span.to()).isEmpty());
            }
            batch.shardIsGone();
            assertEquals(1, index.entries().size(), "the state of the other shard");
        }
    }
}
