package io.pfs.server.names;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.row.TablePointer;
import io.pfs.server.access.ClientWindows;
import io.pfs.server.access.NameAccess.Reached;
import io.pfs.server.access.RowExpectation;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.lease.Hold;
import io.pfs.server.state.HashedName;
import io.pfs.server.table.Intent;
import io.pfs.server.table.Intent.Decided;
import io.pfs.server.table.IntentCodec;
import io.pfs.server.table.Todo;
import io.pfs.wire.Envelope;
import io.pfs.wire.NameStep;
import io.pfs.wire.NameStep.Lock;
import io.pfs.wire.NameStep.Seal;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Kept;
import io.pfs.wire.Reply.OutcomeFound;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request.AboutRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * A change of names, as its coordinator sees it: attempts, of which one is decided by one record. Until then only memory
 * knows of it, and whoever else takes part believes that it did not happen as soon as the coordinator does not know it.
 */
abstract class NameProcedure {
    private static final int ATTEMPTS_MAX = 16;

    final NameMeans means;
    final Envelope envelope;
    final AboutRow request;
    private final List<Reply.Sink> sinks = new ArrayList<>();
    private final List<Reply.Sink> askers = new ArrayList<>();
    private ProcedureId id;
    /** The row that the request names, as this attempt found it. */
    private Optional<byte[]> found = Optional.empty();

    private int attempts;
    private boolean deciding;
    private boolean doubtful;
    private final OthersParts parts;
    /** On rows that this attempt may change. */
    private final List<Hold> holds = new ArrayList<>();

    /**
     * The one record that decides.
     *
     * @param outcomeKnown is called when it is durable, or will not be
     */
    record Decision(
            List<HashedName> names,
            Collection<HashedName> mine,
            LongFunction<List<Change>> changes,
            List<Todo> todo,
            Optional<byte[]> traveller,
            Kept reply,
            Runnable outcomeKnown) {
        Decision(
                List<HashedName> names,
                Collection<HashedName> mine,
                LongFunction<List<Change>> changes,
                List<Todo> todo,
                Optional<byte[]> traveller,
                Kept reply) {
            this(names, mine, changes, todo, traveller, reply, () -> {});
        }
    }

    NameProcedure(NameMeans means, Envelope envelope, AboutRow request) {
        this.means = means;
        this.envelope = envelope;
        this.request = request;
        this.id = new ProcedureId(means.here(), 0);
        this.parts = new OthersParts(means);
    }

    /** Goes on from the row that the request names. */
    abstract void plan(Reached reached);

    /** One more who waits for the answer. */
    void attach(Reply.Sink sink) {
        sinks.add(sink);
        if (doubtful) {
            resolveDoubt();
        }
    }

    ProcedureId id() {
        return id;
    }

    /** Begins an attempt. */
    void start() {
        attempts++;
        if (attempts > ATTEMPTS_MAX) {
            finish(new Refused(ErrorCode.BUSY, RowExpectation.describe(request) + " changes too often just now"));
            return;
        }
        id = new ProcedureId(means.here(), means.entropy().nextLong());
        means.procedures().begun(id, this);
        means.committer().reach(envelope, request.table(), request.name(), this::finish, reached -> {
            found = reached.row();
            try {
                plan(reached);
            } catch (PfsException e) {
                fail(e);
            }
        });
    }

    /** Keeps a callback of an attempt that was given up from doing anything. */
    Runnable ofThisAttempt(Runnable task) {
        ProcedureId mine = id;
        return () -> {
            if (id.equals(mine) && !deciding) {
                task.run();
            }
        };
    }

    /**
     * Goes on when a step was taken.
     *
     * @param changed a refusal that says that things have changed since they were looked at
     */
    private Consumer<Reply> taken(Runnable then, ErrorCode changed) {
        ProcedureId mine = id;
        return reply -> {
            if (!id.equals(mine) || deciding) {
                return;
            }
            if (reply instanceof Refused refused && refused.code() == changed) {
                retry();
            } else if (reply instanceof Refused refused) {
                fail(refused.toException());
            } else {
                then.run();
            }
        };
    }

    Consumer<PfsException> failing() {
        ProcedureId mine = id;
        return failure -> {
            if (id.equals(mine) && !deciding) {
                fail(failure);
            }
        };
    }

    /** Goes on once nobody goes by this row of a directory any more: until this attempt has ended nobody will. */
    void recall(TableId table, RowName name, Runnable then) {
        Hold hold = means.leases().recall(table, name);
        holds.add(hold);
        hold.then(ofThisAttempt(then));
    }

    private void endHolds() {
        List<Hold> ended = List.copyOf(holds);
        holds.clear();
        ended.forEach(Hold::end);
    }

    // The others' parts

    void lock(Lock step, Runnable then) {
        parts.locked();
        if (means.isHere(NameMeans.LOCK_SHARD)) {
            LockStep.take(means, id, step, ofThisAttempt(then), failing());
        } else {
            means.calls()
                    .ask(
                            NameMeans.LOCK_SHARD,
                            TableId.of(NameMeans.LOCK_SHARD, 1),
                            id,
                            step,
                            taken(then, ErrorCode.VERSION_CHANGED));
        }
    }

    /** A table that is gone is another's work: then its row is gone, too, or leads elsewhere. */
    void seal(TablePointer pointer, Runnable then) {
        ShardId shard = pointer.base();
        TableId table = pointer.table();
        if (!means.isWhollyHere(pointer)) {
            parts.sealed(shard, table, true);
            means.calls().ask(shard, table, id, new Seal(), taken(then, ErrorCode.NOT_FOUND));
        } else if (means.seals().isSealed(table)) {
            means.seals().await(table, ofThisAttempt(() -> seal(pointer, then)));
        } else if (means.state().tables().hashOf(table).isEmpty()
                || means.state().tables().intents().isReaped(table)) {
            retry();
        } else {
            parts.sealed(shard, table, false);
            means.seals().seal(table, id, ofThisAttempt(() -> sealedHere(pointer, then)), failing());
        }
    }

    /** While it was waited for, the table may have been spread over others. */
    private void sealedHere(TablePointer pointer, Runnable then) {
        if (means.isWhollyHere(pointer)) {
            then.run();
        } else {
            retry();
        }
    }

    /** Has another shard keep something, a name or a table; that is asked for by the caller. */
    void keptAt(ShardId shard, TableId table) {
        parts.kept(shard, table);
    }

    boolean isKept() {
        return parts.isKept();
    }

    /** What that shard is told if nothing comes of it. */
    abstract NameStep giveBack();

    // Deciding

    void decide(Decision decision) {
        if (means.committer().isPast(envelope)) {
            decision.mine().forEach(name -> means.holds().release(name).forEach(Runnable::run));
            decision.outcomeKnown().run();
            finish(ClientWindows.stale(envelope.id()));
            return;
        }
        deciding = true;
        HashedName filed = decision.names().get(0);
        means.records()
                .commit(
                        decision.names(),
                        decision.mine(),
                        sequence -> record(decision, filed, sequence),
                        () -> {
                            decision.outcomeKnown().run();
                            decided(decision);
                        },
                        failure -> {
                            decision.outcomeKnown().run();
                            undecided(failure);
                        });
    }

    private List<Change> record(Decision decision, HashedName filed, long sequence) {
        List<Change> changes = new ArrayList<>(decision.changes().apply(sequence));
        TableId intents = means.state().tables().intentTable();
        if (!decision.todo().isEmpty()) {
            Intent intent = new Decided(id, decision.todo());
            byte[] row = IntentCodec.toRow(intent, means.clock().wallMillis()).toBytes();
            changes.add(new RowPut(intents, intent.rowName(), row));
        }
        decision.traveller().ifPresent(row -> changes.add(new RowPut(intents, Intent.travellerName(id), row)));
        changes.add(means.committer().replyKept(envelope, filed, decision.reply()));
        return changes;
    }

    private void decided(Decision decision) {
        ProcedureId mine = id;
        endHolds();
        means.procedures().ended(mine);
        parts.unsealHere(mine);
        tellAskers(new OutcomeFound(true, decision.traveller()));
        answer(decision.reply());
        means.procedures().carryOut(new Decided(mine, decision.todo()), () -> parts.unlock(mine));
        afterDecision();
    }

    /** What follows here once it is decided. */
    void afterDecision() {}

    /** Nothing was journaled; or nobody knows until the journal has taken something else. */
    private void undecided(PfsException cause) {
        if (cause.code() == ErrorCode.UNKNOWN_OUTCOME) {
            doubtful = true;
            List<Reply.Sink> told = List.copyOf(sinks);
            sinks.clear();
            told.forEach(sink -> sink.answer(Refused.of(cause)));
            resolveDoubt();
        } else {
            deciding = false;
            fail(cause);
        }
    }

    private void resolveDoubt() {
        TableId intents = means.state().tables().intentTable();
        means.records()
                .commit(
                        List.of(),
                        List.of(new RowRemoved(intents, new Decided(id, List.of()).rowName())),
                        this::doubtResolved,
                        failure -> means.calls().later(this::resolveDoubtAgain));
    }

    private void resolveDoubtAgain() {
        if (doubtful) {
            resolveDoubt();
        }
    }

    /** The journal has gone on without the decision, so there is none. Who asked meanwhile gets another attempt. */
    private void doubtResolved() {
        if (!doubtful) {
            return;
        }
        doubtful = false;
        deciding = false;
        letGo();
        if (sinks.isEmpty()) {
            means.procedures().ended(envelope.id());
        } else {
            start();
        }
    }

    // Ending an attempt

    /** It can't be done. */
    void fail(PfsException cause) {
        if (cause.code() == ErrorCode.VERSION_CHANGED) {
            retry();
            return;
        }
        letGo();
        boolean hangsOnRow = found.isPresent() && cause.code().kind() == ErrorCode.Kind.REQUEST;
        if (hangsOnRow) {
            refuseIfUnchanged(cause, found.get());
        } else {
            refuse(cause);
        }
    }

    /**
     * What is wrong elsewhere was seen later than the row. If that is the same still, version and all, it was so then, and both
     * were true at one moment; else nobody knows whether they ever were.
     */
    private void refuseIfUnchanged(PfsException cause, byte[] row) {
        means.committer().reach(envelope, request.table(), request.name(), this::finish, reached -> {
            boolean isUnchanged =
                    reached.row().filter(now -> Arrays.equals(now, row)).isPresent();
            if (isUnchanged) {
                refuse(cause);
            } else {
                start();
            }
        });
    }

    private void refuse(PfsException cause) {
        means.procedures().ended(envelope.id());
        List<Reply.Sink> told = List.copyOf(sinks);
        sinks.clear();
        means.committer().refuse(envelope, cause, reply -> told.forEach(sink -> sink.answer(reply)));
    }

    /** Something changed on the way: all that was got is given back, and it begins anew. */
    void retry() {
        letGo();
        start();
    }

    /** Answered without an attempt having been decided. */
    void finish(Reply reply) {
        letGo();
        answer(reply);
    }

    private void answer(Reply reply) {
        means.procedures().ended(envelope.id());
        List<Reply.Sink> told = List.copyOf(sinks);
        sinks.clear();
        told.forEach(sink -> sink.answer(reply));
    }

    private void letGo() {
        ProcedureId mine = id;
        endHolds();
        id = new ProcedureId(means.here(), 0);
        means.procedures().ended(mine);
        parts.giveBack(mine, this::giveBack);
        tellAskers(new OutcomeFound(false, Optional.empty()));
    }

    private void tellAskers(Reply outcome) {
        List<Reply.Sink> asked = List.copyOf(askers);
        askers.clear();
        asked.forEach(sink -> sink.answer(outcome));
    }

    /** Somebody wants to know how it ends. */
    void asked(Reply.Sink sink) {
        askers.add(sink);
        if (!deciding && (isBlocked() || isBehindClosed())) {
            retry();
        }
    }

    /** Whether it waits for its own row to come to another shard, which may wait for what it keeps elsewhere. */
    private boolean isBehindClosed() {
        return isKept() && means.access().isBehindClosed(request.table(), request.name());
    }

    /**
     * Whether it waits for a procedure that may wait for it: the row that it moves has a name that is kept for another,
     * while it keeps one elsewhere itself. Of two such the one with the higher number gives way.
     */
    boolean isBlocked() {
        if (!isKept()) {
            return false;
        }
        Optional<HashedName> name = means.state().tables().nameOf(request.table(), request.name());
        return name.flatMap(n -> means.state().tables().intents().kept(n))
                .filter(other -> Long.compareUnsigned(other.procedure().number(), id.number()) < 0)
                .isPresent();
    }
}
