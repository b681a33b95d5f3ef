package io.pfs.server.cell;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.cell.CellKey;
import io.pfs.cell.CellReader;
import io.pfs.cell.CellRun;
import io.pfs.cell.ObjectFile;
import io.pfs.cell.ObjectReader;
import io.pfs.cell.OpenSegments;
import io.pfs.cell.Segment;
import io.pfs.cell.SegmentFile;
import io.pfs.env.Workers;
import io.pfs.pool.Pool;
import io.pfs.row.CellLocation;
import io.pfs.server.column.CellCache;
import io.pfs.server.gc.GcCounters;
import io.pfs.server.gc.SegmentFiles;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reads cells out of segments, on workers. One for the shards of a loop. */
public final class CellStore {
    /** One job reads so many bytes at the most, so that a long list is read by several workers. */
    private static final long JOB_BYTES = 1 << 20;

    private final Pool pool;
    private final OpenSegments open;
    private final CellCache cache;
    private final Workers workers;
    private final SegmentFiles files;
    private final GcCounters counters;
    private Runnable idle = () -> {};

    public CellStore(
            Pool pool, OpenSegments open, CellCache cache, Workers workers, SegmentFiles files, GcCounters counters) {
        this.pool = pool;
        this.open = open;
        this.cache = cache;
        this.workers = workers;
        this.files = files;
        this.counters = counters;
    }

    /** A cell, or the part of one from an offset on, that is to be read. */
    public record Wanted(CellLocation location, CellKey key, long from, int length) {
        public static Wanted whole(CellLocation location, CellKey key) {
            return new Wanted(location, key, 0, (int) location.size());
        }

        /** Whether it is all of a cell in a segment. */
        boolean isWhole() {
            return from == 0 && length == location.length();
        }
    }

    /** A cell and its place in the list that was asked for. */
    private record Asked(int nth, Wanted wanted) {
        long segment() {
            return wanted.location().segment();
        }

        long offset() {
            return wanted.location().offset();
        }
    }

    /** Some cells that one worker reads, in the order of storage, and what came of it. */
    private static final class Job implements Runnable {
        private final List<Asked> cells;
        /** One for each segment, in the order of the cells. */
        private final List<SegmentFile> files;

        private final byte[][] found;
        private int next;
        private int nextFile;
        private Optional<PfsException> failure = Optional.empty();

        Job(List<Asked> cells, List<SegmentFile> files, byte[][] found) {
            this.cells = cells;
            this.files = files;
            this.found = found;
        }

        @Override
        public void run() {
            try {
                while (next < cells.size()) {
                    readSome();
                }
            } catch (PfsException e) {
                failure = Optional.of(e);
            }
        }

        /** Those that lie near each other together. */
        private void readSome() {
            Asked first = cells.get(next);
            while (files.get(nextFile).id() != first.segment()) {
                nextFile++;
            }
            SegmentFile file = files.get(nextFile);
            if (!first.wanted().isWhole()) {
                found[first.nth()] = part(file, first.wanted());
                next++;
                return;
            }
            CellRun run = new CellRun();
            int end = next;
            while (end < cells.size() && joins(run, cells.get(end).wanted())) {
                run.add(
                        cells.get(end).wanted().location(),
                        cells.get(end).wanted().key());
                end++;
            }
            List<byte[]> read = run.read(file);
            for (int i = next; i < end; i++) {
                found[cells.get(i).nth()] = read.get(i - next);
            }
            next = end;
        }

        private static boolean joins(CellRun run, Wanted wanted) {
            return wanted.isWhole() && run.takes(wanted.location());
        }

        private static byte[] part(SegmentFile file, Wanted cell) {
            if (cell.location().isObject()) {
                return ObjectReader.readPart(file, cell.location(), cell.from(), cell.length());
            }
            ByteBuffer read = CellReader.readPart(file, cell.location(), cell.key(), cell.from(), cell.length());
            byte[] bytes = new byte[read.remaining()];
            read.get(bytes);
            return bytes;
        }

        private static String nameOf(CellLocation location) {
            return location.isObject() ? ObjectFile.name(location.segment()) : Segment.fileName(location.segment());
        }

        long failedSegment() {
            return cells.get(next).segment();
        }

        /** To whom it matters there is a row and no cell: that its file is not there is damage, and no answer. */
        PfsException asDamage() {
            PfsException cause = failure.orElseThrow();
            return cause.code() == ErrorCode.FILE_MISSING
                    ? new PfsException(
                            ErrorCode.CORRUPT,
                            nameOf(cells.get(next).wanted().location()) + " is missing, and rows point to it",
                            cause)
                    : cause;
        }
    }

    /** The jobs that one list was cut into, and what they found; complete when all are. */
    private static final class Answers {
        private final List<Job> jobs = new ArrayList<>();
        private final byte[][] found;
        private int running;

        Answers(int count) {
            found = new byte[count][];
        }
    }

    /** Who waits for cells. */
    public interface Reader {
        /** Their bytes, in the order in which they were asked for. */
        void read(List<byte[]> cells);

        /** A segment was deleted since the places were looked up: the rows point elsewhere now. */
        void gone();

        void failed(PfsException cause);
    }

    /** A cell that is in memory; the bytes must stay as they are. */
    Optional<byte[]> cached(CellLocation location, CellKey key) {
        return cache.find(location, key);
    }

    /** Reads these cells. */
    public void read(List<Wanted> wanted, Reader reader) {
        Answers answers = new Answers(wanted.size());
        List<Asked> inOrder = inOrderOfStorage(wanted);
        int from = 0;
        while (from < inOrder.size()) {
            int to = endOfJob(inOrder, from);
            answers.jobs.add(job(inOrder.subList(from, to), answers.found));
            from = to;
        }
        answers.running = answers.jobs.size();
        for (Job job : answers.jobs) {
            workers.run(job, () -> ended(job, answers, reader));
        }
        if (wanted.isEmpty()) {
            reader.read(List.of());
        }
    }

    private static List<Asked> inOrderOfStorage(List<Wanted> wanted) {
        List<Asked> asked = new ArrayList<>(wanted.size());
        for (Wanted cell : wanted) {
            asked.add(new Asked(asked.size(), cell));
        }
        if (asked.size() > 1) {
            asked.sort(Comparator.comparingLong(Asked::segment).thenComparingLong(Asked::offset));
        }
        return asked;
    }

    private static int endOfJob(List<Asked> asked, int from) {
        long bytes = 0;
        int to = from;
        while (to < asked.size() && (to == from || bytes < JOB_BYTES)) {
            bytes += asked.get(to).wanted().length();
            to++;
        }
        return to;
    }

    private Job job(List<Asked> asked, byte[][] found) {
        List<SegmentFile> files = new ArrayList<>(1);
        long segment = 0;
        for (Asked cell : asked) {
            if (files.isEmpty() || cell.segment() != segment) {
                segment = cell.segment();
                files.add(take(cell.wanted().location()));
            }
        }
        return new Job(asked, files, found);
    }

    private SegmentFile take(CellLocation location) {
        return location.isObject()
                ? open.take(location.segment(), id -> ObjectFile.open(pool, id))
                : open.take(location.segment());
    }

    private void ended(Job job, Answers answers, Reader reader) {
        job.files.forEach(open::give);
        idle.run();
        answers.running--;
        if (answers.running == 0) {
            answer(answers, reader);
        }
    }

    private void answer(Answers answers, Reader reader) {
        for (Job job : answers.jobs) {
            if (job.failure.isPresent()) {
                failed(job, reader);
                return;
            }
        }
        for (Job job : answers.jobs) {
            job.cells.forEach(asked -> tell(asked.wanted(), answers.found[asked.nth()]));
        }
        reader.read(Arrays.asList(answers.found));
    }

    private void tell(Wanted wanted, byte[] bytes) {
        if (wanted.isWhole()) {
            cache.wasRead(wanted.location(), wanted.key(), bytes);
        }
    }

    private void failed(Job lost, Reader reader) {
        if (isGone(lost)) {
            counters.readRepeated();
            reader.gone();
        } else {
            reader.failed(lost.asDamage());
        }
    }

    /** Whether the file was deleted by a collection after the place of the cell was looked up. */
    private boolean isGone(Job job) {
        boolean hasNoFile = job.failure.orElseThrow().code() == ErrorCode.FILE_MISSING;
        return hasNoFile && files.wasDeleted(job.failedSegment());
    }

    /** A file of this segment for a job of the caller's, who gives it back. */
    public SegmentFile take(long segment) {
        return open.take(segment);
    }

    public void give(SegmentFile file) {
        open.give(file);
        idle.run();
    }

    /** Whether a job reads from this segment now. */
    public boolean isRead(long segment) {
        return open.isTaken(segment);
    }

    /** Whom to call when jobs have given back what they read from. */
    public void whenIdle(Runnable listener) {
        idle = listener;
    }

    /** The segment's file is about to go. */
    public void forget(long segment) {
        open.forget(segment);
    }

    public void close() {
        open.close();
    }
}
