package io.pfs.server.journal;

import io.pfs.PfsException;
import java.util.List;
import java.util.Optional;

/** One turn of the writer on a worker: a batch to be written, or only another attempt to go on. */
final class WriteJob implements Runnable {
    private final JournalWriter writer;
    private final Optional<Batch> batch;
    private Optional<PfsException> failure = Optional.empty();
    private Optional<PfsException> stalled = Optional.empty();

    WriteJob(JournalWriter writer, Optional<Batch> batch) {
        this.writer = writer;
        this.batch = batch;
    }

    @Override
    public void run() {
        try {
            if (batch.isPresent()) {
                writer.reserve(batch.get().length());
                writer.write(batch.get());
            } else {
                writer.goOn();
            }
        } catch (PfsException e) {
            stalled = writer.recover(e);
            // an attempt to go on has nothing to lose
            failure = batch.isPresent() ? Optional.of(e) : Optional.empty();
        }
    }

    Optional<Batch> batch() {
        return batch;
    }

    /** Why the batch was lost. */
    Optional<PfsException> failure() {
        return failure;
    }

    /** Why nothing can be written for now. */
    Optional<PfsException> stalled() {
        return stalled;
    }

    /** Files that this turn finished. */
    List<FinishedFile> takeFinished() {
        return writer.takeFinished();
    }
}
