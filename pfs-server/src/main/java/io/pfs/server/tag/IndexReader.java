package io.pfs.server.tag;

import io.pfs.ShardId;
import io.pfs.hash.SliceOrder;
import io.pfs.kv.KvIndex;
import java.util.Optional;

/** Carries out plans as far as indexes go: says which rows are to be looked at. */
public final class IndexReader {
    /** A guess that was wrong by more than this is better given up. */
    private static final int WRONG_FACTOR_MAX = 2;
    /** With fewer positions no plan is given up, however small the table. */
    private static final int FEW_POSITIONS = 1024;

    private final KvIndex index;
    private final IndexKeys keys;
    private final PlanLimits limits;

    public IndexReader(KvIndex index, ShardId shard, PlanLimits limits) {
        this.index = index;
        this.keys = new IndexKeys(shard);
        this.limits = limits;
    }

    /** Where in an interval the rows are that can fulfil the condition. Nothing, if they are too many: then all are looked at. */
    public Optional<Candidates> candidates(Plan.Narrowed plan, SliceOrder.Interval interval) {
        int most = (int) Math.min(limits.positionsMax(), worthAtMost(plan.part()));
        NarrowingReader reader = new NarrowingReader(index, keys, plan.part().table(), interval, most);
        return reader.read(plan.narrowing()).map(found -> new Candidates(found.toArray(), reader.keysRead()));
    }

    private long worthAtMost(TablePart part) {
        return Math.max(FEW_POSITIONS, part.rowsAbout() / limits.rowsPerPosition() * WRONG_FACTOR_MAX);
    }

    /**
     * Where in an interval the first rows are, in the order of the plan: so many of them ({@link TopRounds#size}). Nothing, if too
     * many keys would have to be read: then the plan says what to do otherwise.
     */
    public Optional<TopCandidates> first(Plan.Top plan, int size, SliceOrder.Interval interval) {
        if (size > limits.positionsMax()) {
            return Optional.empty();
        }
        long keysMax = plan.part().rowsAbout() / limits.rowsPerPosition() + 1; // and the one that is left out
        return new TopWalk(index, plan, interval, size, keysMax).walk(keys);
    }
}
