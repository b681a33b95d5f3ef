package io.pfs.server.shard;

import io.pfs.RowName;
import io.pfs.hash.SliceOrder;
import io.pfs.server.shard.TableWalk.Taker;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.TableState;
import io.pfs.wire.Asker;
import io.pfs.wire.Cursor;
import io.pfs.wire.Reply;
import io.pfs.wire.Request.WalksRows;
import java.util.Optional;

/** Looks at those rows of a table that stand at some positions, in their order, until somebody has enough. */
final class PositionWalk {
    private final WalkMeans means;

    PositionWalk(WalkMeans means) {
        this.means = means;
    }

    /**
     * Who walks, and where.
     *
     * @param positions ascending as unsigned numbers
     * @param last where the part of the table ends that they are all of
     * @param again asks anew where to look: rows came meanwhile that these do not know
     */
    record Order(
            Asker asker,
            WalksRows request,
            Taker taker,
            long[] positions,
            long last,
            Runnable again,
            Reply.Sink sink) {}

    private static final class Walk {
        private final Order order;
        private int nth;
        private Optional<Cursor> taken;

        Walk(Order order) {
            this.order = order;
            this.nth = firstFrom(order.positions, TableWalk.begin(order.request));
            this.taken = order.request.cursor();
        }

        /** Positions are sorted as unsigned numbers. */
        private static int firstFrom(long[] positions, long begin) {
            int low = 0;
            int high = positions.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (Long.compareUnsigned(positions[middle], begin) < 0) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        boolean isOver() {
            return nth == order.positions.length || order.taker.isFull();
        }

        long hash() {
            return SliceOrder.hashAt(order.positions[nth]);
        }

        void take(HeldSlice held) {
            RowCursor rows = held.loaded().rowsWith(hash());
            while (!order.taker.isFull() && rows.next()) {
                if (taken.isEmpty() || TableWalk.isBehind(rows, taken.get())) {
                    order.taker.take(rows);
                    taken = Optional.of(
                            new Cursor(rows.hash(), RowName.of(rows.array(), rows.nameAt(), rows.nameLength())));
                }
            }
            if (!order.taker.isFull()) {
                nth++;
            }
        }

        /** Where the next page begins. */
        Optional<Cursor> next() {
            if (order.taker.isFull() && taken.isPresent()) {
                return taken;
            }
            return order.last == order.request.last() ? Optional.empty() : behind(order.last);
        }

        /** The rest of the table is in other shards, from this position on; if rows of it were taken before, behind these. */
        Cursor elsewhere() {
            return taken.filter(last -> last.hash() == hash())
                    .orElseGet(() -> Cursor.behindAll(SliceOrder.hashAt(order.positions[nth] - 1)));
        }
    }

    /** Where more of a table is behind a part of it. */
    static Optional<Cursor> behind(long last) {
        return last == -1 ? Optional.empty() : Optional.of(Cursor.behindAll(SliceOrder.hashAt(last)));
    }

    void start(Order order) {
        goOn(new Walk(order));
    }

    private void goOn(Walk walk) {
        Order order = walk.order;
        WalkMeans.refusing(order.sink, () -> {
            TableState table = means.table(order.asker, order.request);
            while (!walk.isOver()) {
                Optional<HeldSlice> there = table.sliceAt(walk.hash());
                if (there.isEmpty() && order.positions[walk.nth] != 0) {
                    order.taker.end(Optional.of(walk.elsewhere()));
                    return;
                }
                HeldSlice held = there.isPresent() ? there.get() : table.sliceOf(walk.hash());
                if (!isAtHand(held, walk)) {
                    return;
                }
                walk.take(held);
            }
            order.taker.end(walk.next());
        });
    }

    private boolean isAtHand(HeldSlice held, Walk walk) {
        if (means.moves().mustWaitToRead(held.key())) {
            means.counters().waitedForSlice();
            means.moves().awaitSoon(held.key(), walk.order.again);
            return false;
        }
        if (!held.isLoaded()) {
            means.loader().load(held, () -> goOn(walk), failure -> walk.order.sink.answer(Reply.Refused.of(failure)));
            return false;
        }
        return true;
    }
}
