package io.pfs.server.journal;

import io.pfs.Check;
import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Writes batches to the newest file, rolls it, and replaces it when it fails. Blocks. Handed from the loop to a job and
 * back: whoever has it has it alone.
 */
final class JournalWriter implements AutoCloseable {
    private final JournalSetup setup;
    private final JournalFileMaker maker;
    private final ShardTable written = new ShardTable();
    private final ShardTable forced = new ShardTable();
    private final List<FinishedFile> finished = new ArrayList<>();
    private Optional<JournalFile> current = Optional.empty();
    /** The file before the next one: finished once that one is there. */
    private Optional<FinishedFile> before;

    private long previousId;
    private long previousEnd;
    private long writtenRecord;
    private long forcedRecord;
    /** The last record that somebody was told to be durable, as the mode has it. */
    private long promisedRecord;

    /** Why this writer writes nothing any more, if so: it could only go on without what was promised. */
    private Optional<PfsException> ended = Optional.empty();
    /** What was asked for last: a journal that could only take less is still stalled. */
    private int wanted;

    /** A writer that goes on where a replay ended. */
    JournalWriter(JournalSetup setup, Clock clock, Replay replay) {
        this.setup = setup;
        this.maker = new JournalFileMaker(setup, clock, replay.mark());
        this.previousId = replay.lastId();
        this.previousEnd = replay.lastEnd();
        this.before = replay.lastFile();
        written.copyFrom(replay.positions());
        forced.copyFrom(replay.positions());
    }

    /** Makes the first file. */
    void start(Carry carry) {
        current = Optional.of(maker.make(previousId, previousEnd, carry));
        before.ifPresent(finished::add);
        before = Optional.empty();
    }

    /** Hears how far the loop has told that all is durable. */
    void promised(long record) {
        promisedRecord = record;
    }

    /** Sees to it that there is a good file with space for a batch of this length. */
    void reserve(int length) {
        wanted = length;
        if (ended.isPresent()) {
            throw ended.get();
        }
        if (current.isEmpty()) {
            startAgain();
        } else if (!current.get().takes(length)) {
            roll(current.get());
        }
        current.orElseThrow().grow(length);
    }

    /** Writes a batch that was reserved for, and forces it, or flushes it if the mode promises no more. */
    void write(Batch batch) {
        JournalFile file = current.orElseThrow();
        file.write(batch);
        written.add(batch.records());
        writtenRecord = batch.lastRecord();
        if (setup.durability() == Durability.FLUSH) {
            file.flush();
        } else {
            file.force();
            forced.add(batch.records());
            forcedRecord = writtenRecord;
        }
    }

    /** Forces what the mode left unforced. */
    void forceWritten() {
        if (current.isPresent() && !current.get().isFailed()) {
            forceRest(current.get());
        }
    }

    /**
     * After a failure: goes on in a new file if it is the file that failed.
     *
     * @return why nothing can be written now, if so; {@link #goOn} tries again
     */
    Optional<PfsException> recover(PfsException cause) {
        if (current.isEmpty() || !current.get().isFailed()) {
            return Optional.of(cause);
        }
        try {
            goOn();
            return Optional.empty();
        } catch (PfsException e) {
            return Optional.of(e);
        }
    }

    /** Makes room for what was asked for last. */
    void goOn() {
        reserve(wanted);
    }

    private void roll(JournalFile old) {
        finish(old);
        leave(old);
        current = Optional.empty();
        old.close();
        startAgain();
    }

    private void startAgain() {
        maker.leftByFailedAttempt().ifPresent(left -> {
            before.ifPresent(finished::add);
            leave(left);
        });
        start(Carry.nothing());
    }

    private void leave(JournalFile last) {
        previousId = last.id();
        previousEnd = last.forcedTo();
        before = Optional.of(last.finished());
    }

    private void finish(JournalFile old) {
        if (old.isFailed()) {
            giveUp(old);
        } else if (!old.isSealed()) {
            // the footer promises that all before it was forced
            forceRest(old);
            old.seal();
        }
    }

    /**
     * Keeps of a failed file what is forced, or still can be. If that is not all that was promised, this writer ends: a new
     * file's head would cut the rest, which may well be there, in the system or at the data nodes of HDFS. The next replay carries
     * what it finds of it.
     */
    private void giveUp(JournalFile old) {
        Optional<PfsException> unforced = Optional.empty();
        try {
            if (!old.isForceFailed()) {
                forceRest(old);
            }
        } catch (PfsException e) {
            Check.that(old.isForceFailed(), "only the force can fail here");
            unforced = Optional.of(e);
        }
        written.copyFrom(forced);
        writtenRecord = forcedRecord;
        if (forcedRecord < promisedRecord) {
            ended = Optional.of(notGoneOn(old, unforced));
            throw ended.get();
        }
    }

    private PfsException notGoneOn(JournalFile old, Optional<PfsException> unforced) {
        return new PfsException(
                ErrorCode.FORCE_FAILED,
                setup.path(JournalFileName.of(old.id()))
                        + " can't be forced, and holds changes that were answered in mode "
                        + setup.durability().name().toLowerCase(Locale.ROOT)
                        + ": the journal does not go on without them; start again, which keeps what is found of them",
                unforced.orElse(null));
    }

    private void forceRest(JournalFile file) {
        if (!file.isForced()) {
            file.force();
            forced.copyFrom(written);
            forcedRecord = writtenRecord;
        }
    }

    /** The last position of each shard that the log holds. */
    ShardTable positions() {
        return written;
    }

    /** The last record, counted since the journal was opened, that the log holds. */
    long lastRecord() {
        return writtenRecord;
    }

    /** All records up to here are forced. */
    long forcedRecord() {
        return forcedRecord;
    }

    /** Files that were finished since this was asked last. */
    List<FinishedFile> takeFinished() {
        List<FinishedFile> taken = List.copyOf(finished);
        finished.clear();
        return taken;
    }

    /** Ends the newest file in good order, if it is in order. */
    @Override
    public void close() {
        if (current.isEmpty()) {
            return;
        }
        JournalFile file = current.get();
        current = Optional.empty();
        try {
            if (!file.isFailed() && !file.isSealed()) {
                forceRest(file);
                file.sealAndCut();
                maker.ended(file);
            }
        } finally {
            file.close();
        }
    }
}
