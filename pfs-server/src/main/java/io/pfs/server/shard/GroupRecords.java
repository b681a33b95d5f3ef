package io.pfs.server.shard;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.FaultPoints;
import io.pfs.env.Timers;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.SliceSplit;
import io.pfs.server.collect.CellSpace;
import io.pfs.server.journal.Journal;
import io.pfs.server.shard.JournalQueue.InFlight;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.SliceMemory;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What becomes of what a group journals: it is durable, applied and answered; or it was lost, or can't be applied, and its shards stop. */
final class GroupRecords {
    private final JournalQueue queue;
    private final ApplyQueue toApply;
    private final FaultPoints faultPoints;
    private final Means means;
    private Optional<PfsException> stopped = Optional.empty();

    /** Who hears of what is journaled and applied. */
    record Means(
            CheckpointTurns turns,
            CellSpace space,
            SliceMemory memory,
            MemoryWaits memoryWaits,
            GroupCounters counters) {}

    /** @param timers see {@link ApplyQueue} */
    GroupRecords(JournalQueue queue, Optional<Timers> timers, FaultPoints faultPoints, Means means) {
        this.queue = queue;
        this.toApply = new ApplyQueue(timers, this::apply, this::followUp);
        this.faultPoints = faultPoints;
        this.means = means;
    }

    void requireServing() {
        if (stopped.isPresent()) {
            PfsException cause = stopped.get();
            throw new PfsException(
                    ErrorCode.CLOSED, "these shards are not served any more: " + cause.getMessage(), cause);
        }
    }

    /** Why nothing is served any more, if so. */
    Optional<PfsException> stopped() {
        return stopped;
    }

    long nextSequence(Shard shard) {
        return queue.nextSequence(shard);
    }

    void append(
            Shard shard,
            List<Change> changes,
            Optional<Runnable> durable,
            Runnable applied,
            Consumer<PfsException> failed) {
        requireServing();
        int bytes = queue.append(shard, changes, durable, applied, failed);
        means.turns.journaled(bytes, bytesOfCells(changes));
    }

    private static int bytesOfCells(List<Change> changes) {
        int bytes = 0;
        for (Change change : changes) {
            bytes += change instanceof Change.CellKept kept ? kept.bytes().length : 0;
        }
        return bytes;
    }

    /** Lets the journal write what was appended in this turn. */
    void commit() {
        queue.commit();
    }

    /** The same in the middle of a turn, if that pays. */
    void commitEarly() {
        queue.commitEarly();
    }

    void durable(Journal.Durable durable) {
        means.counters.journalWritten();
        catchUp();
        queue.durable(durable, toApply::add);
        toApply.followUp();
    }

    /** What more was applied may bring about. */
    private void followUp() {
        means.space.start().collectGarbageIfDue();
        means.memory.relieve();
        means.turns.beginIfDue();
    }

    /** Applies what is durable, so that the state is what everybody was told. */
    void catchUp() {
        toApply.catchUp();
    }

    /** Returns what is left to do then, unless it could not be applied. */
    private Optional<Runnable> apply(InFlight record) {
        Shard shard = record.shard();
        List<HeldSlice> touched;
        try {
            Check.that(!faultPoints.maybe("record.apply"), "nothing is wrong with it");
            touched = shard.state().apply(record.position().sequence(), record.changes());
            means.space.applied(record.changes());
        } catch (RuntimeException e) {
            stop(shard.state().notApplied(record.position(), e));
            return Optional.empty();
        }
        return Optional.of(() -> applied(record, touched));
    }

    private void applied(InFlight record, List<HeldSlice> touched) {
        GroupCounters counters = means.counters;
        if (toApply.isLate(record)) {
            counters.lateApplied();
        }
        Shard shard = record.shard();
        means.turns.checkpoints().applied(shard, touched);
        touched.forEach(means.memory::changed);
        shard.applied(record.changes(), means.memory::changed);
        if (record.changes().get(0) instanceof SliceSplit) {
            counters.split(means.turns.checkpoints().isRunning());
            touched.stream()
                    .skip(1)
                    .forEach(upper -> counters.splitOff(upper.loaded().rowCount()));
        }
        record.applied().run();
        touched.forEach(shard::touched);
    }

    /**
     * A durable record is not in the state: nobody who has not heard yet hears that anything was done, and who waits is refused.
     */
    void stop(PfsException cause) {
        if (stopped.isEmpty()) {
            stopped = Optional.of(cause);
        }
        toApply.giveUp(queue::putBack);
        queue.giveUp("the shards stopped: " + cause.getMessage(), cause);
        means.memoryWaits.giveUp();
    }

    /**
     * Each shard goes on after its last kept record. In a mode that acknowledges before the force, what was lost may have
     * been applied: then only a new recovery knows what is true, and nothing is served any more.
     */
    void failed(PfsException cause, Journal.Durable kept) {
        means.turns.checkpoints().lost();
        if (kept.record() < queue.lastDurable()) {
            stopped = Optional.of(cause);
        } else {
            queue.durable(kept, toApply::take);
        }
        List<Runnable> then = toApply.catchUpQuietly();
        queue.lost();
        queue.giveUp("the journal failed: " + cause.getMessage(), cause);
        then.forEach(Runnable::run); // who waited asks for the next sequence
        if (stopped.isPresent()) {
            means.memoryWaits.giveUp();
        }
    }

    /** Nothing is served any more. What was appended is still written, but its outcome is told to nobody. */
    void end() {
        List<Runnable> then = toApply.catchUpQuietly();
        if (stopped.isEmpty()) {
            means.memoryWaits.goOn();
            commit();
        }
        PfsException closed = new PfsException(ErrorCode.CLOSED, "they were closed");
        stopped = Optional.of(closed);
        queue.giveUp("the shards were closed meanwhile", closed);
        then.forEach(Runnable::run);
        means.memoryWaits.giveUp();
    }

    /** Nothing is appended any more; what was committed is written. */
    void closeJournal() {
        queue.close();
    }
}
