package io.pfs.server.access;

import io.pfs.SliceKey;
import io.pfs.server.state.Intents;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Slices between shards that nobody is served from just now, and who waits for them: nobody is refused for that. One that
 * leaves is closed from when the last of it is copied; one that arrives, until it is whole.
 */
public final class SliceMoves {
    private final Intents intents;
    private final Set<SliceKey> closed = new TreeSet<>();
    private final Map<SliceKey, List<Runnable>> waiting = new LinkedHashMap<>();

    public SliceMoves(Intents intents) {
        this.intents = intents;
    }

    public boolean mustWait(SliceKey slice) {
        return intents.isMoving(slice) && (closed.contains(slice) || intents.isArriving(slice));
    }

    /** Nobody is served from a slice that leaves from now on. */
    public void close(SliceKey slice) {
        closed.add(slice);
    }

    /** Runs {@code task} once the slice has arrived, is gone, or is served again. */
    public void await(SliceKey slice, Runnable task) {
        waiting.computeIfAbsent(slice, none -> new ArrayList<>()).add(task);
    }

    /** The slice is here, or it is elsewhere, or it can't leave now: those who waited look again. */
    public void ended(SliceKey slice) {
        closed.remove(slice);
        List<Runnable> waited = waiting.remove(slice);
        if (waited != null) {
            waited.forEach(Runnable::run);
        }
    }
}
