package io.pfs.server.shard;

import io.pfs.server.boost.BoostEntry;
import java.util.ArrayList;
import java.util.List;

/**
 * What storage has of tables that went. A replay that begins before that meets changes of these tables, and must find their
 * slices as they were, so a checkpoint keeps those that went while it was written.
 */
final class GoneSlices {
    private final List<BoostEntry> entries = new ArrayList<>();
    /** So many of them went before the checkpoint began that is being written. */
    private int before;

    void add(BoostEntry slice) {
        entries.add(slice);
    }

    void checkpointBegins() {
        before = entries.size();
    }

    /**
     * Those that a checkpoint has to keep.
     *
     * @param fromEarlier whether its replay begins earlier than it did itself
     */
    List<BoostEntry> needed(boolean fromEarlier) {
        return List.copyOf(fromEarlier ? entries : entries.subList(before, entries.size()));
    }

    /** From here on replay begins where the checkpoint said. */
    void checkpointCounts(boolean fromEarlier) {
        if (!fromEarlier) {
            entries.subList(0, before).clear();
        }
        before = 0;
    }
}
