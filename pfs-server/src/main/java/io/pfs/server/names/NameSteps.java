package io.pfs.server.names;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.row.Row;
import io.pfs.server.access.NameAccess.Reached;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.NamesChanged;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.state.HashedName;
import io.pfs.server.state.TableState;
import io.pfs.server.state.Tables;
import io.pfs.server.table.Intent.Decided;
import io.pfs.server.table.Intent.Kept;
import io.pfs.server.table.TableFacts;
import io.pfs.wire.NameStep;
import io.pfs.wire.NameStep.Abandon;
import io.pfs.wire.NameStep.Adopt;
import io.pfs.wire.NameStep.AskAdopted;
import io.pfs.wire.NameStep.AskAlive;
import io.pfs.wire.NameStep.AskOutcome;
import io.pfs.wire.NameStep.Bear;
import io.pfs.wire.NameStep.CopyAttributes;
import io.pfs.wire.NameStep.FetchSlice;
import io.pfs.wire.NameStep.FindParent;
import io.pfs.wire.NameStep.Lock;
import io.pfs.wire.NameStep.NoteNames;
import io.pfs.wire.NameStep.OfferSlice;
import io.pfs.wire.NameStep.Peek;
import io.pfs.wire.NameStep.Prepare;
import io.pfs.wire.NameStep.RaiseSpread;
import io.pfs.wire.NameStep.Reparent;
import io.pfs.wire.NameStep.ReturnSegment;
import io.pfs.wire.NameStep.Settle;
import io.pfs.wire.NameStep.ShareRights;
import io.pfs.wire.NameStep.Unlock;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.NameKept;
import io.pfs.wire.Reply.OutcomeFound;
import io.pfs.wire.Reply.ParentFound;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowPeeked;
import io.pfs.wire.Reply.StepTaken;
import io.pfs.wire.Request.TakeStep;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Does a shard's part in the procedures of others. A step that comes late or twice changes nothing any more. */
public final class NameSteps {
    /** The version of a row that was never changed. */
    private static final long BIRTH = 1;

    private final NameMeans means;
    private final TableSteps tableSteps;
    private final BirthSteps birthSteps;
    private final SliceAdopting adopting;
    private final SliceParts parts;
    private final RightsSteps rights;
    private final LendingSteps lending;
    private final TableSpreads spreads;
    private final StepsUnderWay underWay;

    public NameSteps(
            NameMeans means,
            SliceRest rest,
            SliceAdopting adopting,
            SliceParts parts,
            RightsSteps rights,
            TableSpreads spreads) {
        this.means = means;
        this.adopting = adopting;
        this.parts = parts;
        this.rights = rights;
        this.spreads = spreads;
        this.lending = new LendingSteps(means);
        this.birthSteps = new BirthSteps(means);
        this.tableSteps = new TableSteps(means, rest);
        this.underWay = new StepsUnderWay(means.clock());
    }

    public BirthSteps ofBirths() {
        return birthSteps;
    }

    public TableSteps ofTables() {
        return tableSteps;
    }

    public void take(TakeStep request, Reply.Sink asker) {
        underWay.begin(request, asker).ifPresent(sink -> takeNew(request, sink));
    }

    private void takeNew(TakeStep request, Reply.Sink sink) {
        try {
            takeFirst(request, sink);
        } catch (PfsException e) {
            underWay.refused(request);
            throw e;
        }
    }

    private void takeFirst(TakeStep request, Reply.Sink sink) {
        ProcedureId procedure = request.procedure();
        NameStep step = request.step();
        if (step.begins()) {
            means.finished().requireNew(procedure);
        } else if (step.ends()) {
            means.finished().add(procedure);
        }
        if (step instanceof Lock lock) {
            LockStep.take(means, procedure, lock, () -> sink.answer(new StepTaken()), refusing(sink));
        } else if (step instanceof Unlock) {
            means.lock().release(procedure, () -> sink.answer(new StepTaken()), refusing(sink));
        } else if (step instanceof AskAlive) {
            sink.answer(new OutcomeFound(means.procedures().isAlive(procedure), Optional.empty()));
        } else if (step instanceof AskOutcome) {
            means.procedures().outcome(procedure, sink);
        } else if (step instanceof FindParent) {
            findParent(request.table(), procedure, sink);
        } else if (step instanceof Reparent reparent) {
            reparent(request.table(), reparent, sink);
        } else if (step instanceof OfferSlice offer) {
            adopting.offered(request, offer, sink);
        } else if (step instanceof FetchSlice fetch) {
            parts.fetch(request.table(), fetch, sink);
        } else if (step instanceof AskAdopted ask) {
            adopting.asked(
                    new SliceKey(request.table(), ask.slice()),
                    request.procedure().coordinator(),
                    sink);
        } else if (step instanceof RaiseSpread raise) {
            spreads.take(request.table(), raise, sink);
        } else if (step instanceof ReturnSegment back) {
            lending.returned(back, sink);
        } else if (step instanceof ShareRights share) {
            rights.take(request.table(), procedure, share, sink);
        } else if (step instanceof NoteNames names) {
            noteNames(request.table(), names, sink);
        } else {
            takeOfRow(request, sink);
        }
    }

    private void takeOfRow(TakeStep request, Reply.Sink sink) {
        NameStep step = request.step();
        if (step instanceof Peek peek) {
            means.access()
                    .reach(
                            request.table(),
                            peek.name(),
                            reached -> sink.answer(new RowPeeked(reached.row())),
                            refusing(sink));
        } else if (step instanceof Prepare prepare) {
            recallAndPrepare(request, prepare, sink);
        } else if (step instanceof Settle settle) {
            settle(request, settle, sink);
        } else if (step instanceof CopyAttributes copy) {
            copy(request.table(), copy, sink);
        } else if (step instanceof Bear bear) {
            birthSteps.bear(request.table(), request.procedure(), bear, sink);
        } else if (step instanceof Adopt) {
            birthSteps.adopt(request.procedure(), sink);
        } else if (step instanceof Abandon) {
            birthSteps.abandon(request.procedure(), sink);
        } else {
            tableSteps.take(request, sink);
        }
    }

    static Consumer<PfsException> refusing(Reply.Sink sink) {
        return failure -> sink.answer(Refused.of(failure));
    }

    /** Only the home of a table knows where its row is. One that may be about to go is nowhere until that is decided. */
    private void findParent(TableId table, ProcedureId procedure, Reply.Sink sink) {
        TableState here = means.state().tables().serving(table);
        if (!here.isHome()) {
            means.calls().ask(here.facts().base(), table, procedure, new FindParent(), sink::answer);
            return;
        }
        if (means.seals().isSealed(table)) {
            means.seals().await(table, () -> findParentOrRefuse(table, procedure, sink));
            return;
        }
        sink.answer(new ParentFound(means.state().tables().factsOf(table).parent()));
    }

    private void findParentOrRefuse(TableId table, ProcedureId procedure, Reply.Sink sink) {
        try {
            findParent(table, procedure, sink);
        } catch (PfsException e) {
            sink.answer(Refused.of(e));
        }
    }

    /**
     * The part says it once, so all but the last moment has to outlive this opening of the home. Nobody gets to the table's row, nor
     * does the table go, while it is written down: that is once a second at most, however many parts have something to say.
     */
    private void noteNames(TableId table, NoteNames step, Reply.Sink sink) {
        TableId tables = means.state().tables().tableOfTables().facts().id();
        means.access()
                .reach(
                        tables,
                        TableFacts.rowName(table),
                        reached -> noteNames(table, reached, step, sink),
                        refusing(sink));
    }

    private void noteNames(TableId table, Reached reached, NoteNames step, Reply.Sink sink) {
        Tables tables = means.state().tables();
        boolean isNews = tables.exists(table) && tables.find(table).namesChangedMillis() < step.wallMillis();
        if (!isNews) {
            sink.answer(new StepTaken());
            return;
        }
        TableState told = tables.find(table);
        if (TableTimes.isNearlyWritten(told, tables.rowOf(table, reached.row()), step.wallMillis())) {
            told.namesHeard(step.wallMillis());
            sink.answer(new StepTaken());
        } else {
            commit(reached, new NamesChanged(table, step.wallMillis()), sink);
        }
    }

    /** Parents come in the order of their versions, whatever the messages do. */
    private void reparent(TableId table, Reparent step, Reply.Sink sink) {
        TableId tables = means.state().tables().tableOfTables().facts().id();
        means.access()
                .reach(
                        tables,
                        TableFacts.rowName(table),
                        reached -> reparent(table, reached, step, sink),
                        refusing(sink));
    }

    private void reparent(TableId table, Reached reached, Reparent step, Reply.Sink sink) {
        Optional<Row> row = reached.row().map(bytes -> Row.decode(new ByteReader("row of " + table, bytes)));
        boolean isNews = row.isPresent()
                && TableFacts.ofRow(table, row.get()).parent().version()
                        < step.parent().version();
        if (!isNews) {
            sink.answer(new StepTaken());
            return;
        }
        Row after = RenameChanges.reparented(table, row.get(), step.parent());
        Change put = new RowPut(reached.held().table(), reached.name(), after.toBytes());
        if (row.get().version() == BIRTH) {
            commit(reached, put, sink); // nothing was changed that the row in the parent could have missed
        } else {
            commitAndCopy(reached, put, AttributeCopies.afterMove(means, table, after, step.parent()), sink);
        }
    }

    /** A change that was made meanwhile looked for the row where it was before, perhaps when it had gone already. */
    private void commitAndCopy(Reached reached, Change put, Decided copies, Reply.Sink sink) {
        means.records()
                .commit(
                        List.of(reached.held()),
                        List.of(put, means.put(copies)),
                        () -> {
                            sink.answer(new StepTaken());
                            means.procedures().carryOut(copies, () -> {});
                        },
                        refusing(sink));
    }

    private void commit(Reached reached, Change change, Reply.Sink sink) {
        means.records()
                .commit(List.of(reached.held()), List.of(change), () -> sink.answer(new StepTaken()), refusing(sink));
    }

    /** Nobody goes by the row of a directory that is replaced, from before its name is kept until that is decided. */
    private void recallAndPrepare(TakeStep request, Prepare step, Reply.Sink sink) {
        if (step.beneath().isEmpty() || keptFor(request).isPresent()) {
            prepare(request, step, sink);
            return;
        }
        means.whileNobodyGoesBy(request.table(), step.name(), sink, then -> prepare(request, step, then));
    }

    /** A name that is kept for this already is kept; one that is kept for another was settled on the way here. */
    private void prepare(TakeStep request, Prepare step, Reply.Sink sink) {
        means.finished().requireNew(request.procedure());
        Optional<Kept> already = keptFor(request);
        Optional<HashedName> name = means.state().tables().nameOf(request.table(), step.name());
        if (name.isPresent() && means.holds().isHeld(name.get())) {
            means.holds().await(name.get(), () -> prepareOrRefuse(request, step, sink));
            return;
        }
        if (already.isPresent()) {
            sink.answer(new NameKept(already.get().nameHash()));
            return;
        }
        means.access()
                .reach(
                        request.table(),
                        step.name(),
                        reached -> {
                            try {
                                prepare(request, step, reached, sink);
                            } catch (PfsException e) {
                                sink.answer(Refused.of(e));
                            }
                        },
                        refusing(sink));
    }

    private void prepareOrRefuse(TakeStep request, Prepare step, Reply.Sink sink) {
        try {
            prepare(request, step, sink);
        } catch (PfsException e) {
            sink.answer(Refused.of(e));
        }
    }

    private void prepare(TakeStep request, Prepare step, Reached reached, Reply.Sink sink) {
        means.finished().requireNew(request.procedure());
        Optional<Row> there = reached.row().map(bytes -> Row.decode(step.name(), bytes));
        if (there.isEmpty() && means.seals().isSealed(request.table())) {
            means.seals().await(request.table(), () -> prepareOrRefuse(request, step, sink));
            return;
        }
        means.guard().requireArrival(step.asker(), request.table(), step.name(), reached.row());
        RenameRules.requireAsSealed(request.table(), step.name(), step.overwrite(), step.kind(), there, step.beneath());
        Kept kept = new Kept(
                request.procedure(),
                request.table(),
                step.name(),
                reached.held().hash());
        means.keptNames().keep(kept, () -> sink.answer(new NameKept(kept.nameHash())), refusing(sink));
    }

    private Optional<Kept> keptFor(TakeStep request) {
        return means.state().tables().intents().keptOf(request.table()).stream()
                .filter(kept -> kept.procedure().equals(request.procedure()))
                .findFirst();
    }

    private void settle(TakeStep request, Settle step, Reply.Sink sink) {
        Optional<Kept> kept = keptFor(request);
        if (kept.isPresent()) {
            means.keptNames().settled(kept.get(), step.row(), sink);
        } else {
            sink.answer(new StepTaken());
        }
    }

    /** Nobody goes by the row meanwhile. It may have moved on: then its table, when it hears of that, has them copied there. */
    private void copy(TableId table, CopyAttributes step, Reply.Sink sink) {
        if (means.state().tables().exists(table)) {
            means.whileNobodyGoesBy(table, step.name(), sink, then -> copyOnto(table, step, then));
        } else {
            sink.answer(new StepTaken()); // with the table above, its row is gone
        }
    }

    private void copyOnto(TableId table, CopyAttributes step, Reply.Sink sink) {
        means.access()
                .reach(
                        table,
                        step.name(),
                        reached -> {
                            Optional<Row> after = reached.row()
                                    .map(bytes -> Row.decode(step.name(), bytes))
                                    .flatMap(row -> AttributeCopy.onto(row, step));
                            if (after.isPresent()) {
                                commit(
                                        reached,
                                        new RowPut(
                                                table, step.name(), after.get().toBytes()),
                                        sink);
                            } else {
                                sink.answer(new StepTaken());
                            }
                        },
                        refusal -> notCopied(refusal, sink));
    }

    /** One that goes has no row any more that anybody could see. */
    private static void notCopied(PfsException refusal, Reply.Sink sink) {
        sink.answer(refusal.code() == ErrorCode.NOT_FOUND ? new StepTaken() : Reply.Refused.of(refusal));
    }
}
