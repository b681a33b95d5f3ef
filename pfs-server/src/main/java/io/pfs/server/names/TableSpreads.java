package io.pfs.server.names;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.RowName;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.row.Row;
import io.pfs.server.access.SliceMoves;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.TableState;
import io.pfs.server.state.Tables;
import io.pfs.server.table.Intent.Leaving;
import io.pfs.server.table.Intent.Spreading;
import io.pfs.server.table.TableFacts;
import io.pfs.wire.NameStep.RaiseSpread;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.StepTaken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Spreads tables further while they are served. (1) When no slice of it splits or is on its way, the table's home journals the new spread.
 * (2) It has the shards do the same that have parts of the table, and they those that have parts of theirs. Now everybody knows where each
 * slice belongs. (3) Each gives away, one by one, the slices that belong elsewhere; one that was split off before the one
 * it was split from, so that whoever has a slice knows where its names went. Clients are told nothing new; who asks for names that went is
 * sent after them. (4) When all is where it belongs, which the home hears from all parts, it is settled: clients may be told.
 */
public final class TableSpreads {
    private final NameMeans means;
    private final SliceGiving giving;
    private final SliceRest rest;
    private final SliceMoves moves;
    private final HeirCalls heirs;
    private final Set<TableId> preparing = new HashSet<>();
    private final Set<TableId> underWay = new HashSet<>();
    /** Who waits until all that has to go from here has gone: who asked last, since he who asked before asks again. */
    private final Map<TableId, Settling> awaitGiven = new HashMap<>();

    public TableSpreads(NameMeans means, SliceGiving giving, SliceRest rest, SliceMoves moves) {
        this.means = means;
        this.giving = giving;
        this.rest = rest;
        this.moves = moves;
        this.heirs = new HeirCalls(means);
    }

    private Tables tables() {
        return means.state().tables();
    }

    /** Goes on with what was under way when this shard was opened. */
    public void resume() {
        tables().intents().spreading().forEach(spreading -> begin(spreading.table()));
    }

    // Raising

    /**
     * Runs {@code ready} when a table is at rest; after that no slice of it splits or moves, until it was {@link #begun} or
     * {@link #gaveUp}.
     */
    public void prepare(TableId id, Runnable ready, Consumer<PfsException> refused) {
        try {
            tables().serving(id);
            if (means.seals().isSealed(id) || rest.endsSplits(id)) {
                throw new PfsException(ErrorCode.BUSY, id + " may be removed just now");
            }
            rest.wanted(id);
            if (rest.isQuiet(id, () -> prepare(id, ready, refused))) {
                rest.notWanted(id);
                rest.raising(id);
                ready.run();
            }
        } catch (PfsException e) {
            rest.notWanted(id);
            refused.accept(e);
        }
    }

    /** What is journaled beside the table's row with the new spread. */
    public Change intent(TableId id) {
        return means.put(new Spreading(id, Limits.SLICES_MAX));
    }

    /** It is durable that a table is to be spread further. */
    public void begun(TableId id) {
        rest.raised(id);
        begin(id);
    }

    /** Nothing comes of it. */
    public void gaveUp(TableId id) {
        rest.raised(id);
        rest.settled(id);
    }

    /** Spreads a table that is at home here, if nothing speaks against it. */
    public void raise(TableId id, int spread) {
        raise(id, spread, () -> begun(id), failure -> {});
    }

    /** One that is waited for is not waited for twice. */
    private void raise(TableId id, int spread, Runnable then, Consumer<PfsException> failed) {
        if (!preparing.add(id)) {
            failed.accept(new PfsException(ErrorCode.BUSY, id + " is about to be spread further"));
            return;
        }
        prepare(
                id,
                () -> {
                    preparing.remove(id);
                    journalRaise(id, spread, then, failed);
                },
                failure -> {
                    preparing.remove(id);
                    failed.accept(failure);
                });
    }

    private void journalRaise(TableId id, int spread, Runnable then, Consumer<PfsException> failed) {
        Consumer<PfsException> refused = failure -> {
            gaveUp(id);
            failed.accept(failure);
        };
        // somebody else may have been faster
        rewrite(
                id,
                facts -> facts.pointer().spread() < spread ? Optional.of(facts.raisedTo(spread)) : Optional.empty(),
                List.of(intent(id)),
                then,
                refused);
    }

    /** Journals other facts of a table, and what goes with that; nothing, if they are to stay. */
    private void rewrite(
            TableId id,
            Function<TableFacts, Optional<TableFacts>> change,
            List<Change> others,
            Runnable then,
            Consumer<PfsException> failed) {
        TableId table = tables().tableOfTables().facts().id();
        RowName name = TableFacts.rowName(id);
        means.access()
                .reach(
                        table,
                        name,
                        reached -> {
                            Row row = tables().rowOf(id, reached.row());
                            Optional<TableFacts> facts = change.apply(TableFacts.ofRow(id, row));
                            if (facts.isEmpty()) {
                                then.run();
                                return;
                            }
                            byte[] bytes = rewritten(id, row, facts.get());
                            List<Change> changes = new ArrayList<>(others);
                            changes.add(0, new RowPut(table, name, bytes));
                            means.records().commit(List.of(reached.held()), changes, then, failed);
                        },
                        failed);
    }

    /** The version of a copy is that of the row at home: it says whose rights are newer. */
    private byte[] rewritten(TableId id, Row row, TableFacts facts) {
        byte[] inline = facts.inline().toBytes();
        Row after = tables().find(id).isHome() ? row.nextVersion(inline) : row.withInline(inline);
        return after.toBytes();
    }

    // Steps

    /** Does this shard's part. A table that is gone needs none. */
    void take(TableId id, RaiseSpread step, Reply.Sink sink) {
        if (!tables().exists(id) || tables().intents().isReaped(id)) {
            sink.answer(new StepTaken());
        } else if (step.isSettled()) {
            settle(id, step.spread(), () -> sink.answer(new StepTaken()), NameSteps.refusing(sink));
        } else if (tables().find(id).spread() >= step.spread()) {
            heirs.insist(id, procedure(), step, () -> sink.answer(new StepTaken()));
        } else {
            Runnable raised = () -> {
                rest.raised(id);
                heirs.insist(id, procedure(), step, () -> {
                    sink.answer(new StepTaken());
                    begin(id);
                });
            };
            raise(id, step.spread(), raised, NameSteps.refusing(sink));
        }
    }

    private ProcedureId procedure() {
        return new ProcedureId(means.here(), means.entropy().nextLong());
    }

    // Giving

    /** Those who have parts of it are told first, if again: nobody gets a slice who does not know what belongs to him. */
    private void begin(TableId id) {
        if (!isGoingOn(id)) {
            wakeAfterGiven(id);
        } else if (underWay.add(id)) {
            RaiseSpread step = new RaiseSpread(tables().find(id).spread(), false);
            heirs.insist(id, procedure(), step, () -> giveNext(id));
        }
    }

    private boolean isGoingOn(TableId id) {
        return tables().intents().isSpreading(id)
                && !rest.endsSplits(id)
                && tables().exists(id)
                && !tables().intents().isReaped(id);
    }

    private void giveNext(TableId id) {
        if (!isGoingOn(id)) {
            underWay.remove(id);
            wakeAfterGiven(id);
            return;
        }
        Optional<SliceKey> moving = tables().intents().movingOf(id);
        if (moving.isPresent()) {
            moves.await(moving.get(), () -> giveNext(id));
            return;
        }
        Optional<HeldSlice> next = tables().find(id).lastForeign();
        if (next.isPresent()) {
            give(next.get().key());
        } else {
            allGiven(id);
        }
    }

    private void give(SliceKey slice) {
        Change below = means.put(new Spreading(slice.table(), slice.slice().value()));
        Change leaving = means.put(new Leaving(slice));
        rest.giving(slice.table());
        means.records()
                .commit(
                        List.of(),
                        List.of(leaving, below),
                        () -> {
                            giving.begin(slice);
                            rest.given(slice.table());
                            giveNext(slice.table());
                        },
                        failure -> {
                            rest.given(slice.table());
                            means.calls().later(() -> giveNext(slice.table()));
                        });
    }

    private void allGiven(TableId id) {
        underWay.remove(id);
        wakeAfterGiven(id);
        if (tables().find(id).isHome()) {
            settle(
                    id,
                    tables().find(id).spread(),
                    () -> means.counters().tableSpread(),
                    failure -> means.calls().later(() -> begin(id)));
        }
    }

    private void wakeAfterGiven(TableId id) {
        Settling waited = awaitGiven.remove(id);
        if (waited != null) {
            waited.goOn.run();
        }
    }

    // Settling

    /** What waits until all of a table is given away, and who hears if it does not any more. */
    private record Settling(Runnable goOn, Consumer<PfsException> failed) {}

    /** The latest waits for all: whoever asked before asks again, and is answered then. */
    private void awaitGiven(TableId id, Settling settling) {
        Settling before = awaitGiven.put(id, settling);
        if (before != null) {
            before.failed.accept(
                    new PfsException(ErrorCode.BUSY, "another one waits until all of " + id + " is given"));
        }
    }

    /**
     * Nothing more has to go from here; when that is so of all parts as well, everything is where it belongs by this spread. By now it
     * may have been settled, and raised again.
     */
    private void settle(TableId id, int spread, Runnable settled, Consumer<PfsException> failed) {
        if (!tables().exists(id) || tables().intents().isReaped(id)) {
            settled.run();
            return;
        }
        TableState table = tables().find(id);
        boolean isSettled =
                !table.facts().isDistributing() && !tables().intents().isSpreading(id);
        if (isSettled || table.spread() != spread) {
            settled.run();
        } else if (table.lastForeign().isPresent() && !isGoingOn(id)) {
            failed.accept(new PfsException(ErrorCode.BUSY, id + " is being removed, and no slice leaves any more"));
        } else if (table.lastForeign().isPresent()) {
            awaitGiven(id, new Settling(() -> settle(id, spread, settled, failed), failed));
        } else {
            RaiseSpread step = new RaiseSpread(spread, true);
            heirs.insist(id, procedure(), step, () -> journalSettled(id, spread, settled, failed));
        }
    }

    private void journalSettled(TableId id, int spread, Runnable settled, Consumer<PfsException> failed) {
        Change ended = new RowRemoved(tables().intentTable(), new Spreading(id, 0).rowName());
        rewrite(
                id,
                facts -> facts.pointer().spread() == spread ? Optional.of(facts.settled()) : Optional.empty(),
                List.of(ended),
                () -> {
                    rest.settled(id);
                    settled.run();
                },
                failed);
    }
}
