package io.pfs.server.state;

import io.pfs.Check;
import io.pfs.Limits;
import io.pfs.SliceKey;
import io.pfs.hash.SliceOrder;
import io.pfs.hash.SplitArithmetic;
import io.pfs.server.change.Change.SliceAdopted;
import io.pfs.server.change.Change.SliceGiven;
import io.pfs.server.change.Change.SliceSplit;
import io.pfs.server.slice.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Applies what is journaled of whole slices: they split, come from other shards and go there. */
final class SliceChanges {
    private final Tables tables;
    private final SliceLoader loader;

    SliceChanges(Tables tables, SliceLoader loader) {
        this.tables = tables;
        this.loader = loader;
    }

    /**
     * Repeats a split. What storage holds of a half may be newer than the split, from a checkpoint that ran meanwhile;
     * then that half stays as it is.
     */
    void split(SliceSplit split, long sequence, List<HeldSlice> touched) {
        Optional<TableState> there = tables.ofChange(split.slice().table(), sequence);
        if (there.isEmpty()) {
            return;
        }
        TableState table = there.get();
        int index = split.slice().slice().value();
        if (!table.has(index) || isNewerOnStorage(table.slice(index), sequence)) {
            return;
        }
        HeldSlice lower = table.slice(index);
        if (tables.isLacking()) {
            divideTo(table, lower, split.depth(), sequence, touched);
        }
        touched.add(lower);
        if (!lower.isLoaded() && !lower.loadForSplit(loader, sequence)) {
            leaveUpperHalf(table, lower, SplitArithmetic.child(index, split.depth()));
            return;
        }
        Check.that(lower.loaded().depth() == split.depth(), "a slice splits at the depth it has", lower.depth());
        split(table, lower, sequence, touched);
    }

    private static void split(TableState table, HeldSlice lower, long sequence, List<HeldSlice> touched) {
        Slice rows = lower.loaded();
        Slice upperRows = rows.split();
        rows.advance(sequence);
        upperRows.advance(sequence);
        if (!table.has(upperRows.key().slice().value())) {
            HeldSlice upper = new HeldSlice(upperRows, Optional.empty());
            table.add(upper);
            touched.add(upper);
        }
    }

    /** Repeats the splits whose records are lost, up to that depth. */
    private void divideTo(TableState table, HeldSlice slice, int depth, long sequence, List<HeldSlice> touched) {
        while (slice.depth() < depth && (slice.isLoaded() || slice.loadForSplit(loader, sequence))) {
            touched.add(slice);
            split(table, slice, sequence, touched);
        }
    }

    /** The same of a whole table, up to the deepest of which storage has the upper half: that was written after the split, and the lower half before. */
    void divideAsStored(TableState table, long sequence, List<HeldSlice> touched) {
        List<HeldSlice> all = new ArrayList<>();
        table.forEachSlice(all::add);
        all.forEach(slice -> divideTo(table, slice, deepest(table, slice), sequence, touched));
    }

    private static int deepest(TableState table, HeldSlice slice) {
        int deepest = slice.depth();
        for (int depth = slice.depth(); depth < Limits.SLICE_DEPTH_MAX; depth++) {
            if (table.has(SplitArithmetic.child(slice.key().slice().value(), depth))) {
                deepest = depth + 1;
            }
        }
        return deepest;
    }

    /** The same until there is a slice, of which or of whose ancestors the rows are here. */
    private void bringAbout(TableState table, int index, long sequence, List<HeldSlice> touched) {
        if (index == 0 || table.has(index)) {
            return;
        }
        int parent = SplitArithmetic.parent(index);
        bringAbout(table, parent, sequence, touched);
        if (table.has(parent)) {
            divideTo(table, table.slice(parent), SplitArithmetic.birthDepth(index), sequence, touched);
        }
    }

    /** What was split off of a slice that can't be read, and is known to be elsewhere, is not looked for in that. */
    private static void leaveUpperHalf(TableState table, HeldSlice lower, int upper) {
        if (table.has(upper) && lower.depth() + 1 == SplitArithmetic.birthDepth(upper)) {
            lower.leaveUpperHalf();
        }
    }

    /** What storage has of it may be newer. If it is older, it is what came of a slice that never came whole. */
    void adopt(SliceAdopted adopted, long sequence, List<HeldSlice> touched, RowFollower follower) {
        SliceKey key = adopted.slice();
        int index = key.slice().value();
        Optional<TableState> there = tables.ofChange(key.table(), sequence);
        if (there.isEmpty()) {
            return;
        }
        TableState table = there.get();
        follower.emptied(table, SliceOrder.interval(index, adopted.depth()));
        if (table.has(index) && table.slice(index).place().sequence() >= sequence) {
            return;
        } else if (table.has(index)) {
            tables.discard(table, table.slice(index));
        }
        Slice rows = tables.emptySlice(table, key, adopted.depth());
        rows.advance(sequence);
        HeldSlice held = new HeldSlice(rows, Optional.empty());
        table.add(held);
        touched.add(held);
    }

    /** It is in another shard, with all that it had. */
    void give(SliceGiven given, long sequence, List<HeldSlice> touched, RowFollower follower) {
        int index = given.slice().slice().value();
        Optional<TableState> there = tables.ofChange(given.slice().table(), sequence);
        if (there.isEmpty()) {
            return;
        }
        TableState table = there.get();
        if (tables.isLacking()) {
            bringAbout(table, index, sequence, touched);
        }
        if (!table.has(index)) {
            giveUndivided(table, index, follower);
            return;
        }
        HeldSlice held = table.slice(index);
        follower.emptied(table, SliceOrder.interval(index, held.depth()));
        touched.remove(held);
        tables.gave(table, held);
    }

    /** The slice that it should have been split off could not be read then. */
    private static void giveUndivided(TableState table, int index, RowFollower follower) {
        int depth = SplitArithmetic.birthDepth(index);
        table.undivided(index).filter(lower -> lower.depth() + 1 == depth).ifPresent(lower -> {
            follower.emptied(table, SliceOrder.interval(index, depth));
            lower.leaveUpperHalf();
            table.removePlaces(index, depth);
        });
    }

    private static boolean isNewerOnStorage(HeldSlice slice, long sequence) {
        return slice.stored().isPresent() && slice.stored().get().sequence() >= sequence;
    }
}
