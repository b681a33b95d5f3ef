package io.pfs.server.names;

import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.server.access.SliceMoves;
import io.pfs.server.state.ShardState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** When the slices of a table in this shard are at rest: none splits, none is on its way, and none is about to be. */
public final class SliceRest {
    private final ShardState state;
    private final SliceMoves moves;
    private final Consumer<TableId> whenSettled;
    private final Set<TableId> ending = new HashSet<>();
    /** Those that are to be spread further as soon as they are at rest. */
    private final Set<TableId> wanted = new HashSet<>();
    /** Those that are about to be spread further, which is not durable yet. */
    private final Set<TableId> raising = new HashSet<>();
    /** Those of which a slice is about to leave, which is not durable yet. */
    private final Set<TableId> giving = new HashSet<>();

    private final List<Runnable> waiting = new ArrayList<>();

    /** @param whenSettled hears of tables of which slices may split again */
    public SliceRest(ShardState state, SliceMoves moves, Consumer<TableId> whenSettled) {
        this.state = state;
        this.moves = moves;
        this.whenSettled = whenSettled;
    }

    /**
     * Whether slices of a table may split: while one is on its way none does, nor while one may have to go. Of a table
     * that is being distributed none does, wherever it is: who has parts of it was counted before.
     */
    public boolean maySplit(TableId table) {
        return !ending.contains(table)
                && !wanted.contains(table)
                && !isSpreading(table)
                && !state.tables().find(table).facts().isDistributing()
                && state.tables().intents().movingOf(table).isEmpty();
    }

    /** No new split shall keep a table from coming to rest. */
    void wanted(TableId table) {
        wanted.add(table);
    }

    void notWanted(TableId table) {
        wanted.remove(table);
    }

    /** A slice of it is about to leave. */
    void giving(TableId table) {
        giving.add(table);
    }

    /** It is leaving, or it is not. */
    void given(TableId table) {
        giving.remove(table);
        changed();
    }

    /** No slice of this table splits any more, and none leaves that was put off: it is to be taken apart. */
    private void endSplits(TableId table) {
        ending.add(table);
    }

    /** It was taken apart. */
    void went(TableId table) {
        ending.remove(table);
    }

    boolean endsSplits(TableId table) {
        return ending.contains(table);
    }

    /** Whether a table is distributed further, or is about to be. */
    boolean isSpreading(TableId table) {
        return raising.contains(table) || state.tables().intents().isSpreading(table);
    }

    /** The table is at rest, and nothing begins until {@link #raised}. */
    void raising(TableId table) {
        raising.add(table);
    }

    /** It is known durably what becomes of the table. */
    void raised(TableId table) {
        raising.remove(table);
        changed();
    }

    /** A table is distributed as far as it was to be, or is not going to be. */
    void settled(TableId table) {
        changed();
        whenSettled.accept(table);
    }

    /** Something came to its end: who waits for that looks again. */
    public void changed() {
        List<Runnable> waited = List.copyOf(waiting);
        waiting.clear();
        waited.forEach(Runnable::run);
    }

    /**
     * Whether a table is at rest, and not half distributed; if not, {@code again} is called when it may be. Throws if a slice of it may be
     * on its way for long.
     */
    boolean isQuiet(TableId id, Runnable again) {
        if (isSpreading(id)) {
            waiting.add(again);
            return false;
        }
        Optional<SliceKey> moving = state.tables().intents().movingOf(id);
        if (moving.isPresent()) {
            moves.awaitSoon(moving.get(), again);
            return false;
        }
        return isStill(id, again);
    }

    /**
     * Whether no slice of a table that is to be taken apart splits or may be adopted any more; if not, {@code again} is called when that
     * may be so. One that can't leave for long does not leave any more.
     */
    boolean isApart(TableId id, Runnable again) {
        endSplits(id);
        Optional<SliceKey> moving = state.tables().intents().movingOf(id, slice -> !moves.isPutOff(slice));
        if (moving.isPresent()) {
            moves.await(moving.get(), again);
            return false;
        }
        return isStill(id, again);
    }

    /** A slice that was to leave went with its table. */
    void gone(SliceKey slice) {
        moves.ended(slice);
    }

    private boolean isStill(TableId id, Runnable again) {
        boolean splits = !state.tables().find(id).allMatch(slice -> !slice.isSplitting());
        if (splits || raising.contains(id) || giving.contains(id)) {
            waiting.add(again);
            return false;
        }
        return true;
    }
}
