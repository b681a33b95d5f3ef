package io.pfs.server.journal;

import io.pfs.PfsException;
import java.util.List;
import java.util.Optional;

/** One turn of the writer on a worker: a batch to be written, written ones to be forced, another attempt to go on. */
final class WriteJob implements Runnable {
    private final JournalWriter writer;
    private final Optional<Batch> batch;
    private final boolean forces;
    private final long promisedRecord;
    private Optional<PfsException> failure = Optional.empty();
    private Optional<PfsException> stalled;

    /**
     * A turn.
     *
     * @param stalled why nothing could be written so far, if so: this turn tries to go on
     * @param forces whether all that is written shall be forced, though the mode doesn't promise it
     * @param promisedRecord the last record that somebody was told to be durable
     */
    WriteJob(
            JournalWriter writer,
            Optional<Batch> batch,
            Optional<PfsException> stalled,
            boolean forces,
            long promisedRecord) {
        this.writer = writer;
        this.batch = batch;
        this.stalled = stalled;
        this.forces = forces;
        this.promisedRecord = promisedRecord;
    }

    @Override
    public void run() {
        writer.promised(promisedRecord);
        try {
            batch.ifPresent(this::write);
            if (forces) {
                writer.forceWritten();
            }
        } catch (PfsException e) {
            stalled = writer.recover(e);
            failure = Optional.of(e);
            return;
        }
        if (stalled.isPresent()) {
            goOn();
        }
    }

    private void write(Batch full) {
        writer.reserve(full.length());
        writer.write(full);
    }

    /** Loses nothing: it makes room in a good file, or follows one that is forced or given up already. */
    private void goOn() {
        try {
            writer.goOn();
            stalled = Optional.empty();
        } catch (PfsException e) {
            stalled = writer.recover(e);
        }
    }

    Optional<Batch> batch() {
        return batch;
    }

    /** Why the batch was lost, or what was to be forced. */
    Optional<PfsException> failure() {
        return failure;
    }

    /** Why nothing can be written for now. */
    Optional<PfsException> stalled() {
        return stalled;
    }

    /** Up to which record all is forced after this turn. */
    long forcedRecord() {
        return writer.forcedRecord();
    }

    /** Files that this turn finished. */
    List<FinishedFile> takeFinished() {
        return writer.takeFinished();
    }
}
