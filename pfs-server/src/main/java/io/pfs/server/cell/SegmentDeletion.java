package io.pfs.server.cell;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Workers;
import io.pfs.pool.Pool;
import io.pfs.server.gc.GcCounters;
import io.pfs.server.gc.SegmentFiles;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Deletes the files of segments that are dropped for good, each once the jobs that read from it have come to their end.
 * Who looked up a place in it before and comes to read only now finds no file, and looks up the place again.
 */
public final class SegmentDeletion {
    private final Pool pool;
    private final Workers workers;
    private final CellStore store;
    private final SegmentFiles files;
    private final GcCounters counters;
    /** By segment, the bytes that it frees. */
    private final TreeMap<Long, Long> waiting = new TreeMap<>();

    private final TreeSet<Long> underWay = new TreeSet<>();

    public SegmentDeletion(Pool pool, Workers workers, CellStore store, SegmentFiles files, GcCounters counters) {
        this.pool = pool;
        this.workers = workers;
        this.store = store;
        this.files = files;
        this.counters = counters;
    }

    /** Nothing in the journal refers to these any more, and that is forced. */
    public void add(long segment, long bytes) {
        waiting.put(segment, bytes);
        proceed();
    }

    /** Whether the file of this one is about to go. */
    public boolean isUnderWay(long segment) {
        return waiting.containsKey(segment) || underWay.contains(segment);
    }

    /** Whether some file is about to go. */
    public boolean isUnderWay() {
        return !waiting.isEmpty() || !underWay.isEmpty();
    }

    /** Looks again for those that nobody reads any more. */
    public void proceed() {
        for (long segment : List.copyOf(waiting.keySet())) {
            if (!store.isRead(segment)) {
                long bytes = Check.present(waiting.remove(segment), "what waits is there");
                underWay.add(segment);
                files.goes(segment);
                store.forget(segment);
                Job job = new Job(pool, segment, files.fileName(segment));
                workers.run(job, () -> ended(job, bytes));
            }
        }
    }

    /** A file that can't be deleted now has no count, so the next collection finds it again. */
    private void ended(Job job, long bytes) {
        underWay.remove(job.segment);
        boolean isGone =
                job.failure.map(e -> e.code() == ErrorCode.FILE_MISSING).orElse(true);
        if (isGone) {
            counters.deleted(bytes, files.objects().contains(job.segment));
            files.deleted(job.segment);
        }
    }

    /** What runs on a worker. */
    private static final class Job implements Runnable {
        private final Pool pool;
        private final long segment;
        private final String name;
        private Optional<PfsException> failure = Optional.empty();

        Job(Pool pool, long segment, String name) {
            this.pool = pool;
            this.segment = segment;
            this.name = name;
        }

        @Override
        public void run() {
            try {
                pool.delete(name);
            } catch (PfsException e) {
                failure = Optional.of(e);
            }
        }
    }
}
