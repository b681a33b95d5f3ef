package io.pfs.server.names;

import io.pfs.ErrorCode;
import io.pfs.ProcedureId;
import io.pfs.TableId;
import io.pfs.row.TablePointer;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.state.Tables;
import io.pfs.server.table.Intent.Born;
import io.pfs.server.table.IntentCodec;
import io.pfs.server.table.TableFacts;
import io.pfs.wire.NameStep.AskOutcome;
import io.pfs.wire.NameStep.Bear;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.OutcomeFound;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.StepTaken;
import io.pfs.wire.Reply.TableMade;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes tables for rows of other shards. A table whose row was not made goes again. */
public final class BirthSteps {
    private final NameMeans means;
    /** Of which the record is on its way. */
    private final Set<ProcedureId> bearing = new LinkedHashSet<>();

    public BirthSteps(NameMeans means) {
        this.means = means;
    }

    private Optional<Born> born(ProcedureId procedure) {
        return means.state()
                .tables()
                .intents()
                .born(procedure)
                .filter(born -> born.procedure().equals(procedure));
    }

    /** Asked twice, it answers with the same table. */
    void bear(TableId parent, ProcedureId procedure, Bear step, Reply.Sink sink) {
        Optional<Born> before = born(procedure);
        if (before.isPresent()) {
            sink.answer(new TableMade(
                    means.state().tables().factsOf(before.get().table()).pointer()));
            return;
        }
        if (!bearing.add(procedure)) {
            sink.answer(new Refused(ErrorCode.BUSY, "the table is being born"));
            return;
        }
        means.counters().tableBorn();
        long now = means.clock().wallMillis();
        TablePointer[] made = new TablePointer[1];
        means.records()
                .commit(
                        List.of(),
                        List.of(),
                        sequence -> {
                            made[0] = means.birth().pointer(sequence, step.spreading());
                            return changes(parent, procedure, step, made[0], now);
                        },
                        () -> {
                            bearing.remove(procedure);
                            means.calls().later(() -> ask(procedure));
                            sink.answer(new TableMade(made[0]));
                        },
                        failure -> {
                            bearing.remove(procedure);
                            sink.answer(Refused.of(failure));
                        });
    }

    private List<Change> changes(TableId parent, ProcedureId procedure, Bear step, TablePointer pointer, long now) {
        Born born = new Born(procedure, pointer.table());
        byte[] row = IntentCodec.toRow(born, now).toBytes();
        List<Change> changes = new ArrayList<>();
        changes.add(means.birth().facts(parent, step, pointer, now));
        changes.add(new RowPut(means.state().tables().intentTable(), born.rowName(), row));
        means.birth().reservation(now).ifPresent(changes::add);
        return changes;
    }

    void adopt(ProcedureId procedure, Reply.Sink sink) {
        Optional<Born> born = born(procedure);
        if (born.isPresent()) {
            commit(List.of(removed(born.get())), sink);
        } else {
            sink.answer(new StepTaken());
        }
    }

    /** Nobody has heard of the table, so nothing is in it. */
    void abandon(ProcedureId procedure, Reply.Sink sink) {
        Optional<Born> born = born(procedure);
        if (born.isEmpty()) {
            sink.answer(new StepTaken());
            return;
        }
        Tables tables = means.state().tables();
        TableId tableOfTables = tables.tableOfTables().facts().id();
        Change gone =
                new RowRemoved(tableOfTables, TableFacts.rowName(born.get().table()));
        commit(List.of(gone, removed(born.get())), sink);
    }

    private Change removed(Born born) {
        return new RowRemoved(means.state().tables().intentTable(), born.rowName());
    }

    private void commit(List<Change> changes, Reply.Sink sink) {
        means.records().commit(List.of(), changes, () -> sink.answer(new StepTaken()), NameSteps.refusing(sink));
    }

    /** The tables that were born before this shard was opened, and whose rows nobody has told of. */
    public void resume() {
        means.state().tables().intents().born().forEach(born -> ask(born.procedure()));
    }

    private void ask(ProcedureId procedure) {
        Optional<Born> born = born(procedure);
        if (born.isEmpty()) {
            return;
        }
        means.calls().ask(procedure.coordinator(), born.get().table(), procedure, new AskOutcome(), reply -> {
            Reply.Sink again = answer -> {
                if (!(answer instanceof StepTaken)) {
                    means.calls().later(() -> ask(procedure));
                }
            };
            means.finished().add(procedure);
            if (reply instanceof OutcomeFound found && found.committed()) {
                adopt(procedure, again);
            } else if (reply instanceof OutcomeFound) {
                abandon(procedure, again);
            } else {
                again.answer(reply);
            }
        });
    }
}
