package io.pfs.server.indexing;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.hash.SliceOrder;
import io.pfs.server.indexing.FeedItem.RowIs;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.SliceLoader;
import io.pfs.server.state.TableState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Tells the index of all rows of a table that are in a shard, slice by slice, each when the one before is in it. What changes
 * meanwhile it is told anyway, in the order in which it happens; a slice that splits is gone through in its parts.
 */
final class Backfill {
    private final ShardFeed shard;
    private final TableId table;
    private final List<Integer> ids;
    private final SliceLoader loader;
    private final Consumer<Backfill> ended;
    private final List<SliceOrder.Interval> intervals = new ArrayList<>();
    private int nth;
    private long position;
    private long rows;
    private boolean isGivenUp;
    private How how = How.NOT_WANTED;

    /** How it came to its end. */
    enum How {
        /** The index knows all rows. */
        FILLED,
        /** Nobody wants it any more, or it can't be. */
        NOT_WANTED,
        /** A slice could not be read, which may be over soon. */
        TO_BE_TRIED_AGAIN
    }

    private Backfill(ShardFeed shard, TableId table, List<Integer> ids, SliceLoader loader, Consumer<Backfill> ended) {
        this.shard = shard;
        this.table = table;
        this.ids = ids;
        this.loader = loader;
        this.ended = ended;
    }

    /** For the first table of a shard of which something lacks. */
    static Optional<Backfill> of(ShardFeed shard, SliceLoader loader, Consumer<Backfill> ended) {
        for (TableId table : shard.tables()) {
            TableIndexes indexes = shard.indexes(table).orElseThrow();
            if (indexes.isToBeMade() && shard.state().tables().exists(table)) {
                shard.begin();
                Backfill backfill = new Backfill(shard, table, indexes.lacking(), loader, ended);
                backfill.table().forEachSlice(held -> backfill.intervals.add(intervalOf(held)));
                backfill.intervals.sort((left, right) -> Long.compareUnsigned(left.first(), right.first()));
                return Optional.of(backfill);
            }
        }
        return Optional.empty();
    }

    private TableState table() {
        return shard.state().tables().find(table);
    }

    private static SliceOrder.Interval intervalOf(HeldSlice held) {
        return SliceOrder.interval(held.key().slice().value(), held.depth());
    }

    boolean isOf(ShardFeed other) {
        return shard == other;
    }

    ShardFeed shard() {
        return shard;
    }

    How how() {
        return how;
    }

    void giveUp() {
        isGivenUp = true;
    }

    /** Whether somebody still wants it. */
    private boolean isWanted() {
        return !isGivenUp
                && shard.state().tables().exists(table)
                && shard.indexes(table)
                        .map(indexes -> indexes.lacking().containsAll(ids))
                        .orElse(false);
    }

    void goOn() {
        if (!isWanted()) {
            ended.accept(this);
            return;
        }
        Optional<HeldSlice> next = next();
        if (next.isEmpty()) {
            end();
        } else if (next.get().isLoaded()) {
            tell(next.get());
            shard.ask(new Later(this::goOn));
        } else {
            loader.load(next.get(), this::goOn, this::couldNotBeRead);
        }
    }

    /** The slice that comes next and is here: the rows of others are another shard's affair. */
    private Optional<HeldSlice> next() {
        while (nth < intervals.size()) {
            SliceOrder.Interval interval = intervals.get(nth);
            long from = interval.contains(position) ? position : interval.first();
            Optional<HeldSlice> there = table().firstFrom(from);
            long first = there.map(held -> firstFrom(from, intervalOf(held))).orElse(-1L);
            if (there.isPresent() && interval.contains(first)) {
                return there;
            }
            passTo(first);
        }
        return Optional.empty();
    }

    /** Where a slice begins, but not before a position. */
    private static long firstFrom(long from, SliceOrder.Interval interval) {
        return interval.contains(from) ? from : interval.first();
    }

    /** Nothing is here before this position: all that has left is passed over at once, however much it is. */
    private void passTo(long first) {
        do {
            nth++;
        } while (nth < intervals.size()
                && Long.compareUnsigned(intervals.get(nth).last(), first) < 0);
    }

    private void tell(HeldSlice held) {
        TableIndexes indexes = shard.indexes(table).orElseThrow();
        RowCursor cursor = held.loaded().rows();
        shard.beginRows();
        while (cursor.next()) {
            RowName name = RowName.of(cursor.array(), cursor.nameAt(), cursor.nameLength());
            int at = cursor.rowAt();
            byte[] row = Arrays.copyOfRange(cursor.array(), at, at + cursor.rowLength());
            shard.tellRow(new RowIs(table, indexes.fields(), SliceOrder.position(cursor.hash()), name, row));
            rows++;
        }
        indexes.rowsDone(rows);
        pass(intervalOf(held));
    }

    private void pass(SliceOrder.Interval passed) {
        if (passed.last() == intervals.get(nth).last() || !intervals.get(nth).contains(passed.last())) {
            nth++;
        } else {
            position = passed.last() + 1;
        }
    }

    private void end() {
        shard.areComplete(table, ids);
        shard.ask(new Later(() -> {
            if (isWanted()) {
                shard.filled(table, ids);
                how = How.FILLED;
            }
            ended.accept(this);
        }));
    }

    /**
     * A slice was not read, and nobody can say what is in it: the index stays incomplete. What is damaged or gone will be so the next
     * time, when all rows before it are told anew; whatever else it was may be over then.
     */
    private void couldNotBeRead(PfsException failure) {
        if (isWanted()) {
            TableIndexes indexes = shard.indexes(table).orElseThrow();
            if (failure.code().isUnreadable() && failure.code() != ErrorCode.IO_FAILED) {
                indexes.stuck();
            } else {
                indexes.toWait();
                how = How.TO_BE_TRIED_AGAIN;
            }
        }
        ended.accept(this);
    }
}
