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

/**
 * Deletes finished files that nobody needs, oldest first, one by one: after a crash what is left is never missing one
 * in the middle. One of them is kept, under another name, so that the next file finds its space written already.
 */
final class Trimmer {
    private final JournalSetup setup;
    private final Workers workers;
    private final ArrayDeque<FinishedFile> files = new ArrayDeque<>();
    private Optional<PfsException> failure = Optional.empty();
    private boolean running;

    Trimmer(JournalSetup setup, Workers workers) {
        this.setup = setup;
        this.workers = workers;
    }

    void add(List<FinishedFile> finished) {
        files.addAll(finished);
    }

    /** Starts to delete, unless that is under way. Throws what kept the last call from deleting. */
    void trim(Map<ShardId, Long> firstNeededSequences) {
        if (failure.isPresent()) {
            PfsException told = failure.get();
            if (told.code() != ErrorCode.FORCE_FAILED) {
                failure = Optional.empty();
            }
            throw new PfsException(
                    told.code(), "the journal keeps files that nobody needs: " + told.getMessage(), told);
        }
        if (!running) {
            start(unneeded(firstNeededSequences));
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
            boolean roomy = file.length() >= setup.limits().journalFileBytes();
            if (roomy && !disk.exists(JournalFileName.SPARE)) {
                disk.rename(name, JournalFileName.SPARE);
            } else {
                disk.delete(name);
            }
        }
    }
}
