package io.pfs.server.tag;

import io.pfs.ShardId;
import io.pfs.kv.KvIndex;
import io.pfs.query.Condition;
import io.pfs.query.Field;
import io.pfs.query.Ordering;
import io.pfs.query.Query;
import io.pfs.query.index.IndexedField;
import io.pfs.query.range.FieldRanges;
import io.pfs.query.range.Simplifier;
import java.util.Optional;

/** Decides how the rows are found that a query asks for, by what the indexes of a shard hold. */
public final class IndexPlanner {
    private final KvIndex index;
    private final IndexKeys keys;
    private final PlanLimits limits;

    public IndexPlanner(KvIndex index, ShardId shard, PlanLimits limits) {
        this.index = index;
        this.keys = new IndexKeys(shard);
        this.limits = limits;
    }

    public Plan plan(IndexQuestion question) {
        TablePart part = question.part();
        if (question.query().join().isPresent()) {
            return new Plan.Scan(part, "rows of two tables are sought");
        } else if (question.complete().isEmpty()) {
            return new Plan.Scan(part, "there is no index, or none is complete");
        }
        Condition where = Simplifier.simplify(question.query().where());
        FieldIndexes indexes = new FieldIndexes(question.complete(), question.forms());
        RangeCounter counter = new RangeCounter(index, limits.countedMax());
        ConditionPlanner conditions = new ConditionPlanner(indexes, counter, keys, part);
        Plan byCondition = byCondition(where, conditions, part);
        Optional<Plan.Top> top = byOrder(question, where, indexes, conditions, byCondition);
        return top.isPresent() ? top.get() : byCondition;
    }

    private Plan byCondition(Condition where, ConditionPlanner conditions, TablePart part) {
        if (where.equals(Condition.Constant.ALWAYS)) {
            return new Plan.Scan(part, "there is no condition");
        }
        Optional<Narrowing> narrowing = conditions.plan(where);
        if (narrowing.isEmpty()) {
            return new Plan.Scan(part, "no index tells which rows can fulfil the condition");
        } else if (!limits.isWorth(narrowing.get().estimate().keys(), part)) {
            return new Plan.Scan(
                    part, "that is faster than so many by " + narrowing.get().words());
        }
        return new Plan.Narrowed(part, narrowing.get());
    }

    private Optional<Plan.Top> byOrder(
            IndexQuestion question,
            Condition where,
            FieldIndexes indexes,
            ConditionPlanner conditions,
            Plan byCondition) {
        Query query = question.query();
        if (!TopRounds.areFor(query) || !(query.orderBy().get(0).key() instanceof Field field)) {
            return Optional.empty();
        }
        int limit = (int) query.limit().orElseThrow();
        Optional<IndexedField> order = indexes.of(field);
        if (order.isEmpty() || !limits.isWorth(TopRounds.firstSize(limit), question.part())) {
            return Optional.empty();
        }
        FieldRanges ranges = FieldRanges.of(where, field);
        Narrowing.OneIndex inOrder =
                conditions.oneIndex(order.get(), field, ranges.values().ranges());
        boolean mayLackValue = ranges.values().hasNull();
        Ordering first = query.orderBy().get(0);
        return isPromising(inOrder.estimate(), mayLackValue, limit, byCondition)
                ? Optional.of(
                        new Plan.Top(question.part(), inOrder, first.descends(), mayLackValue, limit, byCondition))
                : Optional.empty();
    }

    /** Whether the first rows in order are probably found with less than all that the condition leaves. */
    private static boolean isPromising(Estimate inOrder, boolean mayLackValue, int limit, Plan byCondition) {
        if (mayLackValue && inOrder.keys() < limit) {
            return false;
        }
        if (!(byCondition instanceof Plan.Narrowed narrowed)) {
            return true;
        }
        long left = narrowed.narrowing().estimate().keys();
        long first = TopRounds.firstSize(limit);
        // of the keys in order, as many fulfil the condition as its own estimate says of all
        double keysPerRow = left == 0 ? Double.MAX_VALUE : Math.max(1.0, (double) inOrder.keys() / left);
        return left > Math.min(first * keysPerRow, (double) inOrder.keys());
    }
}
