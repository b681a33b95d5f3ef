package io.pfs.server.state;

import io.pfs.server.boost.BoostEntry;
import java.util.ArrayList;
import java.util.List;

/**
 * What storage has of slices that went, with their tables or to another shard. A replay that begins before that meets changes
 * of these slices, and must find them as they were, so a checkpoint keeps those that went while it was written. Of one
 * that storage never had a replay must begin before its birth, or after it went.
 */
public final class GoneSlices {
    private final List<BoostEntry> entries = new ArrayList<>();
    /** So many of them went before the checkpoint began that is being written. */
    private int before;
    /** The newest change of any that storage never had. */
    private long newestUnstored;

    void add(BoostEntry slice) {
        entries.add(slice);
    }

    /** One went that storage never had, and that had this newest change. */
    void unstored(long sequence) {
        newestUnstored = Math.max(newestUnstored, sequence);
    }

    /** Whether a replay that begins here meets no change of what storage never had. */
    public boolean mayReplayFrom(long sequence) {
        return sequence > newestUnstored;
    }

    /** A round wrote it before it went, and counts now: from here on storage is known to have it so. */
    public void written(BoostEntry slice) {
        boolean isKnown = entries.stream().anyMatch(entry -> entry.key().equals(slice.key()));
        if (isKnown) {
            entries.replaceAll(entry -> entry.key().equals(slice.key()) ? slice : entry);
        } else {
            entries.add(slice);
        }
    }

    /** Whether none went since the replay of the last checkpoint would begin. */
    public boolean isEmpty() {
        return entries.isEmpty();
    }

    public void checkpointBegins() {
        before = entries.size();
    }

    /**
     * Those that a checkpoint has to keep.
     *
     * @param fromEarlier whether its replay begins earlier than it did itself
     */
    public List<BoostEntry> needed(boolean fromEarlier) {
        return List.copyOf(fromEarlier ? entries : entries.subList(before, entries.size()));
    }

    /** From here on replay begins where the checkpoint said. */
    public void checkpointCounts(boolean fromEarlier) {
        if (!fromEarlier) {
            entries.subList(0, before).clear();
        }
        before = 0;
    }
}
