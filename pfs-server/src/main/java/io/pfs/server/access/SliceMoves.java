package io.pfs.server.access;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.SliceKey;
import io.pfs.server.state.Intents;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Slices between shards that nobody is served from just now, and who waits for them: nobody is refused for that. One that
 * leaves is closed from when the last of it is copied; one that arrives, until it is whole. Only if another server may have it that
 * does not answer, who comes is refused, to come again: else all who ask would wait here for it.
 */
public final class SliceMoves {
    private final Intents intents;
    private final Consumer<SliceKey> whenEnded;
    private final Set<SliceKey> closed = new TreeSet<>();
    private final Set<SliceKey> readable = new TreeSet<>();
    private final Set<SliceKey> doubtful = new TreeSet<>();
    private final Set<SliceKey> putOff = new TreeSet<>();
    private final Map<SliceKey, List<Runnable>> waiting = new LinkedHashMap<>();

    /** @param whenEnded hears of each slice of which {@link #ended} was said */
    public SliceMoves(Intents intents, Consumer<SliceKey> whenEnded) {
        this.intents = intents;
        this.whenEnded = whenEnded;
    }

    public boolean mustWait(SliceKey slice) {
        return intents.isMoving(slice) && (closed.contains(slice) || intents.isArriving(slice));
    }

    /** The same for who only reads. */
    public boolean mustWaitToRead(SliceKey slice) {
        return mustWait(slice) && !readable.contains(slice);
    }

    /** Whether any slice is between shards. */
    public boolean areAny() {
        return intents.movesAny();
    }

    /** Nobody is served from a slice that leaves from now on. */
    public void close(SliceKey slice) {
        doubtful.remove(slice);
        readable.remove(slice);
        closed.add(slice);
    }

    /** Nobody changes it elsewhere, but that it may have been adopted is not out of the question. */
    public void letRead(SliceKey slice) {
        readable.add(slice);
        doubt(slice);
    }

    public boolean isClosed(SliceKey slice) {
        return closed.contains(slice);
    }

    /** It can't leave for long, and is served meanwhile; it was not adopted. */
    public void putOff(SliceKey slice) {
        ended(slice);
        putOff.add(slice);
        doubt(slice);
    }

    public boolean isPutOff(SliceKey slice) {
        return putOff.contains(slice);
    }

    /** It is tried again. */
    public void takeUp(SliceKey slice) {
        putOff.remove(slice);
    }

    /** The server to which a slice goes, or may have gone, does not answer soon. */
    public void doubt(SliceKey slice) {
        doubtful.add(slice);
        wake(slice);
    }

    /** Runs {@code task} once the slice has arrived, is gone, or is served again. */
    public void await(SliceKey slice, Runnable task) {
        waiting.computeIfAbsent(slice, none -> new ArrayList<>()).add(task);
    }

    /** The same for who must not wait for long; throws if it may be long. */
    public void awaitSoon(SliceKey slice, Runnable task) {
        if (doubtful.contains(slice)) {
            throw new PfsException(
                    ErrorCode.UNREACHABLE,
                    slice + " is on its way to another shard, which does not answer or can't take it just now");
        }
        await(slice, task);
    }

    /** The slice is here, or it is elsewhere, or it can't leave now: those who waited look again. */
    public void ended(SliceKey slice) {
        closed.remove(slice);
        readable.remove(slice);
        doubtful.remove(slice);
        putOff.remove(slice);
        wake(slice);
        whenEnded.accept(slice);
    }

    private void wake(SliceKey slice) {
        List<Runnable> waited = waiting.remove(slice);
        if (waited != null) {
            waited.forEach(Runnable::run);
        }
    }
}
