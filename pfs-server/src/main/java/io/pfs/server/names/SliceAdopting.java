package io.pfs.server.names;

import io.pfs.ErrorCode;
import io.pfs.LoanId;
import io.pfs.ProcedureId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.hash.SplitArithmetic;
import io.pfs.row.RowLayout;
import io.pfs.server.access.SliceMoves;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.ReplyKept;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.change.Change.SliceAdopted;
import io.pfs.server.loan.Holdings;
import io.pfs.server.loan.Loans;
import io.pfs.server.state.TableState;
import io.pfs.server.state.Tables;
import io.pfs.server.table.Intent.Arriving;
import io.pfs.server.table.TableFacts;
import io.pfs.wire.NameStep.FetchSlice;
import io.pfs.wire.NameStep.OfferSlice;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.SlicePart;
import io.pfs.wire.Reply.StepTaken;
import io.pfs.wire.Request.TakeStep;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Adopts slices that other shards have split off. An offer says only that there is something to fetch: what is fetched is
 * asked for anew, so a copy of an old offer finds that it was given already, or that its table is gone. A small slice comes
 * in one record; of a larger one the table of intents says that it is not whole yet.
 */
public final class SliceAdopting {
    private final NameMeans means;
    private final SliceMoves moves;
    private final Map<SliceKey, List<Reply.Sink>> underWay = new LinkedHashMap<>();
    /** Of these a record was lost with the journal in this life, so that only a restart would find it. */
    private final Set<SliceKey> unsure = new TreeSet<>();

    public SliceAdopting(NameMeans means, SliceMoves moves) {
        this.means = means;
        this.moves = moves;
    }

    private Tables tables() {
        return means.state().tables();
    }

    /**
     * Of what had come in part when this shard was last open, the rest comes when it is offered again: by a shard that is not served that may
     * take long, and who comes to it shall not wait so long.
     */
    public void resume() {
        for (SliceKey slice : tables().intents().arriving()) {
            if (mayComeFromFar(slice)) {
                means.calls().later(() -> doubtIfArriving(slice));
            } else {
                means.calls()
                        .muchLater(() ->
                                doubtIfArriving(slice)); // it was offered at once, if whoever gives it knows of it
            }
        }
    }

    private void doubtIfArriving(SliceKey slice) {
        if (tables().intents().isArriving(slice)) {
            moves.doubt(slice);
        }
    }

    /** Whoever gives it had a slice of which it was split off. */
    private boolean mayComeFromFar(SliceKey slice) {
        if (!tables().exists(slice.table())) {
            return false;
        }
        TableState table = tables().find(slice.table());
        int index = slice.slice().value();
        boolean mayCome = false;
        while (index != 0) {
            index = SplitArithmetic.parent(index);
            mayCome |= means.isFar(table.shardOf(index));
        }
        return mayCome;
    }

    void offered(TakeStep request, OfferSlice offer, Reply.Sink sink) {
        SliceKey slice = new SliceKey(request.table(), offer.slice());
        List<Reply.Sink> waiting = underWay.get(slice);
        if (means.state().hasWhole(slice)) {
            sink.answer(new StepTaken());
        } else if (waiting != null) {
            waiting.add(sink);
        } else {
            underWay.put(slice, new ArrayList<>(List.of(sink)));
            doubtLater(slice, request.procedure().coordinator());
            fetch(slice, request.procedure(), 0);
        }
    }

    /** Who comes to it shall not wait for a server that is down. */
    private void doubtLater(SliceKey slice, ShardId giver) {
        if (means.isFar(giver)) {
            means.calls().later(() -> {
                if (underWay.containsKey(slice)) {
                    moves.doubt(slice);
                }
            });
        }
    }

    /** Whether a slice that was offered is here; one that is on its way is answered for when it has come, or not. */
    void asked(SliceKey slice, ShardId giver, Reply.Sink sink) {
        List<Reply.Sink> waiting = underWay.get(slice);
        if (waiting != null) {
            waiting.add(reply -> asked(slice, giver, sink));
        } else if (means.state().hasWhole(slice)) {
            sink.answer(new StepTaken());
        } else if (tables().intents().isArriving(slice) && !means.isFar(giver)) {
            sink.answer(new Refused(ErrorCode.NO_SPACE, "a part of " + slice + " has come, and needs the rest"));
        } else if (means.isFar(giver) || unsure.contains(slice)) {
            refuseForGood(slice, giver, sink);
        } else {
            sink.answer(notAdopted(slice));
        }
    }

    private static Refused notAdopted(SliceKey slice) {
        return new Refused(ErrorCode.NOT_FOUND, slice + " was not adopted here");
    }

    /**
     * Once another record behind that of an adoption is durable, no restart finds that one any more; and it is shown that this shard is still
     * this server's, of which another server can't be sure otherwise.
     */
    private void refuseForGood(SliceKey slice, ShardId giver, Reply.Sink sink) {
        Change nothing = new RowRemoved(tables().intentTable(), RowName.of("nothing"));
        means.records()
                .commit(
                        List.of(),
                        List.of(nothing),
                        () -> {
                            if (means.state().hasWhole(slice) || underWay.containsKey(slice)) {
                                asked(slice, giver, sink);
                            } else {
                                unsure.remove(slice);
                                sink.answer(notAdopted(slice));
                            }
                        },
                        failure -> sink.answer(Refused.of(failure)));
    }

    private void fetch(SliceKey slice, ProcedureId procedure, int from) {
        ShardId giver = procedure.coordinator();
        means.calls().ask(giver, slice.table(), procedure, new FetchSlice(slice.slice(), from), reply -> {
            if (reply instanceof SlicePart part) {
                journal(slice, procedure, from, part);
            } else {
                end(slice, reply instanceof Refused ? reply : unexpected(reply));
            }
        });
    }

    private static Refused unexpected(Reply reply) {
        return new Refused(ErrorCode.INVARIANT_BROKEN, "a slice was asked for, and the answer is " + reply);
    }

    /** The first part begins anew: the slice may have been served again since some of it was fetched, and have changed. */
    private void journal(SliceKey slice, ProcedureId procedure, int from, SlicePart part) {
        List<Change> changes = new ArrayList<>();
        if (from == 0) {
            changes.add(new SliceAdopted(slice, part.depth()));
        }
        if (isNews(slice.table(), part.facts())) {
            TableId tableOfTables = tables().tableOfTables().facts().id();
            changes.add(0, new RowPut(tableOfTables, TableFacts.rowName(slice.table()), part.facts()));
        }
        if (part.next().isPresent() || means.isFar(procedure.coordinator())) {
            changes.add(means.put(new Arriving(slice)));
        } else if (tables().intents().isArriving(slice)) {
            changes.add(arrived(slice));
        }
        part.rows().forEach(row -> changes.add(new RowPut(slice.table(), row.name(), row.row())));
        part.replies()
                .forEach(kept -> changes.add(new ReplyKept(
                        kept.request(),
                        kept.lowestOpen(),
                        slice.table(),
                        kept.nameHash(),
                        kept.wallMillis(),
                        kept.reply())));
        means.records()
                .commit(
                        List.of(),
                        changes,
                        () -> journaled(slice, procedure, part),
                        failure -> end(slice, Refused.of(failure)));
    }

    /** What is known of the table here may be older: then nothing of it was served here since. */
    private boolean isNews(TableId table, byte[] facts) {
        Optional<byte[]> known = tables().rows().of(table);
        return !tables().exists(table)
                || (known.isPresent() && !tables().find(table).isHome() && version(known.get()) < version(facts));
    }

    private static long version(byte[] row) {
        return RowLayout.u48(row, RowLayout.VERSION);
    }

    private void journaled(SliceKey slice, ProcedureId procedure, SlicePart part) {
        if (part.next().isPresent()) {
            means.counters().sliceAdoptedPartly();
            fetch(slice, procedure, part.next().getAsInt());
        } else if (means.isFar(procedure.coordinator())) {
            borrow(slice, procedure.coordinator());
        } else {
            adopted(slice, false);
        }
    }

    private Change arrived(SliceKey slice) {
        return new RowRemoved(tables().intentTable(), new Arriving(slice).rowName());
    }

    private void adopted(SliceKey slice, boolean isFar) {
        unsure.remove(slice);
        means.counters().sliceAdopted();
        if (isFar) {
            means.leases().strangersOn(slice.table());
        }
        end(slice, new StepTaken());
        moves.ended(slice);
    }

    /** All of it is here, and belongs here once it is journaled what it holds of segments that another server has. */
    private void borrow(SliceKey slice, ShardId giver) {
        TableState table = tables().find(slice.table());
        means.holdingsOf(
                table.slice(slice.slice().value()),
                held -> borrow(slice, giver, held),
                failure -> end(slice, Refused.of(failure)));
    }

    private void borrow(SliceKey slice, ShardId giver, Holdings held) {
        Loans.Arrival arrival = means.loans().borrow(LoanId.of(slice), giver, held);
        List<Change> changes = new ArrayList<>();
        changes.add(arrived(slice));
        changes.addAll(held.added());
        arrival.rows().forEach(row -> changes.add(means.put(row)));
        means.leases().strangersOn(slice.table()); // before it is journaled: who ends meanwhile must know of them
        means.records()
                .commit(
                        List.of(),
                        changes,
                        () -> {
                            means.counters().sliceAdoptedFromAfar();
                            arrival.ended().run();
                            adopted(slice, true);
                        },
                        failure -> {
                            arrival.ended().run();
                            end(slice, Refused.of(failure));
                        });
    }

    private void end(SliceKey slice, Reply answer) {
        if (answer instanceof Refused refused) {
            doubtIfArriving(slice); // the rest of it may be long in coming
            if (refused.code() == ErrorCode.UNKNOWN_OUTCOME) {
                unsure.add(slice);
            }
        }
        List<Reply.Sink> waited = underWay.remove(slice);
        if (waited != null) {
            waited.forEach(sink -> sink.answer(answer));
        }
    }
}
