package io.pfs.server.names;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.TableId;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.TablePointer;
import io.pfs.server.access.NameAccess.Reached;
import io.pfs.server.access.ReachAll;
import io.pfs.server.access.ReachAll.Wanted;
import io.pfs.server.access.RowExpectation;
import io.pfs.server.cell.RowDrop;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.NamesChanged;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.state.Tables;
import io.pfs.server.table.Intent.Kept;
import io.pfs.server.table.Intent.Reaping;
import io.pfs.server.table.IntentCodec;
import io.pfs.server.table.TableFacts;
import io.pfs.server.table.Todo;
import io.pfs.server.table.Todo.DetachTable;
import io.pfs.server.table.Todo.DropTable;
import io.pfs.wire.Envelope;
import io.pfs.wire.NameStep;
import io.pfs.wire.NameStep.Lock;
import io.pfs.wire.NameStep.Place;
import io.pfs.wire.Reply.TableGone;
import io.pfs.wire.Request.RemoveTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Removes a subdirectory. An empty one is sealed first, so that it stays empty until its row is removed; one with all that
 * is in it is cut off by one record, under the lock, and reaped afterwards.
 */
final class RemoveProcedure extends NameProcedure {
    private final RemoveTable remove;
    private Optional<TablePointer> target = Optional.empty();

    RemoveProcedure(NameMeans means, Envelope envelope, RemoveTable request) {
        super(means, envelope, request);
        this.remove = request;
    }

    @Override
    void plan(Reached reached) {
        target = Optional.of(pointer(reached));
        recall(remove.table(), remove.name(), this::begin);
    }

    private void begin() {
        TablePointer pointer = target();
        if (remove.recursive()) {
            Place from = new Place(remove.table(), means.here());
            lock(new Lock(from, Optional.empty(), pointer.table()), this::reachAll);
        } else {
            seal(pointer, this::reachAll);
        }
    }

    private TablePointer pointer(Reached reached) {
        byte[] bytes = reached.row()
                .orElseThrow(() ->
                        new PfsException(ErrorCode.NOT_FOUND, RowExpectation.describe(remove) + " does not exist"));
        Row row = Row.decode(remove.name(), bytes);
        if (row.kind() != RowKind.DIRECTORY) {
            throw new PfsException(
                    ErrorCode.NOT_A_DIRECTORY, RowExpectation.describe(remove) + " is a file, not a directory");
        }
        return RenameProcedure.pointerOf(row);
    }

    private TablePointer target() {
        return target.orElseThrow();
    }

    private boolean isHere() {
        return means.isWhollyHere(target());
    }

    private TableId tableOfTables() {
        return means.state().tables().tableOfTables().facts().id();
    }

    private void reachAll() {
        if (isHere() && remove.recursive()) {
            List<Kept> undecided = means.keptNames().undecided(target().table());
            if (!undecided.isEmpty()) {
                awaitRows(undecided);
                return;
            }
        }
        List<Wanted> wanted = new ArrayList<>();
        wanted.add(Wanted.of(remove.table(), remove.name()));
        boolean wasHere = isHere();
        if (wasHere) {
            wanted.add(Wanted.of(tableOfTables(), TableFacts.rowName(target().table())));
        }
        ProcedureId mine = id();
        ReachAll.of(
                means.access(),
                wanted,
                reached -> {
                    if (id().equals(mine) && wasHere == isHere()) {
                        decideOn(reached);
                    } else if (id().equals(mine)) {
                        retry(); // the table was spread over others meanwhile
                    }
                },
                failing());
    }

    private void awaitRows(List<Kept> undecided) {
        try {
            undecided.forEach(means.keptNames()::requireSoon);
        } catch (PfsException e) {
            fail(e);
            return;
        }
        means.keptNames().settleAll(undecided, ofThisAttempt(this::reachAll));
    }

    private void decideOn(List<Reached> reached) {
        try {
            if (!pointer(reached.get(0)).equals(target())) {
                retry();
                return;
            }
            means.guard().require(envelope, remove, reached.get(0));
        } catch (PfsException e) {
            fail(e);
            return;
        }
        decide(new Decision(
                reached.stream().map(Reached::held).toList(),
                List.of(),
                sequence -> here(reached),
                elsewhere(),
                Optional.empty(),
                new TableGone(target().table())));
    }

    private List<Change> here(List<Reached> reached) {
        List<Change> changes = new ArrayList<>();
        changes.add(new RowRemoved(remove.table(), remove.name()));
        changes.add(new NamesChanged(remove.table(), means.clock().wallMillis()));
        if (isHere() && remove.recursive()) {
            changes.add(reaping(means, target().table()));
        } else if (isHere()) {
            changes.add(new RowRemoved(tableOfTables(), TableFacts.rowName(target().table())));
            changes.addAll(lastReplies(means, target().table()));
            reached.get(1)
                    .row()
                    .ifPresent(
                            row -> changes.addAll(RowDrop.of(row, means.state().window())));
        }
        return changes;
    }

    /** What is journaled of a table that goes. */
    static List<Change> lastReplies(NameMeans means, TableId table) {
        Tables tables = means.state().tables();
        return LastReplies.of(tables.find(table), tables.rows().nameOf(table));
    }

    /** What is journaled of a table that was cut off. */
    static Change reaping(NameMeans means, TableId table) {
        Reaping reaping = new Reaping(table);
        byte[] row = IntentCodec.toRow(reaping, means.clock().wallMillis()).toBytes();
        return new RowPut(means.state().tables().intentTable(), reaping.rowName(), row);
    }

    private List<Todo> elsewhere() {
        if (isHere()) {
            return List.of();
        }
        TablePointer pointer = target();
        return List.of(
                remove.recursive()
                        ? new DetachTable(pointer.base(), pointer.table())
                        : new DropTable(pointer.base(), pointer.table()));
    }

    @Override
    void afterDecision() {
        means.reaper().wake();
    }

    @Override
    NameStep giveBack() {
        throw new PfsException(ErrorCode.INVARIANT_BROKEN, "no name is kept to remove a directory");
    }
}
