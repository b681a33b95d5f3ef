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

/** When the slices of a table in this shard are at rest: none splits, none is on its way, and none is about to be. */
public final class SliceRest {
    private final ShardState state;
    private final SliceMoves moves;
    private final Set<TableId> ending = new HashSet<>();
    /** Those that are about to be spread further, which is not durable yet. */
    private final Set<TableId> raising = new HashSet<>();

    private final List<Runnable> waiting = new ArrayList<>();

    public SliceRest(ShardState state, SliceMoves moves) {
        this.state = state;
        this.moves = moves;
    }

    /** Whether a slice may split: one that is on its way does not, nor one whose last part is, nor one that may have to go. */
    public boolean maySplit(SliceKey slice) {
        TableId table = slice.table();
        return !ending.contains(table)
                && !isSpreading(table)
                && state.tables().intents().movingOf(table).isEmpty();
    }

    /** No slice of this table splits any more: it is to be taken apart. */
    void endSplits(TableId table) {
        ending.add(table);
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

    /** Something came to its end: who waits for that looks again. */
    public void changed() {
        List<Runnable> waited = List.copyOf(waiting);
        waiting.clear();
        waited.forEach(Runnable::run);
    }

    /** Whether a table is at rest; if not, {@code again} is called when it may be. */
    boolean isQuiet(TableId id, Runnable again) {
        Optional<SliceKey> moving = state.tables().intents().movingOf(id);
        if (moving.isPresent()) {
            moves.await(moving.get(), again);
            return false;
        }
        boolean splits = !state.tables().find(id).allMatch(slice -> !slice.isSplitting());
        if (splits || isSpreading(id)) {
            waiting.add(again);
            return false;
        }
        return true;
    }
}
