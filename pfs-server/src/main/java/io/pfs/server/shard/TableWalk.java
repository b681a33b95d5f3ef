package io.pfs.server.shard;

import io.pfs.Check;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.hash.SliceOrder;
import io.pfs.server.access.Guard;
import io.pfs.server.access.KeptNames;
import io.pfs.server.access.Outbox;
import io.pfs.server.access.SliceMoves;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.slice.Slice;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.SliceLoader;
import io.pfs.server.state.TableState;
import io.pfs.wire.Asker;
import io.pfs.wire.Cursor;
import io.pfs.wire.Reply;
import io.pfs.wire.Request.WalksRows;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/** Walks over the rows of a table in their order, from a cursor on, until somebody has enough. */
final class TableWalk {
    private final ShardState state;
    private final Outbox outbox;
    private final SliceLoader loader;
    private final KeptNames keptNames;
    private final SliceMoves moves;
    private final GroupCounters counters;
    private final Guard guard;

    TableWalk(
            ShardState state,
            Outbox outbox,
            SliceLoader loader,
            KeptNames keptNames,
            SliceMoves moves,
            GroupCounters counters,
            Guard guard) {
        this.state = state;
        this.outbox = outbox;
        this.loader = loader;
        this.keptNames = keptNames;
        this.moves = moves;
        this.counters = counters;
        this.guard = guard;
    }

    /** Takes rows. */
    interface Taker {
        /** Whether it has enough. */
        boolean isFull();

        void take(RowCursor row);

        /**
         * There are no more, or it is full.
         *
         * @param next where more may be
         */
        void end(Optional<Cursor> next);
    }

    /** Who walks over what, and how he begins. */
    record Order(Asker asker, WalksRows request, Supplier<Taker> begin, Reply.Sink sink) {}

    /** How far a walk is. The next row stands at a position or behind it, and behind the last one taken. */
    private static final class Walk {
        private final Order order;
        private final Taker taker;
        private Optional<Cursor> last;
        private long position;
        private boolean ended;
        private boolean passed;

        Walk(Order order) {
            this.order = order;
            this.taker = order.begin().get();
            this.last = order.request().cursor();
            this.position =
                    last.map(cursor -> SliceOrder.position(cursor.nextHash())).orElse(0L);
        }

        /** Has the rows of a slice taken that come behind the last one. */
        void take(Slice slice) {
            RowCursor rows = slice.rows();
            while (!taker.isFull() && rows.next()) {
                if (last.isEmpty() || isBehind(rows, last.get())) {
                    taker.take(rows);
                    if (taker.isFull()) {
                        RowName name = RowName.of(rows.array(), rows.nameAt(), rows.nameLength());
                        last = Optional.of(new Cursor(rows.hash(), name));
                    }
                }
            }
        }

        private static boolean isBehind(RowCursor row, Cursor cursor) {
            int byHash = SliceOrder.compare(row.hash(), cursor.hash());
            if (byHash != 0) {
                return byHash > 0;
            }
            byte[] name = cursor.name().toBytes();
            int end = row.nameAt() + row.nameLength();
            return Arrays.compareUnsigned(row.array(), row.nameAt(), end, name, 0, name.length) > 0;
        }

        /** The next page begins with the next slice, in another shard. */
        void endOfPart() {
            last = Optional.of(Cursor.behindAll(SliceOrder.hashAt(position - 1)));
        }

        /** Goes behind a slice, which must reach to where it was found, or a page would never come to its end. */
        void pass(SliceOrder.Interval interval) {
            passed = true;
            ended = interval.isLast();
            boolean isAhead = Long.compareUnsigned(interval.last(), position) >= 0;
            Check.that(isAhead, "a slice reaches to where it was found", position);
            position = interval.last() + 1;
        }
    }

    /** Rows that came from elsewhere before this was asked are among them: it may be that nobody has looked yet. */
    void start(Order order) {
        try {
            keptNames.requireAllSoon(order.request().table());
            keptNames.settleAll(order.request().table(), () -> goOn(new Walk(order)));
        } catch (PfsException e) {
            order.sink().answer(Reply.Refused.of(e));
        }
    }

    private void goOn(Walk walk) {
        Order order = walk.order;
        try {
            outbox.requireServing();
            keptNames.requireAllSoon(order.request().table());
            TableState table = state.tables().serving(order.request().table());
            guard.require(order.asker(), order.request(), Optional.empty());
            while (!walk.ended && !walk.taker.isFull()) {
                Optional<HeldSlice> there = table.sliceAt(SliceOrder.hashAt(walk.position));
                if (there.isEmpty() && walk.passed) {
                    walk.endOfPart();
                    break; // the rest of the table is in other shards
                }
                HeldSlice held = there.isPresent() ? there.get() : table.sliceOf(SliceOrder.hashAt(walk.position));
                if (moves.mustWait(held.key())) {
                    counters.waitedForSlice();
                    moves.awaitSoon(held.key(), () -> start(order));
                    return;
                }
                if (!held.isLoaded()) {
                    loader.load(held, () -> goOn(walk), failure -> order.sink().answer(Reply.Refused.of(failure)));
                    return;
                }
                Slice slice = held.loaded();
                walk.take(slice);
                if (!walk.taker.isFull()) {
                    walk.pass(SliceOrder.interval(slice.key().slice().value(), slice.depth()));
                }
            }
            walk.taker.end(walk.ended ? Optional.empty() : walk.last);
        } catch (PfsException e) {
            order.sink().answer(Reply.Refused.of(e));
        }
    }
}
