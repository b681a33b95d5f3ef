package io.pfs.server.access;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.TableId;
import io.pfs.env.Clock;
import io.pfs.server.access.Arrivals.Arrived;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.NamesChanged;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.state.HashedName;
import io.pfs.server.state.ShardState;
import io.pfs.server.table.Intent.Kept;
import io.pfs.server.table.IntentCodec;
import io.pfs.wire.NameStep.AskOutcome;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.OutcomeFound;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Names of this shard that are kept for a row from another shard. Whoever comes to one has the coordinator decide; the row
 * beneath, if there is one, is what the name means until then.
 */
public final class KeptNames {
    private final ShardState state;
    private final Records records;
    private final NameHolds holds;
    private final PeerCalls calls;
    private final Clock clock;
    private final FinishedParts finished;
    private final Map<ProcedureId, List<Runnable>> asking = new LinkedHashMap<>();
    /** Those whose coordinator is of another server, and does not answer, or is not served; and whose row can't be taken in. */
    private final Set<ProcedureId> doubtful = new HashSet<>();

    /** Those whose row comes, but can't be taken in, as something can't be read: what that is. */
    private final Map<ProcedureId, Reply.Refused> unread = new HashMap<>();

    /** Those whose row goes at once when it comes, with its table. */
    private final Set<ProcedureId> going = new HashSet<>();

    private final Arrivals arrivals;

    public KeptNames(
            ShardState state,
            Records records,
            NameHolds holds,
            PeerCalls calls,
            Clock clock,
            FinishedParts finished,
            Arrivals arrivals) {
        this.state = state;
        this.records = records;
        this.holds = holds;
        this.calls = calls;
        this.clock = clock;
        this.finished = finished;
        this.arrivals = arrivals;
    }

    boolean isEmpty() {
        return !state.tables().intents().keepsNames();
    }

    Optional<Kept> find(HashedName name) {
        return state.tables().intents().kept(name);
    }

    /** Keeps a name, which is free now. */
    public void keep(Kept kept, Runnable durable, Consumer<PfsException> failed) {
        Change put = new RowPut(
                state.tables().intentTable(),
                kept.rowName(),
                IntentCodec.toRow(kept, clock.wallMillis()).toBytes());
        Runnable watched = () -> {
            calls.later(() -> askIfStill(kept));
            durable.run();
        };
        records.commit(List.of(HashedName.of(kept)), List.of(put), watched, failed);
    }

    /** It may be that a copy of a message has come when all was over. */
    private void askIfStill(Kept kept) {
        if (find(HashedName.of(kept)).equals(Optional.of(kept))) {
            settle(kept, () -> {});
        }
    }

    /** Has the coordinator decide, and does as it says; then {@code task}. */
    public void settle(Kept kept, Runnable task) {
        List<Runnable> waiting = asking.get(kept.procedure());
        if (waiting != null) {
            waiting.add(task);
            return;
        }
        List<Runnable> first = new ArrayList<>();
        first.add(task);
        asking.put(kept.procedure(), first);
        boolean isAwaited = arrivals.isNear(kept) || calls.later(() -> doubt(kept.procedure()));
        ask(kept);
        if (!isAwaited) {
            doubt(kept.procedure()); // who looks into folders waits for nobody
        }
    }

    /** Who waits looks again, and need not wait for a server that may be down, or a shard that is set apart. */
    private void doubt(ProcedureId procedure) {
        List<Runnable> waiting = asking.get(procedure);
        if (waiting != null) {
            doubtful.add(procedure);
            List<Runnable> woken = List.copyOf(waiting);
            waiting.clear();
            woken.forEach(Runnable::run);
        }
    }

    /** Whether nobody can say just now how it ends for a name. */
    public boolean isDoubtful(Kept kept) {
        return !doubtful.isEmpty() && doubtful.contains(kept.procedure());
    }

    /** Refuses who would wait long for a name. */
    public void requireSoon(Kept kept) {
        if (!isDoubtful(kept)) {
            return;
        }
        String name = "'" + kept.name() + "' in " + kept.table() + " from another shard";
        Reply.Refused why = unread.get(kept.procedure());
        if (why != null) {
            throw new PfsException(why.code(), "a row comes to " + name + ", but it can't be read: " + why.message());
        }
        throw new PfsException(ErrorCode.UNREACHABLE, "a row may come to " + name + ", which does not answer just now");
    }

    /**
     * What is kept of a table's names for rows of which nobody knows yet whether they come. Others come in any case, so that who
     * cuts the table off, with all that comes before, need not wait until they can be read.
     */
    public List<Kept> undecided(TableId table) {
        return state.tables().intents().keptOf(table).stream()
                .filter(kept -> !unread.containsKey(kept.procedure()))
                .toList();
    }

    /** The same for all names of a table. */
    public void requireAllSoon(TableId table) {
        state.tables().intents().keptOf(table).forEach(this::requireSoon);
    }

    private void ask(Kept kept) {
        ProcedureId procedure = kept.procedure();
        calls.ask(procedure.coordinator(), kept.table(), procedure, new AskOutcome(), reply -> {
            if (reply instanceof OutcomeFound outcome) {
                Optional<byte[]> row = outcome.committed() ? outcome.row() : Optional.empty();
                settled(kept, row, answer -> settledOrNot(kept, answer));
            } else {
                doubt(procedure); // it may be long before that shard is served
                calls.later(() -> ask(kept));
            }
        });
    }

    /** Those who waited look again; they would find the name kept still if nothing could be journaled. */
    private void settledOrNot(Kept kept, Reply answer) {
        if (answer instanceof Reply.StepTaken) {
            List<Runnable> waited = Check.present(asking.remove(kept.procedure()), "who asks is waited for");
            doubtful.remove(kept.procedure());
            unread.remove(kept.procedure());
            waited.forEach(Runnable::run);
        } else {
            if (answer instanceof Reply.Refused refused) {
                hindered(kept.procedure(), refused);
            }
            calls.later(() -> ask(kept));
        }
    }

    /** The disk may be full for long, and what can't be read may never be. */
    private void hindered(ProcedureId procedure, Reply.Refused why) {
        boolean isUnread = why.code().isUnreadable();
        if (isUnread) {
            unread.put(procedure, why);
        }
        if (isUnread || why.code().kind() == ErrorCode.Kind.STORAGE) {
            doubt(procedure);
        }
    }

    /** The same as {@link #settleAll} for a table that is cut off then: a row that can't be read is not waited for. */
    public void settleAllThatGo(TableId table, Runnable then) {
        state.tables().intents().keptOf(table).forEach(kept -> going.add(kept.procedure()));
        settleAll(table, then);
    }

    /** Settles all that is kept of a table's names now. */
    public void settleAll(TableId table, Runnable then) {
        settleAll(state.tables().intents().keptOf(table), then);
    }

    /** Settles these. */
    public void settleAll(List<Kept> kept, Runnable then) {
        if (kept.isEmpty()) {
            then.run();
            return;
        }
        int[] open = {kept.size()};
        kept.forEach(one -> settle(one, () -> {
            open[0]--;
            if (open[0] == 0) {
                then.run();
            }
        }));
    }

    /** What is kept is left from before this shard was opened: its coordinators are asked, lest it waits for a visitor. */
    public void resume() {
        state.tables().intents().kept().forEach(kept -> settle(kept, () -> {}));
    }

    /** The coordinator has decided: the row is there, or all stays as it was. Repeated, it changes nothing. */
    public void settled(Kept sought, Optional<byte[]> row, Reply.Sink sink) {
        HashedName name = HashedName.of(sought);
        if (holds.isHeld(name)) {
            holds.await(name, () -> settled(sought, row, sink));
            return;
        }
        Optional<Kept> kept = find(name).filter(found -> found.procedure().equals(sought.procedure()));
        if (kept.isEmpty()) {
            sink.answer(new Reply.StepTaken());
        } else if (row.isEmpty()) {
            commit(sought, List.of(), () -> {}, sink);
        } else {
            arrive(kept.get(), row.get(), sink);
        }
    }

    private void arrive(Kept kept, byte[] row, Reply.Sink sink) {
        Consumer<PfsException> failed = failure -> sink.answer(Reply.Refused.of(failure));
        Runnable lost =
                () -> arrivals.lost(kept, row, arrived -> ifAsBefore(kept, row, List.of(), arrived, sink), failed);
        if (!isTableThere(kept.table())) {
            lost.run();
            return;
        }
        List<Change> changes =
                List.of(new RowPut(kept.table(), kept.name(), row), new NamesChanged(kept.table(), clock.wallMillis()));
        arrivals.arrived(kept, row, arrived -> ifAsBefore(kept, row, changes, arrived, sink), failure -> {
            if (failure.code().isUnreadable() && goes(kept)) {
                lost.run();
            } else {
                failed.accept(failure);
            }
        });
    }

    private boolean goes(Kept kept) {
        return going.contains(kept.procedure()) || state.tables().intents().isReaped(kept.table());
    }

    /** Finding out what goes with it may have taken a while. */
    private void ifAsBefore(Kept kept, byte[] row, List<Change> changes, Arrived arrived, Reply.Sink sink) {
        HashedName name = HashedName.of(kept);
        boolean isTableAsBefore = isTableThere(kept.table()) != changes.isEmpty() || (changes.isEmpty() && goes(kept));
        boolean isAsBefore = !holds.isHeld(name) && find(name).equals(Optional.of(kept)) && isTableAsBefore;
        if (!isAsBefore) {
            arrived.ended().run();
            settled(kept, Optional.of(row), sink);
            return;
        }
        List<Change> all = new ArrayList<>(changes);
        all.addAll(arrived.changes());
        commit(kept, all, arrived.ended(), sink);
    }

    private void commit(Kept kept, List<Change> changes, Runnable ended, Reply.Sink sink) {
        finished.add(kept.procedure());
        List<Change> all = new ArrayList<>(changes);
        all.add(new RowRemoved(state.tables().intentTable(), kept.rowName()));
        records.commit(
                List.of(HashedName.of(kept)),
                all,
                () -> {
                    going.remove(kept.procedure());
                    ended.run();
                    sink.answer(new Reply.StepTaken());
                },
                failure -> {
                    ended.run();
                    sink.answer(Reply.Refused.of(failure));
                });
    }

    private boolean isTableThere(TableId table) {
        try {
            state.tables().find(table);
            return true;
        } catch (PfsException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return false;
            }
            throw e;
        }
    }
}
