package io.pfs.server.shard;

import io.pfs.PfsException;
import io.pfs.TableId;
import io.pfs.hash.SliceOrder;
import io.pfs.server.access.Guard;
import io.pfs.server.access.KeptNames;
import io.pfs.server.access.Outbox;
import io.pfs.server.access.SliceMoves;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.SliceLoader;
import io.pfs.server.state.TableState;
import io.pfs.wire.Asker;
import io.pfs.wire.Reply;
import io.pfs.wire.Request.WalksRows;
import java.util.Optional;

/** What it takes to walk over the rows of a table. */
record WalkMeans(
        ShardState state,
        Outbox outbox,
        SliceLoader loader,
        KeptNames keptNames,
        SliceMoves moves,
        GroupCounters counters,
        Guard guard) {
    /** Goes on once rows that came from elsewhere before this was asked are among the others: it may be that nobody has looked yet. */
    void whenSettled(TableId table, Reply.Sink sink, Runnable then) {
        refusing(sink, () -> {
            keptNames.requireAllSoon(table);
            keptNames.settleAll(table, () -> refusing(sink, then));
        });
    }

    /** The table, for one who may walk over it; what could be asked before may not be so any more. */
    TableState table(Asker asker, WalksRows request) {
        outbox.requireServing();
        keptNames.requireAllSoon(request.table());
        TableState table = state.tables().serving(request.table());
        guard.require(asker, request, Optional.empty());
        return table;
    }

    /**
     * A part of a table that is here without a gap.
     *
     * @param rowsAbout in it, about
     */
    record Run(SliceOrder.Interval interval, long rowsAbout) {}

    /**
     * The part that a request asks for as far as it is here; nothing, if some of it is on its way: then somebody has to come again once
     * that has ended. Refuses if its begin is in another shard. Of a table that is all here, and stays, some slices tell about how many
     * rows it has.
     */
    Optional<Run> run(TableState table, WalksRows request, Runnable again) {
        long begin = TableWalk.begin(request);
        boolean isAllHere = table.spread() == 0 && !moves.areAny();
        RunSample sample = new RunSample();
        Optional<HeldSlice> next = Optional.of(table.sliceOf(SliceOrder.hashAt(begin)));
        while (next.isPresent() && !(isAllHere && sample.isEnough())) {
            HeldSlice held = next.get();
            if (moves.mustWaitToRead(held.key())) {
                counters.waitedForSlice();
                moves.awaitSoon(held.key(), again);
                return Optional.empty();
            }
            sample.add(SliceOrder.interval(held.key().slice().value(), held.depth()), held.rowsAbout());
            boolean isEnd = Long.compareUnsigned(sample.last(), request.last()) >= 0;
            next = isEnd ? Optional.empty() : table.sliceAt(SliceOrder.hashAt(sample.last() + 1));
        }
        boolean isAllOfIt = isAllHere || Long.compareUnsigned(sample.last(), request.last()) >= 0;
        SliceOrder.Interval part = new SliceOrder.Interval(begin, isAllOfIt ? request.last() : sample.last());
        return Optional.of(new Run(part, sample.rowsIn(part)));
    }

    /** Does something, and tells who asked if it is refused. */
    static void refusing(Reply.Sink sink, Runnable task) {
        try {
            task.run();
        } catch (PfsException e) {
            sink.answer(Reply.Refused.of(e));
        }
    }
}
