package io.pfs.server.names;

import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.ShardId;
import io.pfs.row.TablePointer;
import io.pfs.server.access.NameAccess.Reached;
import io.pfs.server.access.ReachAll;
import io.pfs.server.access.ReachAll.Wanted;
import io.pfs.server.change.Change;
import io.pfs.server.table.Todo.AdoptTable;
import io.pfs.wire.Envelope;
import io.pfs.wire.NameStep;
import io.pfs.wire.NameStep.Abandon;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request.MakeTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes a subdirectory whose table lives in another shard: the table is born there first, then the row decides. */
final class MakeProcedure extends NameProcedure {
    private final MakeTable make;
    /** The same with the owner and the group that the table is born with. */
    private MakeTable owned;

    private final ShardId home;

    MakeProcedure(NameMeans means, Envelope envelope, MakeTable request, ShardId home) {
        super(means, envelope, request);
        this.make = request;
        this.owned = request;
        this.home = home;
    }

    @Override
    void plan(Reached reached) {
        TableBirth.requireAbsent(make, reached);
        owned = means.guard().owned(envelope, make);
        keptAt(home, make.table());
        ProcedureId mine = id();
        means.calls().ask(home, make.table(), mine, TableBirth.bear(owned, means.here()), reply -> {
            if (id().equals(mine) && reply instanceof TableMade made) {
                lead(made.pointer());
            } else if (id().equals(mine) && reply instanceof Refused refused) {
                fail(refused.toException());
            }
        });
    }

    private void lead(TablePointer pointer) {
        ProcedureId mine = id();
        ReachAll.of(
                means.access(),
                List.of(Wanted.of(make.table(), make.name())),
                reached -> {
                    if (id().equals(mine)) {
                        decideOn(reached.get(0), pointer);
                    }
                },
                failing());
    }

    private void decideOn(Reached reached, TablePointer pointer) {
        try {
            TableBirth.requireAbsent(make, reached);
            means.guard().require(envelope, make, reached);
        } catch (PfsException e) {
            fail(e);
            return;
        }
        if (means.seals().isSealed(make.table())) {
            means.seals().await(make.table(), ofThisAttempt(() -> lead(pointer)));
            return;
        }
        decide(new Decision(
                List.of(reached.held()),
                List.of(),
                sequence -> here(pointer),
                List.of(new AdoptTable(home, pointer.table())),
                Optional.empty(),
                new TableMade(pointer)));
    }

    private List<Change> here(TablePointer pointer) {
        long now = means.clock().wallMillis();
        List<Change> changes = new ArrayList<>();
        changes.add(means.birth().row(owned, pointer, now));
        means.birth().reservation(now).ifPresent(changes::add);
        return changes;
    }

    @Override
    NameStep giveBack() {
        return new Abandon();
    }
}
