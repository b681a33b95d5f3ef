package io.pfs.server.state;

import io.pfs.SliceKey;
import io.pfs.server.boost.BoostEntry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What storage has of slices that went, with their tables or to another shard. A replay that begins before that meets changes
 * of these slices, and must find them as they were, so a checkpoint keeps those that went while it was written. Of one
 * that storage never had a replay must begin before its birth, or after it went.
 */
public final class GoneSlices {
    private final List<BoostEntry> entries = new ArrayList<>();
    /** Those that were written and do not stand among the entries yet: a round may have very many, of a table with very many more. */
    private final Map<SliceKey, BoostEntry> written = new LinkedHashMap<>();

    /** So many of them went before the checkpoint began that is being written. */
    private int before;
    /** The newest change of any that storage never had. */
    private long newestUnstored;

    void add(BoostEntry slice) {
        takeIn();
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
        written.put(slice.key(), slice);
    }

    /** All at once, in place of what is known of the same slices. */
    private void takeIn() {
        if (written.isEmpty()) {
            return;
        }
        Set<SliceKey> known = new HashSet<>();
        entries.replaceAll(entry -> {
            BoostEntry newer = written.get(entry.key());
            if (newer != null) {
                known.add(entry.key());
            }
            return newer == null ? entry : newer;
        });
        written.values().stream().filter(slice -> !known.contains(slice.key())).forEach(entries::add);
        written.clear();
    }

    /** Whether none went since the replay of the last checkpoint would begin. */
    public boolean isEmpty() {
        return entries.isEmpty() && written.isEmpty();
    }

    public void checkpointBegins() {
        takeIn();
        before = entries.size();
    }

    /**
     * Those that a checkpoint has to keep.
     *
     * @param fromEarlier whether its replay begins earlier than it did itself
     */
    public List<BoostEntry> needed(boolean fromEarlier) {
        takeIn();
        return List.copyOf(fromEarlier ? entries : entries.subList(before, entries.size()));
    }

    /** From here on replay begins where the checkpoint said. */
    public void checkpointCounts(boolean fromEarlier) {
        takeIn();
        if (!fromEarlier) {
            entries.subList(0, before).clear();
        }
        before = 0;
    }
}
