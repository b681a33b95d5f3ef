package io.pfs.server.collect;

import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.pool.Pool;
import io.pfs.server.change.Change.SegmentsCounted;
import io.pfs.server.gc.CountSnapshot;
import io.pfs.server.gc.SegmentCounts;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keeps what is counted of segments when the journal that counted it goes, and counts anew what was lost. */
public final class CountKeeping {
    private final SegmentCounts counts;
    private final Pool pool;
    private CountSnapshot snapshot;
    private boolean isRecounted;

    /** Why nothing is collected: it is not known what rows point to. */
    private Optional<PfsException> unknown;

    CountKeeping(SegmentCounts counts, CountSnapshot snapshot, Optional<PfsException> unknown, Pool pool) {
        this.counts = counts;
        this.snapshot = snapshot;
        this.unknown = unknown;
        this.pool = pool;
    }

    /**
     * Puts all counts into the journal, if they are right, so that what counted them can go.
     *
     * @param applied the last record of each shard that is applied
     */
    public void takeSnapshot(CellFlush.Means means, Map<ShardId, Long> applied) {
        if (unknown.isPresent()) {
            return; // it would hide that something is not counted
        }
        ShardId shard = means.state().shard();
        CountSnapshot next =
                CountSnapshot.of(counts, applied, shard, means.outbox().nextSequence());
        try {
            for (SegmentsCounted part : next.parts()) {
                boolean isLast = part.part() == part.parts() - 1;
                means.journal(List.of(part), isLast ? () -> counted(next) : () -> {}, e -> {});
            }
        } catch (PfsException e) {
            // the older one counts on, and the journal is kept for it
        }
    }

    private void counted(CountSnapshot durable) {
        snapshot = durable;
        isRecounted = false;
    }

    /** Whether what is counted follows from nothing that the journal has, until the next snapshot. */
    public boolean isRecounted() {
        return isRecounted;
    }

    /** The journal of a shard is needed from here for what it counts. */
    public long firstNeeded(ShardId shard) {
        return snapshot.firstNeeded(shard);
    }

    /** Counts what these shards have. What can't be looked at keeps all from being collected. Blocks. */
    void recount(List<? extends CollectedShard> shards) {
        try {
            Recount.set(shards, counts, pool);
            unknown = Optional.empty();
            isRecounted = true;
        } catch (PfsException e) {
            unknown = Optional.of(new PfsException(
                    e.code(), "nothing is collected, as not all rows could be counted: " + e.detail(), e));
        }
    }

    /** What is counted may be too little until it is counted anew. */
    public void lackSome() {
        counts.lackSome();
    }

    /** Why nothing is collected, if so. */
    public Optional<PfsException> unknown() {
        return unknown;
    }
}
