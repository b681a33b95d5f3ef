package io.pfs.client.table;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.call.Promise;
import io.pfs.client.table.Explanation.Step;
import io.pfs.format.ByteWriter;
import io.pfs.query.Field;
import io.pfs.query.Join;
import io.pfs.query.Query;
import io.pfs.query.answer.GroupRow;
import io.pfs.query.answer.Groups;
import io.pfs.query.answer.RowOrder;
import io.pfs.query.answer.TopRows;
import io.pfs.query.bind.BoundQuery;
import io.pfs.query.eval.Evaluator;
import io.pfs.query.eval.RowValues;
import io.pfs.query.value.ValueCell;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A query of the pairs of a join. Servers find the rows of each table that fulfil what is said of them alone; those of the table with
 * fewer rows are kept here, and those of the other go past them, page by page.
 */
final class PairSearch {
    private final BoundQuery bound;
    private final Query query;
    private final Join join;
    private final JoinSide left;
    private final JoinSide right;

    /** Takes pairs, and says whether more are of use. */
    private interface Taker {
        boolean take(JoinedRow leftRow, JoinedRow rightRow);
    }

    /** A row of the one table beside one of the other. */
    private record PairValues(String leftAlias, JoinedRow left, JoinedRow right) implements RowValues {
        @Override
        public void load(Field field, ValueCell into) {
            (field.alias().equals(leftAlias) ? left : right).load(field, into);
        }
    }

    /** What was found out before pairs can be made. */
    private record Ready(boolean isLeftKept, Map<String, ColumnId> leftColumns, Map<String, ColumnId> rightColumns) {}

    PairSearch(BoundQuery bound, TableCore leftTable, TableCore rightTable) {
        this.bound = bound;
        this.query = bound.query();
        this.join = query.join().orElseThrow();
        this.left = new JoinSide(leftTable, join.left(), bound);
        this.right = new JoinSide(rightTable, join.right(), bound);
    }

    /** The pairs that are asked for, in their order, so many as are kept at once. */
    CompletableFuture<List<HitPair>> pairs() {
        return query.orderBy().isEmpty() ? unordered() : ordered();
    }

    private CompletableFuture<List<HitPair>> unordered() {
        List<HitPair> found = new ArrayList<>();
        long limit = query.limit().orElse(Long.MAX_VALUE);
        return run(
                        (one, other) -> {
                            requireFew(found.size() + 1L);
                            found.add(new HitPair(one.hit(), other.hit()));
                            return found.size() < limit;
                        },
                        new Costs())
                .thenApply(done -> found);
    }

    private void requireFew(long pairs) {
        if (pairs > TopRows.ROWS_MAX) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    "more than " + TopRows.ROWS_MAX + " pairs are found, which is as many as are kept at once: say a"
                            + " smaller limit, or more in 'where'");
        }
    }

    private CompletableFuture<List<HitPair>> ordered() {
        RowOrder order = new RowOrder(query.orderBy());
        TopRows top = new TopRows((int) Math.min(query.limit().orElse(Long.MAX_VALUE), TopRows.ROWS_MAX));
        List<HitPair> kept = new ArrayList<>();
        long[] found = {0};
        Taker keeping = (one, other) -> {
            if (query.limit().isEmpty()) {
                requireFew(++found[0]);
            }
            ByteWriter key = new ByteWriter(64);
            order.begin(values(one, other), key);
            order.end(one.table(), one.name(), key);
            order.end(other.table(), other.name(), key);
            top.offer(key, () -> PairBytes.of(one, other));
            return true;
        };
        return run(keeping, new Costs()).thenApply(done -> {
            top.forEach((key, pair) -> kept.add(PairBytes.read(pair, left.label(), right.label())));
            return kept;
        });
    }

    CompletableFuture<List<GroupRow>> groups() {
        Groups groups = new Groups(query);
        return run(
                        (one, other) -> {
                            groups.add(values(one, other));
                            return true;
                        },
                        new Costs())
                .thenApply(done -> groups.rows(query));
    }

    CompletableFuture<Explanation> explain() {
        Costs costs = new Costs();
        long limit = query.orderBy().isEmpty() && query.aggregates().isEmpty()
                ? query.limit().orElse(Long.MAX_VALUE)
                : Long.MAX_VALUE;
        return run((one, other) -> ++costs.pairs < limit, costs).thenApply(done -> new Explanation(costs.all()));
    }

    private PairValues values(JoinedRow leftRow, JoinedRow rightRow) {
        return new PairValues(join.left().alias(), leftRow, rightRow);
    }

    /** What it takes. */
    private final class Costs {
        private List<Step> steps = List.of();
        private String plan = "no rows can fulfil the condition";
        private long kept;
        private long pairs;

        void add(Step step) {
            steps = Explanation.with(steps, step);
        }

        List<Step> all() {
            List<Step> all = new ArrayList<>(steps);
            all.add(new Step(left.label() + " join " + right.label(), plan, 0, 0, kept, pairs));
            return all;
        }
    }

    private CompletableFuture<Boolean> run(Taker taker, Costs costs) {
        if (bound.isOfNoRow() || query.limit().orElse(1) == 0) {
            return CompletableFuture.completedFuture(true);
        }
        return ready().thenCompose(ready -> {
            JoinSide keptSide = ready.isLeftKept() ? left : right;
            JoinSide passing = ready.isLeftKept() ? right : left;
            KeptRows kept = new KeptRows(keptSide.label());
            return keptSide.search()
                    .eachRow(
                            row -> {
                                JoinedRow one = row(ready, ready.isLeftKept(), row);
                                keptSide.keyOf(one).ifPresent(key -> kept.add(key, row));
                                return true;
                            },
                            costs::add)
                    .thenCompose(done -> {
                        costs.kept = kept.size();
                        costs.plan = "rows of " + keptSide.label() + " are kept by the client, and rows of "
                                + passing.label() + " go past them";
                        return passing.search().eachRow(passing(ready, kept, taker), costs::add);
                    });
        });
    }

    private Search.EachRow passing(Ready ready, KeptRows kept, Taker taker) {
        Evaluator both = Evaluator.of(bound.whereOfBoth());
        JoinSide passing = ready.isLeftKept() ? right : left;
        return bytes -> {
            JoinedRow passed = row(ready, !ready.isLeftKept(), bytes);
            for (byte[] match : passing.keyOf(passed).map(kept::matching).orElse(List.of())) {
                JoinedRow found = row(ready, ready.isLeftKept(), match);
                JoinedRow one = ready.isLeftKept() ? found : passed;
                JoinedRow other = ready.isLeftKept() ? passed : found;
                if (both.holds(values(one, other)) && !taker.take(one, other)) {
                    return false;
                }
            }
            return true;
        };
    }

    private JoinedRow row(Ready ready, boolean isLeft, byte[] bytes) {
        return isLeft
                ? new JoinedRow(left.label(), ready.leftColumns(), bytes)
                : new JoinedRow(right.label(), ready.rightColumns(), bytes);
    }

    private CompletableFuture<Ready> ready() {
        Promise<Double> leftRows = new Promise<>();
        Promise<Double> rightRows = new Promise<>();
        Promise<Map<String, ColumnId>> leftColumns = new Promise<>();
        Promise<Map<String, ColumnId>> rightColumns = new Promise<>();
        left.estimate(leftRows);
        right.estimate(rightRows);
        left.columns(leftColumns);
        right.columns(rightColumns);
        return leftRows.thenCombine(rightRows, (one, other) -> one <= other)
                .thenCompose(isLeft ->
                        leftColumns.thenCombine(rightColumns, (ofLeft, ofRight) -> new Ready(isLeft, ofLeft, ofRight)));
    }
}
