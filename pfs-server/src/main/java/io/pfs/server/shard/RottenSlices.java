package io.pfs.server.shard;

import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.slice.NameFilter;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.SliceLoader;
import io.pfs.server.state.SliceRemains;
import io.pfs.server.table.TableFacts;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Finds the slices that storage does not give, and that nothing but a copy brings back. */
public final class RottenSlices implements StateWalk.Visitor {
    private final SortedMap<SliceKey, PfsException> found = new TreeMap<>();

    private final Runnable sliceRead;

    private RottenSlices(Runnable sliceRead) {
        this.sliceRead = sliceRead;
    }

    /**
     * Those of a group, which serves nobody, and why each can't be read. Reads all of them, and blocks.
     *
     * @param sliceRead is called for each that can
     */
    public static SortedMap<SliceKey, PfsException> of(ShardGroup group, Runnable sliceRead) {
        RottenSlices rotten = new RottenSlices(sliceRead);
        StateWalk.of(List.of(group)).run(group, rotten);
        group.shards().forEach(shard -> rotten.lookAtArriving(shard.state(), group.loader()));
        return rotten.found;
    }

    /** Slices that came in part, which nobody is shown: to go on with them takes what is there. */
    private void lookAtArriving(ShardState state, SliceLoader loader) {
        for (SliceKey key : state.tables().intents().arriving()) {
            if (state.tables().exists(key.table())) {
                state.tables().find(key.table()).forEachSlice(held -> {
                    if (held.key().equals(key) && !held.isLoaded()) {
                        lookAt(held, loader);
                    }
                });
            }
        }
    }

    private void lookAt(HeldSlice held, SliceLoader loader) {
        try {
            loader.loadNow(held);
        } catch (PfsException e) {
            unreadable(held.key(), held.storedOrFail(), e);
        }
    }

    /** Whether who has no copy can only do without what can't be read for this reason. */
    public static boolean mayBeGivenUp(PfsException why) {
        return SliceRemains.isLoss(why);
    }

    @Override
    public void unreadable(SliceKey key, StoredAt stored, PfsException why) {
        if (mayBeGivenUp(why)) {
            found.put(key, why);
        }
    }

    @Override
    public void shard(StateWalk.ShardView shard) {
        // whichever has it
    }

    @Override
    public void table(TableFacts facts, List<StateWalk.SliceShape> slices) {
        // its slices follow
    }

    @Override
    public void slice(SliceKey key, Optional<StoredAt> stored, Optional<NameFilter> filter, RowCursor rows) {
        sliceRead.run();
    }

    @Override
    public void traveller(TableId table, RowName name, byte[] row) {
        // that is in memory
    }

    @Override
    public void ownerless(SliceKey key, StoredAt stored) {
        // nobody reads it
    }
}
