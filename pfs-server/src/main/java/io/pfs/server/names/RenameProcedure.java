package io.pfs.server.names;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.TablePointer;
import io.pfs.server.access.NameAccess.Reached;
import io.pfs.server.access.ReachAll;
import io.pfs.server.access.ReachAll.Wanted;
import io.pfs.server.access.RowExpectation;
import io.pfs.server.cell.RowCarrier;
import io.pfs.server.cell.RowCarrier.Carried;
import io.pfs.server.change.Change;
import io.pfs.server.loan.HoldingsReader;
import io.pfs.server.state.HashedName;
import io.pfs.server.state.TableState;
import io.pfs.server.state.Tables;
import io.pfs.server.table.TableFacts;
import io.pfs.wire.Envelope;
import io.pfs.wire.NameStep;
import io.pfs.wire.NameStep.Lock;
import io.pfs.wire.NameStep.Peek;
import io.pfs.wire.NameStep.Place;
import io.pfs.wire.NameStep.Prepare;
import io.pfs.wire.NameStep.Settle;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.NameKept;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowPeeked;
import io.pfs.wire.Reply.RowRenamed;
import io.pfs.wire.Request.RenameRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Gives a row another name. In one shard it is one record. If the name is in another shard, that keeps it first, and this
 * one decides. A directory needs the lock before, and the seal of an empty directory that it replaces.
 */
public final class RenameProcedure extends NameProcedure {
    private RenameRow rename;
    private Optional<TablePointer> moved = Optional.empty();
    private Optional<TablePointer> replaced = Optional.empty();
    private long toHash;

    public RenameProcedure(NameMeans means, Envelope envelope, RenameRow request) {
        super(means, envelope, request);
        this.rename = request;
    }

    private boolean isHere() {
        return means.isHere(rename.toShard());
    }

    @Override
    void plan(Reached reached) {
        moved = Optional.empty();
        replaced = Optional.empty();
        Row row = present(reached);
        rename.toName().requireForNewRow();
        follow();
        if (rename.table().equals(rename.toTable()) && rename.name().equals(rename.toName())) {
            finish(new RowRenamed(row.fileId()));
        } else if (row.kind() == RowKind.DIRECTORY) {
            moved = Optional.of(pointerOf(row));
            recall(rename.table(), rename.name(), this::lock);
        } else if (isHere()) {
            reachAll();
        } else {
            keep(row.kind());
        }
    }

    /** Others that want the lock don't wait for clients that are silent. */
    private void lock() {
        Place from = new Place(rename.table(), means.here());
        Place to = new Place(rename.toTable(), rename.toShard());
        lock(new Lock(from, Optional.of(to), moved.orElseThrow().table()), this::findReplaced);
    }

    /** The slice of the new name may have gone from here while its table is distributed, which nobody else knows. */
    private void follow() {
        Tables tables = means.state().tables();
        if (isHere() && tables.exists(rename.toTable())) {
            TableState to = tables.find(rename.toTable());
            tables.goneTo(to, to.hash().of(rename.toName())).ifPresent(shard -> rename = rename.to(shard));
        }
    }

    private Row present(Reached reached) {
        byte[] bytes = reached.row()
                .orElseThrow(() ->
                        new PfsException(ErrorCode.NOT_FOUND, RowExpectation.describe(rename) + " does not exist"));
        return decode(bytes);
    }

    private Row decode(byte[] bytes) {
        return Row.decode(rename.name(), bytes);
    }

    public static TablePointer pointerOf(Row row) {
        Inline inline = Inline.decode(new ByteReader("row of a directory", row.inline()));
        return Check.present(inline.pointer().orElse(null), "the row of a directory leads to its table");
    }

    // The directory that is replaced

    private void findReplaced() {
        if (isHere()) {
            means.access()
                    .reach(
                            rename.toTable(),
                            rename.toName(),
                            found -> ofThisAttempt(() -> sealReplaced(found.row()))
                                    .run(),
                            failing());
        } else {
            Peek peek = new Peek(rename.toName());
            means.calls().ask(rename.toShard(), rename.toTable(), id(), peek, reply -> {
                if (reply instanceof RowPeeked peeked) {
                    ofThisAttempt(() -> sealReplaced(peeked.row())).run();
                } else if (reply instanceof Refused refused) {
                    failing().accept(refused.toException());
                }
            });
        }
    }

    private void sealReplaced(Optional<byte[]> there) {
        try {
            RenameRules.requireReplaceable(rename, RowKind.DIRECTORY, there.map(this::decode));
            replaced = there.map(bytes -> pointerOf(decode(bytes)));
        } catch (PfsException e) {
            fail(e);
            return;
        }
        if (replaced.isPresent() && isHere()) {
            recall(rename.toTable(), rename.toName(), () -> seal(replaced.get(), this::sealedOrNone));
        } else if (replaced.isPresent()) {
            seal(replaced.get(), this::sealedOrNone);
        } else {
            sealedOrNone();
        }
    }

    private void sealedOrNone() {
        if (isHere()) {
            reachAll();
        } else {
            keep(RowKind.DIRECTORY);
        }
    }

    // The name in another shard

    private void keep(RowKind kind) {
        keptAt(rename.toShard(), rename.toTable());
        Prepare step = new Prepare(
                rename.toName(),
                kind,
                rename.overwrite(),
                replaced.map(TablePointer::table),
                means.guard().asker(envelope));
        means.calls().ask(rename.toShard(), rename.toTable(), id(), step, ofThisAttempt(this::kept));
    }

    private Consumer<Reply> ofThisAttempt(Consumer<Reply> then) {
        ProcedureId mine = id();
        return reply -> {
            if (id().equals(mine)) {
                then.accept(reply);
            }
        };
    }

    private void kept(Reply reply) {
        if (reply instanceof NameKept found) {
            toHash = found.nameHash();
            reachAll();
        } else if (reply instanceof Refused refused) {
            fail(refused.toException());
        } else if (reply instanceof Misplaced misplaced && misplaced.isExact()) {
            rename = rename.to(misplaced.next());
            retry(); // nobody but this shard could ask there
        } else {
            finish(reply); // the name lives elsewhere: the client asks again, knowing more
        }
    }

    @Override
    NameStep giveBack() {
        return new Settle(rename.toName(), Optional.empty());
    }

    // Deciding

    private void reachAll() {
        if (isBlocked()) {
            retry();
            return;
        }
        List<Wanted> wanted = new ArrayList<>();
        wanted.add(Wanted.of(rename.table(), rename.name()));
        if (isHere()) {
            wanted.add(Wanted.of(rename.toTable(), rename.toName()));
        }
        factsHere().forEach(table -> wanted.add(Wanted.of(tableOfTables(), TableFacts.rowName(table))));
        ProcedureId mine = id();
        ReachAll.of(
                means.access(),
                wanted,
                reached -> {
                    if (id().equals(mine)) {
                        checkedDecision(reached);
                    }
                },
                failing());
    }

    private TableId tableOfTables() {
        return means.state().tables().tableOfTables().facts().id();
    }

    /** Tables of this shard whose own rows are in the decision. */
    private List<TableId> factsHere() {
        List<TableId> here = new ArrayList<>();
        moved.filter(pointer -> means.isHere(pointer.base())).ifPresent(pointer -> here.add(pointer.table()));
        replaced.filter(means::isWhollyHere).ifPresent(pointer -> here.add(pointer.table()));
        return here;
    }

    private void checkedDecision(List<Reached> reached) {
        try {
            Row row = present(reached.get(0));
            boolean isSameKind = (row.kind() == RowKind.DIRECTORY) == moved.isPresent();
            boolean isSameTable =
                    moved.isEmpty() || (isSameKind && pointerOf(row).equals(moved.get()));
            if (!isSameKind || !isSameTable) {
                retry();
                return;
            }
            requireAllowed(reached);
            if (isHere() && mustWait(reached.get(1))) {
                means.seals().await(rename.toTable(), ofThisAttempt(this::reachAll));
            } else if (isHere()) {
                RenameRules.requireAsSealed(
                        rename, row.kind(), reached.get(1).row().map(this::decode), replaced.map(TablePointer::table));
                decideOn(reached, Optional.empty());
            } else {
                carryAndDecide(reached);
            }
        } catch (PfsException e) {
            fail(e);
        }
    }

    /** What may be done may have changed since the row was reached first. */
    private void requireAllowed(List<Reached> reached) {
        means.guard().require(envelope, rename, reached.get(0));
        if (isHere()) {
            means.guard()
                    .requireArrival(
                            means.guard().asker(envelope),
                            rename.toTable(),
                            rename.toName(),
                            reached.get(1).row());
        }
    }

    private boolean mustWait(Reached to) {
        return to.row().isEmpty() && means.seals().isSealed(rename.toTable());
    }

    /** The name is held while its bytes are read and copied, so that nobody changes them behind. */
    private void carryAndDecide(List<Reached> reached) {
        byte[] row = reached.get(0).row().orElseThrow();
        boolean mustRead = means.isFar(rename.toShard()) && HoldingsReader.mustRead(row);
        if (!mustRead && !RowCarrier.isNeeded(row)) {
            decideOn(reached, Optional.empty());
            return;
        }
        HashedName name = reached.get(0).held();
        ProcedureId mine = id();
        means.holds().hold(name);
        Consumer<PfsException> failed = failure -> {
            free(name);
            if (id().equals(mine)) {
                fail(failure);
            }
        };
        if (mustRead) {
            // the other server has to know what it points to, and once this is decided nobody could tell that any more
            means.holdings().read(List.of(row), held -> carry(reached, row, mine, failed), failed);
        } else {
            carry(reached, row, mine, failed);
        }
    }

    private void carry(List<Reached> reached, byte[] row, ProcedureId mine, Consumer<PfsException> failed) {
        if (!id().equals(mine) || !RowCarrier.isNeeded(row)) {
            carried(reached, new Carried(row, List.of(), () -> {}), mine);
            return;
        }
        means.carrier()
                .carry(
                        row,
                        rename.toTable(),
                        rename.toName(),
                        toHash,
                        carried -> carried(reached, carried, mine),
                        failed);
    }

    private void carried(List<Reached> reached, Carried carried, ProcedureId mine) {
        if (id().equals(mine)) {
            decideOn(reached, Optional.of(carried));
        } else {
            carried.done().run();
            free(reached.get(0).held());
        }
    }

    private void free(HashedName name) {
        means.holds().release(name).forEach(Runnable::run);
    }

    private void decideOn(List<Reached> reached, Optional<Carried> carried) {
        byte[] row = carried.map(Carried::row).orElse(reached.get(0).row().orElseThrow());
        List<Change> counted = carried.map(Carried::counted).orElse(List.of());
        RenameChanges changes = new RenameChanges(means, rename, reached, decode(row), counted, moved, replaced);
        List<HashedName> mine = carried.isPresent() ? List.of(reached.get(0).held()) : List.of();
        decide(new Decision(
                reached.stream().map(Reached::held).toList(),
                mine,
                sequence -> changes.here(),
                changes.elsewhere(),
                isHere() ? Optional.empty() : Optional.of(changes.row()),
                new RowRenamed(changes.fileId()),
                carried.map(Carried::done).orElse(() -> {})));
    }
}
