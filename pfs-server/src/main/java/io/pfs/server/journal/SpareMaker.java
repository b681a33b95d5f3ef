package io.pfs.server.journal;

import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.env.Workers;

/**
 * Makes the space of the next file while the current one is written, if there is no spare one: who grows a file as it is
 * written has every force wait for that now and then.
 */
final class SpareMaker {
    /** Forced so many bytes at a time: the disk has others to serve meanwhile. */
    private static final long STEP_BYTES = 1 << 20;

    private final JournalSetup setup;
    private final Workers workers;
    private final String unfinished;
    private boolean running;
    /** Read by the job as well, that nobody who closes waits for it. */
    private volatile boolean closed;

    SpareMaker(JournalSetup setup, Workers workers) {
        this.setup = setup;
        this.workers = workers;
        this.unfinished = JournalFileName.unfinishedSpare(setup.owner());
    }

    /** A file was begun: the next one will want its space. */
    void prepare() {
        if (!running && !closed) {
            running = true;
            workers.run(this::makeUnlessThere, () -> running = false);
        }
    }

    boolean isRunning() {
        return running;
    }

    /** Starts nothing any more. */
    void close() {
        closed = true;
    }

    /** Whatever goes wrong, the next file has to grow as it is written, and who writes it sees what is wrong. */
    private void makeUnlessThere() {
        Disk disk = setup.disk();
        long bytes = setup.limits().journalFileBytes();
        try {
            if (SpareFiles.any(disk).isEmpty() && !SpareFiles.isNearlyFull(disk, bytes)) {
                make(disk, bytes);
            }
        } catch (PfsException e) {
            giveUp(disk);
        }
    }

    private void giveUp(Disk disk) {
        try {
            deleteUnfinished(disk);
        } catch (PfsException e) {
            // the next opening deletes it
        }
    }

    private void make(Disk disk, long bytes) {
        deleteUnfinished(disk);
        try (DiskFile file = disk.create(unfinished)) {
            for (long at = 0; at < bytes && !closed; at += STEP_BYTES) {
                file.preallocate(Math.min(bytes, at + STEP_BYTES));
                file.force();
                workers.giveWay();
            }
        }
        if (closed) {
            deleteUnfinished(disk);
        } else {
            disk.rename(unfinished, SpareFiles.madeAhead());
        }
    }

    private void deleteUnfinished(Disk disk) {
        if (disk.exists(unfinished)) {
            disk.delete(unfinished);
        }
    }
}
