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
        Collection<BoostEntry> gone = state.stored().gone().needed(true).stream()
                .filter(entry -> !isStored(state, entry.key()))
                .toList();
        return whole(state, Mark.of(state.lastCheckpoint()), new TreeMap<>(), gone);
    }

    /** Whether one of this key came back, and is on storage again. */
    private static boolean isStored(ShardState state, SliceKey key) {
        return state.tables().opened().stream()
                .filter(table -> table.facts().id().equals(key.table()))
                .filter(table -> table.has(key.slice().value()))
                .anyMatch(table -> table.slice(key.slice().value()).stored().isPresent());
    }

    /**
     * All that is on storage of a shard.
     *
     * @param newer what a checkpoint has just written, and what does not count yet
     * @param gone of tables that went meanwhile, as it has them now
     */
    static Part whole(ShardState state, Mark mark, Map<SliceKey, StoredAt> newer, Collection<BoostEntry> gone) {
        List<BoostEntry> entries = new ArrayList<>();
        state.tables()
                .opened()
                .forEach(table -> table.forEachSlice(slice -> Optional.ofNullable(newer.get(slice.key()))
                        .or(slice::stored)
                        .ifPresent(stored -> entries.add(new BoostEntry(slice.key(), stored)))));
        entries.addAll(gone);
        return new Part(state.shard(), mark, Mark.NONE, entries, state.stored().packed());
    }
}
