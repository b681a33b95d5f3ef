package io.pfs.server.shard;

import io.pfs.Check;
import io.pfs.RowName;
import io.pfs.hash.SliceOrder;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.slice.Slice;
import io.pfs.server.state.HeldSlice;
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
    /** A request that has so many slices loaded ends, and the next one goes on: where few rows are left of many, it would take longer than anybody waits. */
    private static final int LOADS_MAX = 64;

    private final WalkMeans means;

    TableWalk(WalkMeans means) {
        this.means = means;
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

    /** Whether a row comes behind one that was taken. */
    static boolean isBehind(RowCursor row, Cursor cursor) {
        int byHash = SliceOrder.compare(row.hash(), cursor.hash());
        if (byHash != 0) {
            return byHash > 0;
        }
        byte[] name = cursor.name().toBytes();
        int end = row.nameAt() + row.nameLength();
        return Arrays.compareUnsigned(row.array(), row.nameAt(), end, name, 0, name.length) > 0;
    }

    /** Where the first row is that a request asks for, or behind that. */
    static long begin(WalksRows request) {
        return request.cursor()
                .map(cursor -> SliceOrder.position(cursor.nextHash()))
                .orElse(0L);
    }

    /** How far a walk is. The next row stands at a position or behind it, and behind the last one taken. */
    private static final class Walk {
        private final Order order;
        private final Taker taker;
        private Optional<Cursor> last;
        private long position;
        private boolean ended;
        private boolean passed;
        private int loads;

        Walk(Order order) {
            this.order = order;
            this.taker = order.begin().get();
            this.last = order.request().cursor();
            this.position = begin(order.request());
        }

        /** Has the rows of a slice taken that come behind the last one. */
        void take(Slice slice) {
            RowCursor rows = slice.rows();
            while (!taker.isFull() && rows.next() && isMeant(rows)) {
                if (last.isEmpty() || isBehind(rows, last.get())) {
                    taker.take(rows);
                    if (taker.isFull()) {
                        RowName name = RowName.of(rows.array(), rows.nameAt(), rows.nameLength());
                        last = Optional.of(new Cursor(rows.hash(), name));
                    }
                }
            }
        }

        private boolean isMeant(RowCursor row) {
            return Long.compareUnsigned(SliceOrder.position(row.hash()), order.request.last()) <= 0;
        }

        /** The next page begins with the next slice, here or in another shard. */
        void endBeforeNext() {
            last = Optional.of(Cursor.behindAll(SliceOrder.hashAt(position - 1)));
        }

        /** Goes behind a slice, which must reach to where it was found, or a page would never come to its end. */
        void pass(HeldSlice slice) {
            SliceOrder.Interval interval =
                    SliceOrder.interval(slice.key().slice().value(), slice.depth());
            passed = true;
            ended = Long.compareUnsigned(interval.last(), order.request.last()) >= 0;
            boolean isAhead = Long.compareUnsigned(interval.last(), position) >= 0;
            Check.that(isAhead, "a slice reaches to where it was found", position);
            position = interval.last() + 1;
        }
    }

    void start(Order order) {
        means.whenSettled(order.request().table(), order.sink(), () -> goOn(new Walk(order)));
    }

    private void goOn(Walk walk) {
        Order order = walk.order;
        WalkMeans.refusing(order.sink(), () -> {
            TableState table = means.table(order.asker(), order.request());
            if (walk(walk, table)) {
                walk.taker.end(walk.ended ? Optional.empty() : walk.last);
            }
        });
    }

    /** Says whether it came to an end; else it goes on later. */
    private boolean walk(Walk walk, TableState table) {
        Order order = walk.order;
        while (!walk.ended && !walk.taker.isFull()) {
            Optional<HeldSlice> there = table.sliceAt(SliceOrder.hashAt(walk.position));
            if (there.isEmpty() && walk.passed) {
                walk.endBeforeNext();
                break; // the rest of the table is in other shards
            }
            HeldSlice held = there.isPresent() ? there.get() : table.sliceOf(SliceOrder.hashAt(walk.position));
            if (means.moves().mustWaitToRead(held.key())) {
                means.counters().waitedForSlice();
                means.moves().awaitSoon(held.key(), () -> start(order));
                return false;
            }
            if (held.isKnownEmpty()) {
                walk.pass(held);
                continue;
            }
            if (!held.isLoaded()) {
                if (walk.loads++ == LOADS_MAX) {
                    walk.endBeforeNext();
                    break;
                }
                means.loader()
                        .load(held, () -> goOn(walk), failure -> order.sink().answer(Reply.Refused.of(failure)));
                return false;
            }
            walk.take(held.loaded());
            if (!walk.taker.isFull()) {
                walk.pass(held);
            }
        }
        return true;
    }
}
