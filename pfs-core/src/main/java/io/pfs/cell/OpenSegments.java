package io.pfs.cell;

import io.pfs.Check;
import io.pfs.PfsException;
import io.pfs.pool.PoolReader;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;

/**
 * The segments that are kept open for reading, for one loop. The loop takes a file for a job, a worker reads from it, and
 * the loop gives it back; nobody else has it meanwhile, so there is nothing to lock. Of files that lie idle so many are
 * kept; the one whose segment was used longest ago goes first.
 */
public final class OpenSegments implements AutoCloseable {
    private final LongFunction<SegmentFile> segmentOpener;
    private final int idleMax;
    /** By segment, the one used longest ago first. */
    private final Map<Long, Held> segments = new LinkedHashMap<>(16, 0.75f, true);

    private int idle;

    /** What is open of one segment. Several jobs may read it at once, each from a file of its own. */
    private static final class Held {
        private final ArrayDeque<SegmentFile> idle = new ArrayDeque<>();
        private int taken;
        private boolean isForgotten;
    }

    public OpenSegments(PoolReader pool, Unpacker unpacker, int idleMax) {
        this(id -> new SegmentFile(pool, id, unpacker), idleMax);
    }

    /** Those of several pools, say. */
    public OpenSegments(LongFunction<SegmentFile> segmentOpener, int idleMax) {
        this.segmentOpener = segmentOpener;
        this.idleMax = Math.toIntExact(Check.inRange("segments kept open", idleMax, 0, 1 << 20));
    }

    /** A file of this segment for one job, warm if there is one. */
    public SegmentFile take(long id) {
        return take(id, segmentOpener);
    }

    /** The same for a file of another kind, which is opened so if none is warm. */
    public SegmentFile take(long id, LongFunction<SegmentFile> opener) {
        Held held = segments.get(id);
        if (held == null || held.idle.isEmpty()) {
            SegmentFile opened = opener.apply(id); // if it refuses, nobody has taken anything
            segments.computeIfAbsent(id, any -> new Held()).taken++;
            return opened;
        }
        held.taken++;
        idle--;
        return held.idle.pop();
    }

    /** Takes a file back when its job is done, whatever became of it. */
    public void give(SegmentFile file) {
        Held held = Check.present(segments.get(file.id()), "a file is given back that was taken");
        Check.that(held.taken > 0, "a file is given back once", file.id());
        held.taken--;
        if (file.isWarm() && !held.isForgotten) {
            held.idle.push(file);
            idle++;
            closeIdle(idleMax);
        } else {
            closeQuietly(file);
        }
        if (held.taken == 0 && held.idle.isEmpty()) {
            segments.remove(file.id());
        }
    }

    /** Whether a job reads from this segment now. */
    public boolean isTaken(long id) {
        Held held = segments.get(id);
        return held != null && held.taken > 0;
    }

    /** Keeps no file of this segment open: it is about to be deleted. Jobs that read it come to their end. */
    public void forget(long id) {
        Held held = segments.remove(id);
        if (held != null) {
            close(held);
            held.isForgotten = true;
            if (held.taken > 0) {
                segments.put(id, held);
            }
        }
    }

    /** The same of all segments with such ids. */
    public void forgetAll(LongPredicate ids) {
        List.copyOf(segments.keySet()).stream().filter(ids::test).forEach(this::forget);
    }

    /** Files that are open and that no job has. */
    public int idleFiles() {
        return idle;
    }

    private void closeIdle(int max) {
        while (idle > max) {
            Map.Entry<Long, Held> oldest = oldestIdle();
            idle--;
            closeQuietly(oldest.getValue().idle.removeLast());
            if (oldest.getValue().idle.isEmpty() && oldest.getValue().taken == 0) {
                segments.remove(oldest.getKey());
            }
        }
    }

    private Map.Entry<Long, Held> oldestIdle() {
        Optional<Map.Entry<Long, Held>> oldest = segments.entrySet().stream()
                .filter(entry -> !entry.getValue().idle.isEmpty())
                .findFirst();
        return oldest.orElseThrow();
    }

    private void close(Held held) {
        idle -= held.idle.size();
        held.idle.forEach(OpenSegments::closeQuietly);
        held.idle.clear();
    }

    /** Nothing was written to it, so there is nothing to lose. */
    private static void closeQuietly(SegmentFile file) {
        try {
            file.close();
        } catch (PfsException e) {
            // the handle is gone either way
        }
    }

    /** Closes all that is idle. */
    @Override
    public void close() {
        closeIdle(0);
    }
}
