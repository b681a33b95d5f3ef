package io.pfs.server.journal;

import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.env.Workers;

/**
 * Makes the space of the next file while the current one is written, if there is no spare one: who grows a file as it is
 * written has every force wait for that now and then. Whatever goes wrong with it, the next file has to grow as it is written,
 * and who writes it sees what is wrong.
 */
final class SpareMaker {
    /** So much is made by a job: the disk and the workers have others to serve meanwhile. */
    private static final long STEP_BYTES = 1 << 20;

    private final JournalSetup setup;
    private final Workers workers;
    private final String unfinished;
    private final long bytes;
    /** How much is made; all of it when there is nothing more to do. */
    private long made;

    private boolean running;
    private boolean closed;

    SpareMaker(JournalSetup setup, Workers workers) {
        this.setup = setup;
        this.workers = workers;
        this.unfinished = JournalFileName.unfinishedSpare(setup.owner());
        this.bytes = setup.limits().journalFileBytes();
    }

    /** A file was begun: the next one will want its space. */
    void prepare() {
        if (!running && !closed && setup.disk().reservesSpace()) {
            running = true;
            made = 0;
            workers.run(this::makeSome, this::madeSome);
        }
    }

    boolean isRunning() {
        return running;
    }

    /** Starts nothing any more. */
    void close() {
        closed = true;
    }

    private void madeSome() {
        if (made == bytes) {
            running = false;
        } else if (closed) {
            workers.run(this::giveUp, () -> running = false);
        } else {
            workers.run(this::makeSome, this::madeSome);
        }
    }

    // On a worker

    private void makeSome() {
        try {
            if (made > 0 || isWanted()) {
                makeStep();
            } else {
                made = bytes;
            }
        } catch (PfsException e) {
            giveUp();
            made = bytes;
        }
    }

    private boolean isWanted() {
        return SpareFiles.any(setup.disk()).isEmpty() && !SpareFiles.isNearlyFull(setup.disk(), bytes);
    }

    private void makeStep() {
        Disk disk = setup.disk();
        if (made == 0) {
            deleteUnfinished();
        }
        long to = Math.min(bytes, made + STEP_BYTES);
        try (DiskFile file = made == 0 ? disk.create(unfinished) : disk.open(unfinished)) {
            file.preallocate(to);
            file.force();
        }
        if (to == bytes) {
            disk.rename(unfinished, SpareFiles.madeAhead());
        }
        made = to;
    }

    private void giveUp() {
        try {
            deleteUnfinished();
        } catch (PfsException e) {
            // the next opening deletes it
        }
    }

    private void deleteUnfinished() {
        if (setup.disk().exists(unfinished)) {
            setup.disk().delete(unfinished);
        }
    }
}
