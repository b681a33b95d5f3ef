package io.pfs.server.names;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.TableId;
import io.pfs.env.Clock;
import io.pfs.server.access.PeerCalls;
import io.pfs.server.access.Records;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.state.Intents;
import io.pfs.server.state.ShardState;
import io.pfs.server.table.Intent.Decided;
import io.pfs.server.table.Intent.Locked;
import io.pfs.server.table.IntentCodec;
import io.pfs.server.table.Todo.DetachTable;
import io.pfs.server.table.Todo.Reparent;
import io.pfs.wire.NameStep.AskAlive;
import io.pfs.wire.Reply.OutcomeFound;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Lets one procedure at a time move or cut off a directory, in the one shard that all ask. A procedure of another shard
 * is journaled as the holder; whoever comes next has it asked whether it is still about it.
 */
public final class NamesLock {
    private final ShardState state;
    private final Records records;
    private final PeerCalls calls;
    private final Clock clock;
    private final Map<ProcedureId, Waiting> waiting = new LinkedHashMap<>();
    private Optional<ProcedureId> holder = Optional.empty();
    private boolean changing;
    private boolean asking;

    private record Waiting(Runnable granted, Consumer<PfsException> failed) {}

    public NamesLock(ShardState state, Records records, PeerCalls calls, Clock clock) {
        this.state = state;
        this.records = records;
        this.calls = calls;
        this.clock = clock;
    }

    /**
     * The lock as it was journaled before this shard was opened; its holder may have forgotten it. One of this shard itself
     * has it until what it decided is done.
     */
    void resume() {
        Intents intents = state.tables().intents();
        holder = intents.lockHolder()
                .or(() -> intents.decided().stream()
                        .filter(NamesLock::needsLock)
                        .map(Decided::procedure)
                        .findFirst());
        holder.ifPresent(this::askHolder);
    }

    /** Until these are done a walk to the root may go astray. */
    private static boolean needsLock(Decided decided) {
        return decided.todo().stream().anyMatch(todo -> todo instanceof Reparent || todo instanceof DetachTable);
    }

    /** Asks for the lock; one who has it gets it again. */
    void acquire(ProcedureId procedure, Runnable granted, Consumer<PfsException> failed) {
        if (holder.equals(Optional.of(procedure)) && !changing) {
            granted.run();
            return;
        }
        Waiting copy = waiting.put(procedure, new Waiting(granted, failed));
        if (copy != null) {
            copy.failed.accept(new PfsException(ErrorCode.BUSY, procedure + " asked for the lock again"));
        }
        proceed();
    }

    private void proceed() {
        if (changing || waiting.isEmpty()) {
            return;
        }
        if (holder.isPresent()) {
            askHolder(holder.get());
            return;
        }
        ProcedureId next = waiting.keySet().iterator().next();
        holder = Optional.of(next);
        if (isOfThisShard(next)) {
            grant(next); // it ends with this process, as the memory of it does
            return;
        }
        changing = true;
        Locked locked = new Locked(next);
        byte[] row = IntentCodec.toRow(locked, clock.wallMillis()).toBytes();
        records.commit(
                List.of(),
                List.of(new RowPut(state.tables().intentTable(), locked.rowName(), row)),
                () -> {
                    changing = false;
                    calls.later(() -> askIfStill(next));
                    grant(next);
                },
                failure -> {
                    changing = false;
                    holder = Optional.empty();
                    take(next).ifPresent(one -> one.failed.accept(failure));
                    proceed();
                });
    }

    /** It may be that a copy of a message has come when all was over. */
    private void askIfStill(ProcedureId procedure) {
        if (holder.equals(Optional.of(procedure)) && !changing) {
            askHolder(procedure);
        }
    }

    private void grant(ProcedureId procedure) {
        take(procedure).ifPresent(one -> one.granted.run());
    }

    /** None is left of one who gave up meanwhile. */
    private Optional<Waiting> take(ProcedureId procedure) {
        return Optional.ofNullable(waiting.remove(procedure));
    }

    private boolean isOfThisShard(ProcedureId procedure) {
        return procedure.coordinator().equals(state.shard());
    }

    private void askHolder(ProcedureId present) {
        if (asking || isOfThisShard(present)) {
            return; // it gives the lock back in any case
        }
        asking = true;
        TableId any = state.tables().intentTable();
        calls.ask(present.coordinator(), any, present, new AskAlive(), reply -> {
            asking = false;
            boolean isDead = reply instanceof OutcomeFound found && !found.committed();
            if (isDead) {
                release(present, () -> {}, failure -> {});
            } else {
                calls.later(() -> askIfStill(present));
            }
            if (!holder.equals(Optional.of(present))) {
                holder.ifPresent(this::askIfStill); // it has the lock since, and could not be asked meanwhile
            }
        });
    }

    /** Gives the lock back, if this procedure has it or waits for it. */
    void release(ProcedureId procedure, Runnable released, Consumer<PfsException> failed) {
        if (!holder.equals(Optional.of(procedure)) || changing) {
            take(procedure)
                    .ifPresent(one -> one.failed.accept(
                            new PfsException(ErrorCode.VERSION_CHANGED, procedure + " gave the lock back")));
            released.run();
            return;
        }
        if (isOfThisShard(procedure)) {
            holder = Optional.empty();
            released.run();
            proceed();
            return;
        }
        changing = true;
        records.commit(
                List.of(),
                List.of(new RowRemoved(state.tables().intentTable(), new Locked(procedure).rowName())),
                () -> {
                    changing = false;
                    holder = Optional.empty();
                    released.run();
                    proceed();
                },
                failure -> {
                    changing = false;
                    calls.later(() -> askIfStill(procedure)); // whoever gave it back may not come again
                    failed.accept(failure);
                });
    }
}
