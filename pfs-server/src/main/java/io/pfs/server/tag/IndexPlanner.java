package io.pfs.server.tag;

import io.pfs.ShardId;
import io.pfs.kv.KvIndex;
import io.pfs.query.Condition;
import io.pfs.query.Field;
import io.pfs.query.Query;
import io.pfs.query.index.IndexedField;
import io.pfs.query.range.FieldRanges;
import io.pfs.query.range.Simplifier;
import io.pfs.query.range.ValueSet;
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
        RangeCounter counter = new RangeCounter(index, keys, part.table(), limits.countedMax());
        Plan byCondition = byCondition(where, new ConditionPlanner(indexes, counter), part);
        Optional<Plan.Top> top = byOrder(question, where, indexes, counter, byCondition);
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
            IndexQuestion question, Condition where, FieldIndexes indexes, RangeCounter counter, Plan byCondition) {
        Query query = question.query();
        if (!TopRounds.areFor(query) || !(query.orderBy().get(0).key() instanceof Field field)) {
            return Optional.empty();
        }
        int limit = (int) query.limit().orElseThrow();
        int first = TopRounds.firstSize(limit);
        Optional<IndexedField> order = indexes.of(field);
        double keysMax = promisingBelow(byCondition, first);
        if (order.isEmpty() || keysMax <= first || !limits.isWorth(first, question.part())) {
            return Optional.empty();
        }
        ValueSet values = FieldRanges.of(where, field).values();
        // beyond what is counted anyway a guess decides, and a few keys are enough to see whether there are any
        long counted = keysMax <= limits.countedMax() ? (long) Math.ceil(keysMax) : first + 1;
        Estimate keys = counter.count(order.get(), values.ranges(), counted);
        if (keys.keys() >= keysMax || (values.hasNull() && keys.keys() < limit)) {
            return Optional.empty();
        }
        Narrowing.OneIndex inOrder = new Narrowing.OneIndex(order.get(), field, values.ranges(), keys);
        boolean descends = query.orderBy().get(0).descends();
        return Optional.of(new Plan.Top(question.part(), inOrder, descends, values.hasNull(), limit, byCondition));
    }

    /**
     * With so many keys in order, or more, the first rows are not found sooner than all that the condition leaves: of the keys as many
     * fulfil it as its own estimate says of all.
     */
    private static double promisingBelow(Plan byCondition, int first) {
        if (!(byCondition instanceof Plan.Narrowed narrowed)) {
            return Double.MAX_VALUE;
        }
        double left = narrowed.narrowing().estimate().keys();
        return left * left / first;
    }
}
