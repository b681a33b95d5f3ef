package io.pfs.server.names;

import io.pfs.ProcedureId;
import io.pfs.RequestId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.env.Clock;
import io.pfs.server.access.PeerCalls;
import io.pfs.server.access.Records;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.loan.HoldingsReader;
import io.pfs.server.state.ShardState;
import io.pfs.server.table.Intent;
import io.pfs.server.table.Intent.Decided;
import io.pfs.server.table.Todo;
import io.pfs.server.table.Todo.AdoptTable;
import io.pfs.server.table.Todo.CopyAttributes;
import io.pfs.server.table.Todo.DropTable;
import io.pfs.server.table.Todo.Reparent;
import io.pfs.server.table.Todo.SettleRow;
import io.pfs.server.table.Todo.ShareRights;
import io.pfs.wire.NameStep;
import io.pfs.wire.NameStep.Unlock;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.OutcomeFound;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The procedures that a shard coordinates: those under way, which only memory knows and which did not happen if it is
 * lost; and those decided, which the table of intents knows until everybody has done his part.
 */
public final class Procedures {
    private final ShardState state;
    private final Records records;
    private final PeerCalls calls;
    private final Departures departures;
    private final Map<ProcedureId, NameProcedure> underWay = new LinkedHashMap<>();
    private final Map<RequestId, NameProcedure> byRequest = new LinkedHashMap<>();
    private final List<Runnable> awaitTold = new ArrayList<>();

    /** @param near tells whether a shard is one of this server's */
    public Procedures(
            ShardState state,
            Records records,
            PeerCalls calls,
            HoldingsReader holdings,
            Predicate<ShardId> near,
            Clock clock) {
        this.state = state;
        this.records = records;
        this.calls = calls;
        this.departures = new Departures(state, holdings, near, clock);
    }

    /** The procedure that this very request has begun. */
    Optional<NameProcedure> of(RequestId request) {
        return Optional.ofNullable(byRequest.get(request));
    }

    void begun(RequestId request, NameProcedure procedure) {
        byRequest.put(request, procedure);
    }

    void ended(RequestId request) {
        byRequest.remove(request);
    }

    /** One more attempt of a procedure. */
    void begun(ProcedureId id, NameProcedure procedure) {
        underWay.put(id, procedure);
    }

    /** The attempt will not be decided any more, or was. */
    void ended(ProcedureId id) {
        underWay.remove(id);
    }

    /** Tells how a procedure ended, when it has; one that nobody knows did not happen, and will not. */
    void outcome(ProcedureId id, Reply.Sink sink) {
        Optional<Decided> decided = state.tables().intents().decided(id);
        if (decided.isPresent()) {
            sink.answer(new OutcomeFound(true, state.tables().intents().traveller(id)));
            return;
        }
        NameProcedure procedure = underWay.get(id);
        if (procedure == null) {
            sink.answer(new OutcomeFound(false, Optional.empty()));
        } else {
            procedure.asked(sink);
        }
    }

    /** Whether somebody is still about it. */
    boolean isAlive(ProcedureId id) {
        return underWay.containsKey(id) || state.tables().intents().decided(id).isPresent();
    }

    /** What was decided before this shard was opened is carried out. */
    void resume() {
        state.tables().intents().decided().forEach(decided -> carryOut(decided, () -> unlock(decided.procedure())));
    }

    /** Gives back the lock, if the procedure has it. */
    void unlock(ProcedureId id) {
        calls.insist(NameMeans.LOCK_SHARD, TableId.of(NameMeans.LOCK_SHARD, 1), id, new Unlock(), () -> {});
    }

    /**
     * Has others do their parts, one after the other, and forgets the procedure then. If the journal does not take that,
     * the next opening carries it out once more, in vain.
     */
    void carryOut(Decided decided, Runnable done) {
        if (decided.todo().isEmpty()) {
            done.run();
        } else {
            carryOut(decided, 0, done);
        }
    }

    private void carryOut(Decided decided, int nth, Runnable done) {
        if (nth == decided.todo().size()) {
            forget(decided, done);
            return;
        }
        Todo todo = decided.todo().get(nth);
        if (nth > 0 && todo.equals(decided.todo().get(nth - 1))) {
            carryOut(decided, nth + 1, done); // see Todo.ShareRights
            return;
        }
        calls.insist(
                todo.shard(),
                todo.table(),
                decided.procedure(),
                stepOf(todo, decided.procedure()),
                () -> carryOut(decided, nth + 1, done));
    }

    private NameStep stepOf(Todo todo, ProcedureId procedure) {
        if (todo instanceof SettleRow settle) {
            return new NameStep.Settle(settle.name(), state.tables().intents().traveller(procedure));
        } else if (todo instanceof Reparent reparent) {
            return new NameStep.Reparent(reparent.parent());
        } else if (todo instanceof DropTable) {
            return new NameStep.Drop();
        } else if (todo instanceof CopyAttributes copy) {
            return AttributeCopy.step(copy.name(), copy.copied());
        }
        if (todo instanceof ShareRights share) {
            Optional<byte[]> row = state.tables().rowBytes(share.table());
            boolean withPolicy = state.tables().intents().isPolicyTold(share.table());
            return row.map(bytes -> RightsSteps.of(share.table(), bytes, withPolicy))
                    .orElse(NameStep.ShareRights.NONE); // the table is gone, so nobody needs it
        }
        return todo instanceof AdoptTable ? new NameStep.Adopt() : new NameStep.Detach();
    }

    private void forget(Decided decided, Runnable done) {
        Runnable again = () -> calls.later(() -> forget(decided, done));
        departures.of(decided, lent -> forget(decided, lent, done, again), failure -> again.run());
    }

    private void forget(Decided decided, List<Change> lent, Runnable done, Runnable again) {
        TableId intents = state.tables().intentTable();
        List<Change> changes = new ArrayList<>(lent);
        changes.add(new RowRemoved(intents, decided.rowName()));
        changes.add(new RowRemoved(intents, Intent.travellerName(decided.procedure())));
        Runnable forgotten = () -> {
            done.run();
            List<Runnable> waited = List.copyOf(awaitTold);
            awaitTold.clear();
            waited.forEach(Runnable::run);
        };
        records.commit(List.of(), changes, forgotten, failure -> again.run());
    }

    /** Runs a task once all who have to know of a change of a table's attributes know it. */
    void whenTold(TableId table, Runnable task) {
        boolean isUnderWay = state.tables().intents().decided().stream()
                .flatMap(decided -> decided.todo().stream())
                .anyMatch(todo -> tells(todo, table));
        if (isUnderWay) {
            awaitTold.add(() -> whenTold(table, task));
        } else {
            task.run();
        }
    }

    private static boolean tells(Todo todo, TableId table) {
        return todo instanceof ShareRights share
                ? share.table().equals(table)
                : todo instanceof CopyAttributes copy && copy.copied().child().equals(table);
    }
}
