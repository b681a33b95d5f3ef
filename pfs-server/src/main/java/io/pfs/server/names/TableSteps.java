package io.pfs.server.names;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.server.cell.RowDrop;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.state.HashedName;
import io.pfs.server.state.Tables;
import io.pfs.server.table.Intent.Sealed;
import io.pfs.server.table.IntentCodec;
import io.pfs.server.table.TableFacts;
import io.pfs.wire.NameStep;
import io.pfs.wire.NameStep.Detach;
import io.pfs.wire.NameStep.Drop;
import io.pfs.wire.NameStep.Seal;
import io.pfs.wire.NameStep.Unseal;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.StepTaken;
import io.pfs.wire.Request.TakeStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Does a shard's part in removing a table that lives here: sealed and dropped when empty, or cut off with all in it. */
public final class TableSteps {
    private final NameMeans means;
    private final SliceRest rest;
    private final HeirCalls heirs;

    public TableSteps(NameMeans means, SliceRest rest) {
        this.means = means;
        this.rest = rest;
        this.heirs = new HeirCalls(means);
    }

    void take(TakeStep request, Reply.Sink sink) {
        NameStep step = request.step();
        if (step instanceof Seal) {
            seal(request.table(), request.procedure(), sink);
        } else if (step instanceof Unseal) {
            unseal(request.table(), request.procedure(), sink);
        } else if (step instanceof Drop) {
            drop(request.table(), request.procedure(), sink);
        } else if (step instanceof Detach) {
            detach(request.table(), request.procedure(), sink);
        } else {
            throw new PfsException(ErrorCode.INVARIANT_BROKEN, "a step of no known kind: " + step);
        }
    }

    private boolean isJournaled(TableId table, ProcedureId procedure) {
        return means.state()
                .tables()
                .intents()
                .seal(table)
                .filter(seal -> seal.procedure().equals(procedure))
                .isPresent();
    }

    private void seal(TableId table, ProcedureId procedure, Reply.Sink sink) {
        Optional<ProcedureId> holder = means.seals().holder(table);
        if (isJournaled(table, procedure)) {
            sink.answer(new StepTaken());
        } else if (holder.equals(Optional.of(procedure))) {
            sink.answer(new Refused(ErrorCode.BUSY, table + " is being sealed"));
        } else if (holder.isPresent()) {
            means.seals().await(table, () -> sealOrRefuse(table, procedure, sink));
        } else {
            means.seals().seal(table, procedure, () -> sealParts(table, procedure, sink), NameSteps.refusing(sink));
        }
    }

    private void sealOrRefuse(TableId table, ProcedureId procedure, Reply.Sink sink) {
        try {
            seal(table, procedure, sink);
        } catch (PfsException e) {
            sink.answer(Refused.of(e));
        }
    }

    /** The parts of a table are sealed before this one is: the seal of its home is that of all. */
    private void sealParts(TableId table, ProcedureId procedure, Reply.Sink sink) {
        List<ShardId> shards = heirs.of(table);
        int[] open = {shards.size() + 1};
        List<Reply> refusals = new ArrayList<>();
        Consumer<Reply> heard = reply -> {
            open[0]--;
            if (reply instanceof Refused) {
                refusals.add(reply);
            }
            boolean isHeld = means.seals().holder(table).equals(Optional.of(procedure));
            if (open[0] == 0 && refusals.isEmpty() && isHeld) {
                journal(table, procedure, sink);
            } else if (open[0] == 0) {
                Reply refusal = refusals.isEmpty()
                        ? new Refused(ErrorCode.BUSY, table + " was unsealed meanwhile")
                        : refusals.get(0);
                heirs.insist(table, procedure, new Unseal(), () -> {
                    means.seals().unseal(table, procedure);
                    sink.answer(refusal);
                });
            }
        };
        shards.forEach(heir -> means.calls().ask(heir, table, procedure, new Seal(), heard));
        heard.accept(new StepTaken());
    }

    private void journal(TableId table, ProcedureId procedure, Reply.Sink sink) {
        Sealed seal = new Sealed(procedure, table);
        byte[] row = IntentCodec.toRow(seal, means.clock().wallMillis()).toBytes();
        Change put = new RowPut(means.state().tables().intentTable(), seal.rowName(), row);
        means.records().commit(List.of(), List.of(put), () -> journaled(table, sink), failure -> {
            means.seals().unseal(table, procedure);
            sink.answer(Refused.of(failure));
        });
    }

    /** It may be that a copy of the step has come when all was over. */
    private void journaled(TableId table, Reply.Sink sink) {
        means.calls().later(() -> means.seals().await(table, () -> {}));
        sink.answer(new StepTaken());
    }

    private Change sealRemoved(TableId table, ProcedureId procedure) {
        return new RowRemoved(means.state().tables().intentTable(), new Sealed(procedure, table).rowName());
    }

    private void unseal(TableId table, ProcedureId procedure, Reply.Sink sink) {
        heirs.insist(table, procedure, new Unseal(), () -> unsealHere(table, procedure, sink));
    }

    private void unsealHere(TableId table, ProcedureId procedure, Reply.Sink sink) {
        if (!isJournaled(table, procedure)) {
            means.seals().unseal(table, procedure);
            sink.answer(new StepTaken());
            return;
        }
        means.records()
                .commit(
                        List.of(),
                        List.of(sealRemoved(table, procedure)),
                        () -> {
                            means.seals().unseal(table, procedure);
                            sink.answer(new StepTaken());
                        },
                        NameSteps.refusing(sink));
    }

    private void drop(TableId table, ProcedureId procedure, Reply.Sink sink) {
        if (!isJournaled(table, procedure)) {
            sink.answer(new StepTaken()); // it is gone since a copy of this step came
        } else {
            heirs.insist(table, procedure, new Drop(), () -> dropHere(table, procedure, sink));
        }
    }

    private void dropHere(TableId table, ProcedureId procedure, Reply.Sink sink) {
        Tables tables = means.state().tables();
        if (!isJournaled(table, procedure)) {
            sink.answer(new StepTaken());
            return;
        }
        HashedName facts = tables.rows().nameOf(table);
        if (means.holds().isHeld(facts)) {
            means.holds().await(facts, () -> dropHere(table, procedure, sink));
            return;
        }
        List<Change> changes = new ArrayList<>();
        changes.add(new RowRemoved(facts.table(), TableFacts.rowName(table)));
        changes.add(sealRemoved(table, procedure));
        changes.addAll(RemoveProcedure.lastReplies(means, table));
        tables.rows()
                .of(table)
                .ifPresent(row -> changes.addAll(RowDrop.of(row, means.state().window())));
        means.records()
                .commit(
                        List.of(facts),
                        changes,
                        () -> {
                            means.seals().unseal(table, procedure);
                            means.went(table);
                            sink.answer(new StepTaken());
                        },
                        NameSteps.refusing(sink));
    }

    /** What is on its way into the table comes first: it is part of what is cut off, or it is not. */
    private void detach(TableId table, ProcedureId procedure, Reply.Sink sink) {
        Tables tables = means.state().tables();
        boolean isDone = tables.hashOf(table).isEmpty() || tables.intents().isReaped(table);
        if (isDone) {
            sink.answer(new StepTaken());
        } else if (!tables.intents().keptOf(table).isEmpty()) {
            means.keptNames().settleAllThatGo(table, () -> detach(table, procedure, sink));
        } else if (rest.isApart(table, () -> detach(table, procedure, sink))) {
            heirs.insist(table, procedure, new Detach(), () -> detachHere(table, sink));
        }
    }

    private void detachHere(TableId table, Reply.Sink sink) {
        Tables tables = means.state().tables();
        boolean isDone = tables.hashOf(table).isEmpty() || tables.intents().isReaped(table);
        if (isDone) {
            sink.answer(new StepTaken());
        } else if (!tables.intents().keptOf(table).isEmpty()) {
            means.keptNames().settleAllThatGo(table, () -> detachHere(table, sink));
        } else {
            means.records()
                    .commit(
                            List.of(),
                            List.of(RemoveProcedure.reaping(means, table)),
                            () -> {
                                means.reaper().wake();
                                sink.answer(new StepTaken());
                            },
                            NameSteps.refusing(sink));
        }
    }

    /** The coordinator of a seal that somebody waits for has said how it ended. */
    public void decided(Sealed seal, boolean committed) {
        means.finished().add(seal.procedure());
        Reply.Sink again = reply -> {
            if (reply instanceof Refused) {
                means.calls().later(() -> decided(seal, committed));
            }
        };
        if (committed) {
            drop(seal.table(), seal.procedure(), again);
        } else {
            unseal(seal.table(), seal.procedure(), again);
        }
    }
}
