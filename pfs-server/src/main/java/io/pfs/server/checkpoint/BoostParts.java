package io.pfs.server.checkpoint;

import io.pfs.SliceKey;
import io.pfs.server.boost.BoostEntry;
import io.pfs.server.boost.BoostSection.Part;
import io.pfs.server.boost.Mark;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.state.ShardState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Makes the parts of sections of the boost index. */
final class BoostParts {
    private BoostParts() {}

    /** All that is on storage of a shard as its last checkpoint left it, with what went since its replay would begin. */
    static Part whole(ShardState state) {
        return whole(
                state,
                Mark.of(state.lastCheckpoint()),
                new TreeMap<>(),
                state.stored().gone().needed(true));
    }

    /**
     * All that is on storage of a shard.
     *
     * @param newer what a checkpoint has just written, and what does not count yet
     * @param gone of tables that went meanwhile, as it has them now
     */
    static Part whole(ShardState state, Mark mark, Map<SliceKey, StoredAt> newer, Collection<BoostEntry> gone) {
        List<BoostEntry> entries = new ArrayList<>();
        Map<SliceKey, BoostEntry> notBack = new TreeMap<>(); // one may have come back since it went, even twice
        gone.forEach(slice -> notBack.put(slice.key(), slice));
        notBack.keySet().removeIf(state.stored()::isClosed);
        state.tables()
                .opened()
                .forEach(table -> table.forEachSlice(slice -> Optional.ofNullable(newer.get(slice.key()))
                        .or(slice::stored)
                        .ifPresent(stored -> {
                            notBack.remove(slice.key());
                            entries.add(new BoostEntry(slice.key(), stored));
                        })));
        entries.addAll(notBack.values());
        return new Part(state.shard(), mark, Mark.NONE, entries, state.stored().packed());
    }
}
