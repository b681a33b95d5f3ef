package io.pfs.server.names;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.LoanId;
import io.pfs.PfsException;
import io.pfs.ProcedureId;
import io.pfs.ShardId;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.server.access.SliceMoves;
import io.pfs.server.cell.ObjectWrites;
import io.pfs.server.cell.RowCopy.RowCells;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.change.Change.SliceGiven;
import io.pfs.server.collect.CellFlush;
import io.pfs.server.collect.FlushStep;
import io.pfs.server.loan.Holdings;
import io.pfs.server.loan.Loans;
import io.pfs.server.state.HashedName;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.TableState;
import io.pfs.server.table.Intent.Kept;
import io.pfs.server.table.Intent.Leaving;
import io.pfs.wire.NameStep;
import io.pfs.wire.NameStep.AskAdopted;
import io.pfs.wire.NameStep.OfferSlice;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.StepTaken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Gives slices away that were split off here and have their place in another shard. (1) Cells that stand in
 * the journal alone are copied to segments, while it is served, and large ones that are being written are forced so far. (2) It is closed: nobody is
 * served from it, and what is on its way to it ends, rows that may arrive and changes in flight.
 * Then it does not change any more, and large cells of it are written elsewhere. (3) It is offered until the other shard says that
 * it has it, or until it turns out that it can't be read, or that there is no space for it: then it is served here again. (4) A record says that it is gone from here, and what it took along of segments if that shard is of another server. Whatever
 * is lost on the way, the table of intents knows of it.
 *
 * <p>A shard of this server is looked into at a recovery, to see whether it has such a slice. One of another server is asked: after a
 * recovery nobody is served from the slice until it has answered; a slice that was just split off is served until then.
 */
public final class SliceGiving {
    private final NameMeans means;
    private final CellFlush.Means flush;
    private final SliceMoves moves;
    private final ObjectWrites objects;
    private final Set<SliceKey> underWay = new TreeSet<>();
    /** Those that may be fetched: they do not change any more, and nothing of them stands in the journal alone. */
    private final Set<SliceKey> ready = new TreeSet<>();
    /** Those of which another shard may have something by now. */
    private final Set<SliceKey> offeredOnce = new TreeSet<>();
    /** A number for each time that another server is waited for, or not any more: a doubt of one wait says nothing of the next. */
    private final Map<SliceKey, Integer> waits = new HashMap<>();

    /** @param flush goes to names of slices that are on their way, too */
    public SliceGiving(NameMeans means, CellFlush.Means flush, SliceMoves moves, ObjectWrites objects) {
        this.means = means;
        this.flush = flush;
        this.moves = moves;
        this.objects = objects;
    }

    /** What is journaled with the split that makes such a slice. */
    public Change leaving(SliceKey slice) {
        return means.put(new Leaving(slice));
    }

    // Giving

    /** Goes on with what was under way when this shard was opened. */
    public void resume() {
        leaving().forEach(this::resume);
    }

    /** Nobody is served from what another server may have, whatever else goes on when this shard is opened. */
    public void closeWhatMayBeGone() {
        leaving().stream().filter(slice -> means.isFar(ownerOf(slice))).forEach(moves::close);
    }

    /** Those of tables that are there: the birth of one may be lost. */
    private List<SliceKey> leaving() {
        return means.state().tables().intents().leaving().stream()
                .map(Leaving::slice)
                .filter(slice -> means.state().tables().exists(slice.table()))
                .toList();
    }

    private void resume(SliceKey slice) {
        offeredOnce.add(slice);
        if (moves.isClosed(slice)) {
            underWay.add(slice);
            doubtLater(slice);
            ask(slice, ownerOf(slice));
        } else {
            begin(slice);
        }
    }

    private ShardId ownerOf(SliceKey slice) {
        return means.state().tables().find(slice.table()).shardOf(slice.slice().value());
    }

    /** It may have been adopted before this shard was opened. */
    private void ask(SliceKey slice, ShardId to) {
        if (!mayLeave(slice) || stays(slice)) {
            underWay.remove(slice);
            return;
        }
        means.calls().ask(to, slice.table(), newProcedure(), new AskAdopted(slice.slice()), reply -> {
            if (reply instanceof StepTaken) {
                given(slice, to);
            } else if (reply instanceof Refused refused && refused.code() == ErrorCode.NOT_FOUND) {
                waits.merge(slice, 1, Integer::sum);
                moves.ended(slice);
                prepare(slice);
            } else {
                means.calls().later(() -> ask(slice, to));
            }
        });
    }

    private ProcedureId newProcedure() {
        return new ProcedureId(means.here(), means.entropy().nextLong());
    }

    /** Who waits for it shall not wait for a server that is down. */
    private void doubtLater(SliceKey slice) {
        Integer wait = waits.merge(slice, 1, Integer::sum);
        means.calls().later(() -> {
            if (underWay.contains(slice) && wait.equals(waits.get(slice))) {
                moves.doubt(slice);
            }
        });
    }

    public void begin(SliceKey slice) {
        if (means.state().tables().intents().isLeaving(slice) && underWay.add(slice)) {
            ShardId to = ownerOf(slice);
            if (means.isFar(to)) {
                doubtLater(slice);
                ask(slice, to); // it is served as long as the other server does not answer
            } else {
                prepare(slice);
            }
        }
    }

    private boolean isIn(SliceKey slice, TableState table, long hash) {
        return table.sliceAt(hash).filter(held -> held.key().equals(slice)).isPresent();
    }

    /** Cells are copied while the slice is served: it is closed only if that works. */
    private void prepare(SliceKey slice) {
        if (!mayLeave(slice) || stays(slice)) {
            underWay.remove(slice);
            return;
        }
        if (isUndivided(slice)) {
            keep(slice);
            return;
        }
        try {
            forceObjects(slice, false, () -> prepareCells(slice));
        } catch (PfsException e) {
            later(slice);
        }
    }

    private void prepareCells(SliceKey slice) {
        try {
            copyCells(slice, () -> close(slice), () -> later(slice));
        } catch (PfsException e) {
            later(slice);
        }
    }

    /** Another server does not know the objects that are being written here, but it can read them as far as they are forced. */
    private void forceObjects(SliceKey slice, boolean leave, Runnable then) {
        if (means.isFar(ownerOf(slice))) {
            TableState table = means.state().tables().find(slice.table());
            objects.force(slice.table(), hash -> isIn(slice, table, hash), leave, then);
        } else {
            then.run();
        }
    }

    private void later(SliceKey slice) {
        means.calls().later(() -> prepare(slice));
    }

    /** What has to be given some other time is not looked at again and again; from a table that is being taken apart it does not leave. */
    private void muchLater(SliceKey slice) {
        means.calls().muchLater(() -> {
            if (means.rest().endsSplits(slice.table())) {
                underWay.remove(slice);
            } else {
                moves.takeUp(slice);
                prepare(slice);
            }
        });
    }

    /** It was not split off, as what it should have been split off can't be read: what is not there can't leave. */
    private boolean isUndivided(SliceKey slice) {
        return means.state()
                .tables()
                .find(slice.table())
                .undivided(slice.slice().value())
                .isPresent();
    }

    /** It may have gone with its table. */
    private boolean mayLeave(SliceKey slice) {
        return means.state().tables().intents().isLeaving(slice)
                && !means.state().tables().intents().isReaped(slice.table());
    }

    /** From a table that is being taken apart nothing leaves of which nobody can have anything yet: who takes it apart does not wait for it. */
    private boolean stays(SliceKey slice) {
        boolean stays = means.rest().endsSplits(slice.table()) && !offeredOnce.contains(slice);
        if (stays) {
            moves.putOff(slice);
        }
        return stays;
    }

    private void close(SliceKey slice) {
        if (!mayLeave(slice) || stays(slice)) {
            underWay.remove(slice);
            return;
        }
        moves.close(slice);
        if (means.isFar(ownerOf(slice))) {
            doubtLater(slice);
        }
        settle(slice);
    }

    /** What may still change it comes to its end. */
    private void settle(SliceKey slice) {
        TableState table = means.state().tables().find(slice.table());
        Optional<Kept> kept = means.state().tables().intents().keptOf(slice.table()).stream()
                .filter(one -> isIn(slice, table, one.nameHash()))
                .findFirst();
        Optional<HashedName> held =
                means.holds().any(name -> name.table().equals(slice.table()) && isIn(slice, table, name.hash()));
        if (kept.isPresent() && means.keptNames().isDoubtful(kept.get())) {
            giveWay(slice); // nobody shall wait for a third server
        } else if (kept.isPresent()) {
            means.keptNames().settle(kept.get(), () -> settle(slice));
        } else if (held.isPresent()) {
            means.holds().await(held.get(), () -> settle(slice));
        } else if (cellsOf(slice, table).isEmpty()) {
            offerOrKeep(slice, table.shardOf(slice.slice().value()));
        } else {
            copyCells(slice, () -> settledOrNot(slice, table), () -> giveWay(slice));
        }
    }

    /** What could not be copied now is not copied by trying again at once, nor ever what is beside something lost. */
    private void settledOrNot(SliceKey slice, TableState table) {
        if (cellsOf(slice, table).isEmpty()) {
            settle(slice);
            return;
        }
        means.whetherLacking(
                table.slice(slice.slice().value()),
                lacking -> {
                    if (lacking) {
                        keep(slice);
                    } else {
                        giveWay(slice);
                    }
                },
                failure -> giveWay(slice));
    }

    /** It was not offered yet, so it can be served again. */
    private void giveWay(SliceKey slice) {
        Check.that(!ready.contains(slice), "what was offered is not served until it is known who has it");
        waits.merge(slice, 1, Integer::sum);
        moves.ended(slice);
        later(slice);
    }

    /** Rows of the slice whose cells stand in the journal alone, or stood there. */
    private List<RowCells> cellsOf(SliceKey slice, TableState table) {
        return RowCells.of(flush.window().all().stream()
                .filter(cell -> cell.table().equals(slice.table())
                        && isIn(slice, table, table.hash().of(cell.name())))
                .toList());
    }

    private void copyCells(SliceKey slice, Runnable copied, Runnable failed) {
        List<RowCells> rows = cellsOf(slice, means.state().tables().find(slice.table()));
        if (rows.isEmpty()) {
            copied.run();
        } else {
            new FlushStep(
                            flush,
                            rows,
                            (failure, unread) -> (failure.or(() -> unread).isPresent() ? failed : copied).run())
                    .begin();
        }
    }

    /**
     * What points to too many segments to be lent, or can't be read, stays and is served here: who adopts it would have come by a part of it
     * when he finds that out.
     */
    private void offerOrKeep(SliceKey slice, ShardId to) {
        TableState table = means.state().tables().find(slice.table());
        if (!table.has(slice.slice().value())) {
            offer(slice, to); // it was adopted, and its shard will say so
            return;
        }
        HeldSlice held = table.slice(slice.slice().value());
        means.whetherLacking(
                held,
                lacking -> {
                    if (lacking) {
                        keep(slice);
                    } else if (means.isFar(to)) {
                        lendOrKeep(slice, held, to);
                    } else {
                        offer(slice, to);
                    }
                },
                failure -> keep(slice));
    }

    private void lendOrKeep(SliceKey slice, HeldSlice held, ShardId to) {
        means.holdingsOf(
                held,
                holdings -> {
                    if (holdings.isTooMany()) {
                        keep(slice);
                    } else {
                        offer(slice, to);
                    }
                },
                failure -> keep(slice));
    }

    private void keep(SliceKey slice) {
        moves.putOff(slice);
        muchLater(slice);
    }

    /** Only now is it sure that it goes: large cells are written on elsewhere. */
    private void offer(SliceKey slice, ShardId to) {
        forceObjects(slice, true, () -> offerReady(slice, to));
    }

    private void offerReady(SliceKey slice, ShardId to) {
        ready.add(slice);
        offeredOnce.add(slice);
        means.counters().sliceOffered();
        askOfIt(slice, to, new OfferSlice(slice.slice()), reply -> answered(slice, to, reply));
    }

    /** A full disk here is heard of: else it would be asked again and again, while nobody is served from the slice. */
    private void askOfIt(SliceKey slice, ShardId to, NameStep step, Consumer<Reply> then) {
        if (means.isFar(to)) {
            means.calls().ask(to, slice.table(), newProcedure(), step, then);
        } else {
            means.calls().askOfStorage(to, slice.table(), newProcedure(), step, then);
        }
    }

    private void answered(SliceKey slice, ShardId to, Reply reply) {
        if (reply instanceof StepTaken) {
            given(slice, to);
        } else if (reply instanceof Refused refused && isHindered(refused)) {
            withdraw(slice, to);
        } else {
            // it may have been adopted: until that is known nobody is served from it
            means.calls().later(() -> offerReady(slice, to));
        }
    }

    /** It can't be read, or the storage of this server takes nothing: nobody shall wait until that ends. */
    private static boolean isHindered(Refused refused) {
        return refused.code().isUnreadable() || refused.code().kind() == ErrorCode.Kind.STORAGE;
    }

    /** It is served here again, unless the other shard has it by an earlier offer, or may have it, or has some of it. */
    private void withdraw(SliceKey slice, ShardId to) {
        ready.remove(slice);
        askOfIt(slice, to, new AskAdopted(slice.slice()), reply -> withdrawn(slice, to, reply));
    }

    private void withdrawn(SliceKey slice, ShardId to, Reply reply) {
        if (reply instanceof StepTaken) {
            given(slice, to);
        } else if (reply instanceof Refused refused && refused.code() == ErrorCode.NOT_FOUND) {
            if (!means.isFar(to)) {
                offeredOnce.remove(slice);
            }
            keep(slice);
        } else if (means.isFar(to)) {
            means.calls().later(() -> withdraw(slice, to));
        } else {
            moves.letRead(slice); // nothing fetches it any more, so what is here is true
            means.calls().muchLater(() -> offerAgain(slice, to));
        }
    }

    /** It has not changed since. */
    private void offerAgain(SliceKey slice, ShardId to) {
        if (mayLeave(slice)) {
            moves.close(slice);
            offerReady(slice, to);
        } else {
            underWay.remove(slice);
        }
    }

    private void given(SliceKey slice, ShardId to) {
        Runnable again = () -> {
            moves.doubt(slice); // nobody is sent to the other shard before it is noted that it has it
            means.calls().later(() -> given(slice, to));
        };
        holdings(slice, to, held -> given(slice, to, held, again), again);
    }

    private void given(SliceKey slice, ShardId to, Holdings held, Runnable again) {
        List<Change> changes = new ArrayList<>();
        changes.add(new SliceGiven(slice));
        changes.add(new RowRemoved(means.state().tables().intentTable(), new Leaving(slice).rowName()));
        changes.addAll(held.dropped());
        Loans.lending(LoanId.of(slice), to, held).forEach(lending -> changes.add(means.put(lending)));
        means.records().commit(List.of(), changes, () -> ended(slice), failure -> again.run());
    }

    /**
     * What the slice takes along of segments; within one server that is nothing. It does not change any more. What its damaged rows hold
     * nobody can tell any more: that stays counted here for ever.
     */
    private void holdings(SliceKey slice, ShardId to, Consumer<Holdings> then, Runnable failed) {
        TableState table = means.state().tables().find(slice.table());
        int index = slice.slice().value();
        if (!means.isFar(to) || !table.has(index)) {
            then.accept(new Holdings());
            return;
        }
        means.holdingsOfGiven(table.slice(index), then, failure -> {
            if (failure.code().isDamage()) {
                then.accept(new Holdings());
            } else {
                failed.run();
            }
        });
    }

    private void ended(SliceKey slice) {
        ready.remove(slice);
        underWay.remove(slice);
        offeredOnce.remove(slice);
        waits.remove(slice);
        means.counters().sliceGiven();
        moves.ended(slice);
    }

    /** The slice, if it waits here to be fetched. */
    Optional<HeldSlice> offered(TableId id, SliceId slice) {
        SliceKey key = new SliceKey(id, slice);
        boolean isLeaving = ready.contains(key)
                && means.state().tables().intents().isLeaving(key)
                && !means.state().tables().intents().isReaped(id);
        if (!isLeaving) {
            return Optional.empty();
        }
        TableState table = means.state().tables().find(id);
        return table.has(slice.value()) ? Optional.of(table.slice(slice.value())) : Optional.empty();
    }
}
