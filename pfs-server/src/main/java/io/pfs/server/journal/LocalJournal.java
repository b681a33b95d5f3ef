package io.pfs.server.journal;

import io.pfs.Check;
import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.Position;
import io.pfs.ShardId;
import io.pfs.env.Clock;
import io.pfs.env.Timers;
import io.pfs.env.Workers;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A journal in a folder of this machine. Bytes, and what is true after a crash: see the package. */
public final class LocalJournal implements Journal {
    private enum State {
        NEW,
        OPEN,
        CLOSED
    }

    private final JournalSetup setup;
    private final Workers workers;
    private final Clock clock;
    private final Listener listener;
    /** What there is before the end of the replay. */
    private final FilesAtRest atRest;

    private final MemoryMode memory;
    private final Trimmer trimmer;
    private final SpareMaker spares;
    private final ForceWaits forceWaits = new ForceWaits();
    private final BatchQueue queue;
    private final WritePace pace = new WritePace();
    private final Timers timers;
    /** The last position of each shard that was appended. */
    private final ShardTable positions = new ShardTable();

    private State state = State.NEW;
    private Optional<JournalWriter> writer = Optional.empty();
    private Optional<PfsException> stalled = Optional.empty();
    private boolean writing;
    private boolean begun;
    private Optional<PfsException> endFailure = Optional.empty();
    private long era;
    private long records;
    /** Up to here records were written, or are being written. */
    private long writtenTo;

    /** Up to here records were reported durable, or are about to be. */
    private long reportedRecord;

    private long forcedRecord;
    /** Mode memory: up to here records are to be written, though they don't fill a batch. */
    private long dueRecord;

    /** Nothing is touched before {@link #replay}. */
    public LocalJournal(JournalSetup setup, Workers workers, Timers timers, Clock clock, Listener listener) {
        this.setup = setup;
        this.workers = workers;
        this.timers = timers;
        this.clock = clock;
        this.listener = listener;
        this.atRest = new FilesAtRest(setup.disk());
        this.memory = new MemoryMode(timers, listener, this::writeReported);
        this.trimmer = new Trimmer(setup, workers);
        this.spares = new SpareMaker(setup, workers);
        this.queue = new BatchQueue(setup.limits().journalBatchBytesMax());
    }

    @Override
    public Replayed scan(RecordVisitor visitor) {
        Check.that(state == State.NEW, "a journal is looked at before its replay");
        try (Replay replay = new Replay(setup, atRest, visitor)) {
            return replay.run();
        }
    }

    @Override
    public Replayed replay(RecordVisitor visitor) {
        Check.that(state == State.NEW, "a journal is replayed once, before anything else");
        try (FilesAtRest files = atRest;
                Replay replay = new Replay(setup, files, visitor)) {
            Replayed replayed = replay.run();
            replay.deleteTemporary();
            JournalWriter next = new JournalWriter(setup, clock, replay);
            // else the next file is made for the first record, which nobody has to write before the unread one is given
            // up
            if (!replay.isLastUnread()) {
                start(next, replay.carry());
            }
            positions.copyFrom(replay.positions());
            trimmer.add(replay.filesBeforeLast());
            trimmer.add(next.takeFinished());
            writer = Optional.of(next);
            state = State.OPEN;
            return replayed;
        }
    }

    /** Without space for a new file the journal can still be read, unless the doubtful tail must go there first. */
    private void start(JournalWriter next, Carry carry) {
        try {
            next.start(carry);
            begun = true;
        } catch (PfsException e) {
            if (!carry.isEmpty() || e.code() != ErrorCode.NO_SPACE) {
                throw e;
            }
            stalled = Optional.of(e);
        }
    }

    @Override
    public Appended append(ShardId shard, Position position, byte[] payload, int offset, int length) {
        Check.that(state == State.OPEN, "a journal takes records after its replay and before its end");
        if (length > Limits.JOURNAL_RECORD_BYTES_MAX) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    "a journal record has at most " + Limits.JOURNAL_RECORD_BYTES_MAX + " bytes, this one has "
                            + length);
        }
        if (stalled.isPresent()) {
            PfsException cause = stalled.get();
            throw new PfsException(cause.code(), "the journal takes no records now: " + cause.getMessage(), cause);
        }
        positions.requireFollows(shard, position);
        Batch batch = queue.open(length);
        records++;
        batch.add(records, shard, position, payload, offset, length);
        positions.set(shard.value(), position.epoch().value(), position.sequence());
        return new Appended(era, records);
    }

    @Override
    public void commit() {
        Check.that(state == State.OPEN, "a journal commits after its replay and before its end");
        pace.turnEnded(records, clock.monotonicNs());
        if (stalled.isPresent() || setup.durability() != Durability.MEMORY) {
            writeNext();
            return;
        }
        reportedRecord = records;
        memory.committed(new Durable(era, records));
        if (queue.hasFull()) {
            writeNext();
        }
    }

    @Override
    public void commitEarly() {
        boolean mayWrite = !writing && stalled.isEmpty() && setup.durability() != Durability.MEMORY;
        if (mayWrite && records > writtenTo && pace.isEarlyCommitDue(records - writtenTo)) {
            commit();
        }
    }

    /** Writes all that was reported, now or behind the write that is under way. */
    private void writeReported() {
        dueRecord = reportedRecord;
        writeNext();
    }

    /** Starts the next write or force, or the next attempt to go on, unless one is under way. */
    private void writeNext() {
        if (writing || state != State.OPEN) {
            return;
        }
        Optional<Batch> batch = queue.poll();
        boolean forces = trimmer.awaitsForce() || forceWaits.awaitForce();
        if (batch.isEmpty() && stalled.isEmpty() && !forces) {
            return;
        }
        writing = true;
        batch.ifPresent(some -> {
            pace.begins(some.lastRecord() - writtenTo, clock.monotonicNs());
            writtenTo = some.lastRecord();
        });
        WriteJob job = new WriteJob(writer.orElseThrow(), batch, stalled, forces, toldRecord());
        workers.runBriefly(job, () -> written(job));
    }

    /** The last record that the listener was told to be durable. */
    private long toldRecord() {
        return setup.durability() == Durability.MEMORY ? memory.toldRecord() : reportedRecord;
    }

    private void written(WriteJob job) {
        writing = false;
        job.batch().ifPresent(some -> pace.ended(records, clock.monotonicNs()));
        noteFinished(job.takeFinished());
        stalled = job.stalled();
        forcedRecord = job.forcedRecord();
        Optional<PfsException> failure = job.failure();
        if (state == State.CLOSED) {
            // what waits follows what was lost, and is lost with it
            failure.ifPresent(lost -> queue.clear());
            endFailure = failure;
            endQuietly();
        } else if (failure.isPresent()) {
            drop(failure.get());
        } else {
            trimmer.forced(forcedRecord);
            forceWaits.forced(forcedRecord);
            begun |= job.batch().isPresent();
            job.batch().ifPresentOrElse(this::acknowledge, this::writeMore);
        }
    }

    private void noteFinished(List<FinishedFile> finished) {
        trimmer.add(finished);
        if (!finished.isEmpty()) {
            spares.prepare();
        }
    }

    private void acknowledge(Batch batch) {
        long record = batch.lastRecord();
        queue.recycle(batch);
        boolean reports = setup.durability() != Durability.MEMORY;
        if (reports) {
            reportedRecord = record; // first: the next write must know what was promised
        }
        if (mayGather()) {
            timers.after(0, this::writeMore); // by then the turn has ended in which those answered now come again
        } else {
            writeMore();
        }
        if (reports) {
            listener.durable(new Durable(era, record));
        }
    }

    private boolean mayGather() {
        long waiting = records - writtenTo;
        boolean fitsOne = !queue.hasFull() && setup.durability() != Durability.MEMORY;
        return waiting > 0 && fitsOne && timers.ring() && pace.isGatheringDue(waiting);
    }

    /** Goes on with what arrived meanwhile, if it is time for it. */
    private void writeMore() {
        boolean due = setup.durability() != Durability.MEMORY || queue.hasFull() || forcedRecord < dueRecord;
        if (due && stalled.isEmpty()) {
            writeNext();
        }
    }

    private void drop(PfsException cause) {
        JournalWriter kept = writer.orElseThrow();
        Durable last = new Durable(era, kept.lastRecord());
        reportedRecord = Math.min(reportedRecord, last.record());
        dueRecord = last.record();
        queue.clear();
        writtenTo = records;
        memory.cancel();
        positions.copyFrom(kept.positions());
        era++;
        trimmer.lost(last.record());
        trimmer.forced(forcedRecord);
        forceWaits.lost(last.record());
        forceWaits.forced(forcedRecord);
        if (trimmer.awaitsForce() || forceWaits.awaitForce()) {
            // a full disk may wait for this
            writeNext();
        }
        listener.failed(cause, last);
    }

    @Override
    public void trim(Map<ShardId, Long> firstNeededSequences) {
        Check.that(state == State.OPEN, "a journal is trimmed after its replay and before its end");
        trimmer.trim(firstNeededSequences, reportedRecord);
        if (trimmer.awaitsForce()) {
            writeReported();
        }
    }

    @Override
    public void afterForce(Runnable then) {
        Check.that(state == State.OPEN, "a journal forces after its replay and before its end");
        forceWaits.add(reportedRecord, then);
        if (forceWaits.awaitForce()) {
            writeReported();
        }
    }

    @Override
    public void close() {
        if (state == State.CLOSED) {
            return;
        }
        state = State.CLOSED;
        atRest.close();
        memory.cancel();
        trimmer.close();
        spares.close();
        forceWaits.clear();
        if (!writing) {
            endQuietly();
        }
    }

    @Override
    public boolean hasBegun() {
        return begun;
    }

    @Override
    public Optional<PfsException> endFailure() {
        return endFailure;
    }

    /** Whoever closes has more to close: what fails here is told by {@link #endFailure}. */
    private void endQuietly() {
        try {
            end();
        } catch (PfsException e) {
            endFailure = Optional.of(endFailure.orElse(e));
        }
    }

    @Override
    public long usableBytes() {
        return setup.disk().usableBytes();
    }

    @Override
    public boolean isClosed() {
        return state == State.CLOSED && !writing && !trimmer.isRunning() && !spares.isRunning();
    }

    private void end() {
        if (writer.isEmpty()) {
            return;
        }
        JournalWriter last = writer.get();
        writer = Optional.empty();
        try (last) {
            Optional<Batch> batch = queue.poll();
            while (batch.isPresent()) {
                last.reserve(batch.get().length());
                last.write(batch.get());
                batch = queue.poll();
            }
        }
    }
}
