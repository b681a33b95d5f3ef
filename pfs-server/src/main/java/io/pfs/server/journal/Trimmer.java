package io.pfs.server.journal;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.disk.Disk;
import io.pfs.env.Workers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Deletes finished files that nobody needs, oldest first, one by one: after a crash what is left is never missing one
 * in the middle. Some are kept, under another name: see {@link SpareFiles}.
 *
 * <p>That a file isn't needed is justified by a later record, reported durable but in modes flush and memory perhaps not
 * forced. So nothing is deleted before all that was reported when it was asked for is forced.
 */
final class Trimmer {
    private final JournalSetup setup;
    private final Workers workers;
    private final ArrayDeque<FinishedFile> files = new ArrayDeque<>();
    private Optional<PfsException> failure = Optional.empty();
    /** The newest request, until it is carried out. */
    private Optional<Request> pending = Optional.empty();

    private long forcedRecord;
    private boolean running;

    /**
     * What shall go, and when it may.
     *
     * @param reportedRecord when this one is forced, so is whatever justifies the request
     */
    private record Request(Map<ShardId, Long> firstNeededSequences, long reportedRecord) {}

    Trimmer(JournalSetup setup, Workers workers) {
        this.setup = setup;
        this.workers = workers;
    }

    void add(List<FinishedFile> finished) {
        files.addAll(finished);
    }

    /**
     * Deletes what can go as soon as all records up to a given one are forced. Throws what kept the last call from
     * deleting.
     */
    void trim(Map<ShardId, Long> firstNeededSequences, long reportedRecord) {
        if (failure.isPresent()) {
            PfsException told = failure.get();
            if (told.code() != ErrorCode.FORCE_FAILED) {
                failure = Optional.empty();
            }
            throw new PfsException(
                    told.code(), "the journal keeps files that nobody needs: " + told.getMessage(), told);
        }
        pending = unneeded(firstNeededSequences).isEmpty()
                ? Optional.empty()
                : Optional.of(new Request(new TreeMap<>(firstNeededSequences), reportedRecord));
        proceed();
    }

    /** Whether a request waits for records to be forced. */
    boolean awaitsForce() {
        return pending.isPresent() && pending.get().reportedRecord() > forcedRecord;
    }

    /** Hears that all records up to here are forced. */
    void forced(long record) {
        forcedRecord = record;
        proceed();
    }

    /** Hears that what follows this record was lost, and with it perhaps what justified a request. */
    void lost(long keptRecord) {
        pending = pending.filter(request -> request.reportedRecord() <= keptRecord);
    }

    boolean isRunning() {
        return running;
    }

    /** Starts nothing any more. */
    void close() {
        pending = Optional.empty();
    }

    private void proceed() {
        if (!running && failure.isEmpty() && pending.isPresent() && !awaitsForce()) {
            List<FinishedFile> unneeded = unneeded(pending.get().firstNeededSequences());
            pending = Optional.empty();
            start(unneeded);
        }
    }

    private List<FinishedFile> unneeded(Map<ShardId, Long> firstNeededSequences) {
        List<FinishedFile> unneeded = new ArrayList<>();
        for (FinishedFile file : files) {
            if (!file.ranges().areBefore(firstNeededSequences)) {
                break;
            }
            unneeded.add(file);
        }
        return unneeded;
    }

    private void start(List<FinishedFile> unneeded) {
        if (!unneeded.isEmpty()) {
            running = true;
            Job job = new Job(setup, unneeded);
            workers.run(job, () -> finished(job));
        }
    }

    private void finished(Job job) {
        running = false;
        failure = job.failure;
        for (int i = 0; i < job.deleted; i++) {
            files.removeFirst();
        }
        proceed();
    }

    /** What runs on a worker. */
    private static final class Job implements Runnable {
        private final JournalSetup setup;
        private final List<FinishedFile> unneeded;
        private int deleted;
        private Optional<PfsException> failure = Optional.empty();

        Job(JournalSetup setup, List<FinishedFile> unneeded) {
            this.setup = setup;
            this.unneeded = unneeded;
        }

        @Override
        public void run() {
            try {
                for (FinishedFile file : unneeded) {
                    remove(file);
                    deleted++;
                    // the next one only goes when this one is gone for good
                    setup.disk().forceFolder();
                }
            } catch (PfsException e) {
                failure = Optional.of(e);
            }
        }

        private void remove(FinishedFile file) {
            Disk disk = setup.disk();
            String name = JournalFileName.of(file.id());
            if (!disk.exists(name)) {
                return; // an attempt before this one failed, and had its effect all the same
            }
            long fileBytes = setup.limits().journalFileBytes();
            Optional<String> spare =
                    file.spaceBytes() >= fileBytes ? SpareFiles.nameForOneMore(disk, fileBytes) : Optional.empty();
            spare.ifPresentOrElse(free -> disk.rename(name, free), () -> disk.delete(name));
        }
    }
}
