package io.pfs.server.names;

import io.pfs.SliceKey;
import io.pfs.env.Clock;
import io.pfs.server.cell.ObjectWrites;
import io.pfs.server.state.TableState;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Slices that are to go to another server wait for those who write large cells of their rows, whose objects that server does not
 * know. Not for long: no other slice of the table splits here meanwhile.
 */
final class WritersWait {
    private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(5);

    private final ObjectWrites objects;
    private final Clock clock;
    /** Since when each is to go. */
    private final Map<SliceKey, Long> sinceNs = new TreeMap<>();

    WritersWait(ObjectWrites objects, Clock clock) {
        this.objects = objects;
        this.clock = clock;
    }

    /** Whether a slice should rather go a little later. */
    boolean isWorthIt(SliceKey slice, TableState table) {
        long nowNs = clock.monotonicNs();
        long since = sinceNs.computeIfAbsent(slice, none -> nowNs);
        return nowNs - since < LONGEST_NS
                && objects.areWritten(
                        slice.table(),
                        hash -> table.sliceAt(hash)
                                .filter(held -> held.key().equals(slice))
                                .isPresent());
    }

    /** It is gone, or is to go much later. */
    void ended(SliceKey slice) {
        sinceNs.remove(slice);
    }
}
