package io.pfs.server.checkpoint;

import io.pfs.ShardId;
import io.pfs.server.state.HeldSlice;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/** Which of the slices that storage is behind of are written in a round; the others wait for more changes, and for a later one. */
public final class Due {
    /** Nothing waits. */
    public static final Due ALL = new Due(Kind.ALL, new TreeMap<>());

    /** Memory is short: those that hold most, and together a sixth of all, make more room for what is written. */
    public static final Due FULLEST = new Due(Kind.FULLEST, new TreeMap<>());

    private final Kind kind;
    private final SortedMap<ShardId, Long> until;

    private enum Kind {
        ALL,
        OLD,
        FULLEST
    }

    private Due(Kind kind, SortedMap<ShardId, Long> until) {
        this.kind = kind;
        this.until = until;
    }

    /**
     * The journal is long and memory short: those that lack a change of its older part.
     *
     * @param until the last change of that part, by shard; of a shard that isn't named all are due
     */
    public static Due old(SortedMap<ShardId, Long> until) {
        return new Due(Kind.OLD, until);
    }

    /** Whether the round is there for the sake of memory alone, and another one sees to the journal. */
    boolean isForMemory() {
        return kind == Kind.FULLEST;
    }

    /** Whether every slice is written that there is anything new of. */
    boolean isAll() {
        return kind == Kind.ALL;
    }

    /**
     * Tells apart those of a shard that are behind.
     *
     * @param lacksFrom where replay has to begin for one
     */
    Predicate<HeldSlice> among(ShardId shard, List<HeldSlice> behind, ToLongFunction<HeldSlice> lacksFrom) {
        return switch (kind) {
            case ALL -> slice -> true;
            case OLD -> {
                long last = until.getOrDefault(shard, Long.MAX_VALUE);
                yield slice -> lacksFrom.applyAsLong(slice) <= last;
            }
            case FULLEST -> Fullest.of(behind)::has;
        };
    }
}
