package io.pfs.server.shard;

import io.pfs.PfsException;
import io.pfs.env.Workers;
import io.pfs.row.CellLocation;
import io.pfs.server.column.CellKey;
import io.pfs.server.column.CellReader;
import io.pfs.server.column.OpenSegments;
import io.pfs.server.column.SegmentFile;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads cells out of segments, on workers. One for the shards of a loop. */
final class CellStore {
    /** One job reads so many bytes at the most, so that a long list is read by several workers. */
    private static final long JOB_BYTES = 1 << 20;

    private final OpenSegments open;
    private final Workers workers;

    CellStore(OpenSegments open, Workers workers) {
        this.open = open;
        this.workers = workers;
    }

    /** A cell, or the part of one from an offset on, that is to be read. */
    record Wanted(CellLocation location, CellKey key, long from, int length) {
        static Wanted whole(CellLocation location, CellKey key) {
            return new Wanted(location, key, 0, location.length());
        }
    }

    /** Some cells that one worker reads, and what came of it. */
    private static final class Job implements Runnable {
        private final List<Wanted> wanted;
        private final List<SegmentFile> files;
        private final List<byte[]> read = new ArrayList<>();
        private Optional<PfsException> failure = Optional.empty();

        Job(List<Wanted> wanted, List<SegmentFile> files) {
            this.wanted = wanted;
            this.files = files;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < wanted.size(); i++) {
                    read.add(bytes(files.get(i), wanted.get(i)));
                }
            } catch (PfsException e) {
                failure = Optional.of(e);
            }
        }

        private static byte[] bytes(SegmentFile file, Wanted cell) {
            boolean isWhole =
                    cell.from() == 0 && cell.length() == cell.location().length();
            ByteBuffer read = isWhole
                    ? CellReader.read(file, cell.location(), cell.key())
                    : CellReader.readPart(file, cell.location(), cell.key(), cell.from(), cell.length());
            byte[] bytes = new byte[read.remaining()];
            read.get(bytes);
            return bytes;
        }
    }

    /** The answers of the jobs that one list was cut into; complete when all are. */
    private static final class Answers {
        private final List<Job> jobs = new ArrayList<>();
        private int running;
    }

    /** Reads these cells; {@code then} gets their bytes in the same order. */
    void read(List<Wanted> wanted, Consumer<List<byte[]>> then, Consumer<PfsException> failed) {
        Answers answers = new Answers();
        int from = 0;
        while (from < wanted.size()) {
            int to = endOfJob(wanted, from);
            answers.jobs.add(job(wanted.subList(from, to)));
            from = to;
        }
        answers.running = answers.jobs.size();
        for (Job job : answers.jobs) {
            workers.run(job, () -> ended(job, answers, then, failed));
        }
        if (wanted.isEmpty()) {
            then.accept(List.of());
        }
    }

    private static int endOfJob(List<Wanted> wanted, int from) {
        long bytes = 0;
        int to = from;
        while (to < wanted.size() && (to == from || bytes < JOB_BYTES)) {
            bytes += wanted.get(to).length();
            to++;
        }
        return to;
    }

    private Job job(List<Wanted> wanted) {
        List<SegmentFile> files = new ArrayList<>(wanted.size());
        for (Wanted cell : wanted) {
            SegmentFile last = files.isEmpty() ? null : files.get(files.size() - 1);
            boolean isSame = last != null && last.id() == cell.location().segment();
            files.add(isSame ? last : open.take(cell.location().segment()));
        }
        return new Job(List.copyOf(wanted), files);
    }

    private void ended(Job job, Answers answers, Consumer<List<byte[]>> then, Consumer<PfsException> failed) {
        SegmentFile last = null;
        for (SegmentFile file : job.files) {
            if (file != last) {
                open.give(file);
            }
            last = file;
        }
        answers.running--;
        if (answers.running == 0) {
            Optional<PfsException> failure = answers.jobs.stream()
                    .flatMap(ended -> ended.failure.stream())
                    .findFirst();
            if (failure.isPresent()) {
                failed.accept(failure.get());
            } else {
                then.accept(answers.jobs.stream()
                        .flatMap(ended -> ended.read.stream())
                        .toList());
            }
        }
    }

    /** The segment's file is about to go. */
    void forget(long segment) {
        open.forget(segment);
    }

    void close() {
        open.close();
    }
}
