package io.pfs.server.shard;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.Position;
import io.pfs.ShardId;
import io.pfs.format.ByteWriter;
import io.pfs.server.change.Change;
import io.pfs.server.change.ChangeCodec;
import io.pfs.server.journal.Journal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The way of a group's records through the journal: appended in turns of the loop, in flight, then durable. */
final class JournalQueue {
    private final Journal journal;
    private final Epoch epoch;
    private final ByteWriter payload = new ByteWriter(1024);
    private final ArrayDeque<InFlight> inFlight = new ArrayDeque<>();
    private final Map<ShardId, Tail> tails = new TreeMap<>();

    private boolean uncommitted;
    private long lastDurable;

    /** Where a shard's records end. */
    private static final class Tail {
        private long appended;

        Tail(long applied) {
            appended = applied;
        }
    }

    /**
     * A record that was appended and is not known to be durable.
     *
     * @param durable what then happens before it is applied, if that may be late
     */
    record InFlight(
            Journal.Appended appended,
            Shard shard,
            Position position,
            List<Change> changes,
            Optional<Runnable> durable,
            Runnable applied,
            Consumer<PfsException> failed) {}

    JournalQueue(Journal journal, Epoch epoch) {
        this.journal = journal;
        this.epoch = epoch;
    }

    long nextSequence(Shard shard) {
        return tailOf(shard).appended + 1;
    }

    private Tail tailOf(Shard shard) {
        Tail known = tails.get(shard.id());
        if (known == null) {
            known = new Tail(shard.state().applied());
            tails.put(shard.id(), known);
        }
        return known;
    }

    /** Appends a record; returns how many bytes it has. */
    int append(
            Shard shard,
            List<Change> changes,
            Optional<Runnable> durable,
            Runnable applied,
            Consumer<PfsException> failed) {
        payload.clear();
        ChangeCodec.encode(changes, payload);
        Tail tail = tailOf(shard);
        Position position = new Position(epoch, tail.appended + 1);
        Journal.Appended at = appendOrTryToGoOn(shard, position);
        tail.appended = position.sequence();
        inFlight.add(new InFlight(at, shard, position, changes, durable, applied, failed));
        uncommitted = true;
        return payload.length();
    }

    /** A journal that takes nothing, for want of space, tries to go on when it is told to commit. */
    private Journal.Appended appendOrTryToGoOn(Shard shard, Position position) {
        try {
            return journal.append(shard.id(), position, payload.array(), 0, payload.length());
        } catch (PfsException e) {
            uncommitted = true;
            throw e;
        }
    }

    /** Lets the journal write what was appended in this turn. */
    void commit() {
        if (uncommitted) {
            uncommitted = false;
            journal.commit();
        }
    }

    /** The same in the middle of a turn, if that pays. */
    void commitEarly() {
        if (uncommitted) {
            journal.commitEarly();
        }
    }

    /** Hands over what is durable now, in the order of the journal. */
    void durable(Journal.Durable durable, Consumer<InFlight> taker) {
        lastDurable = durable.record();
        while (!inFlight.isEmpty() && durable.covers(inFlight.peek().appended)) {
            taker.accept(inFlight.remove());
        }
    }

    /** One that could not be taken: its outcome is not known, nor that of those behind it. */
    void putBack(InFlight record) {
        inFlight.addFirst(record);
    }

    /** The last record that was reported to be durable. */
    long lastDurable() {
        return lastDurable;
    }

    /** The journal lost what was in flight: each shard goes on after the last record that it has applied. */
    void lost() {
        tails.clear();
    }

    /** Whether it happened is not known here: until the journal takes records again, a restart may find it. */
    void giveUp(String why, PfsException cause) {
        List<InFlight> lost = new ArrayList<>(inFlight);
        inFlight.clear();
        PfsException unknown = new PfsException(ErrorCode.UNKNOWN_OUTCOME, why, cause);
        lost.forEach(record -> record.failed.accept(unknown));
    }

    /** Nothing is appended any more; what was committed is written. */
    void close() {
        uncommitted = false;
        journal.close();
    }
}
