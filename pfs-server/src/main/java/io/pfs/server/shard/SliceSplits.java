package io.pfs.server.shard;

import io.pfs.PfsException;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.hash.SplitArithmetic;
import io.pfs.server.access.Outbox;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.SliceSplit;
import io.pfs.server.names.SliceGiving;
import io.pfs.server.names.SliceRest;
import io.pfs.server.state.HeldSlice;
import io.pfs.server.state.SliceLoader;
import io.pfs.server.state.Tables;
import java.util.ArrayList;
import java.util.List;

/** Splits slices that have grown over their thresholds. */
final class SliceSplits {
    private final Tables tables;
    private final Outbox outbox;
    private final SliceLoader loader;
    private final SliceGiving giving;
    private final SliceRest rest;

    SliceSplits(Tables tables, Outbox outbox, SliceLoader loader, SliceGiving giving, SliceRest rest) {
        this.tables = tables;
        this.outbox = outbox;
        this.loader = loader;
        this.giving = giving;
        this.rest = rest;
    }

    /**
     * Splits a slice, if it has grown so far, in a record of its own. Meanwhile it goes on serving. If the upper half
     * belongs into another shard, it is given away then.
     */
    void splitIfDue(HeldSlice slice) {
        if (!slice.isOverThreshold()
                || isGoing(slice)
                || !rest.maySplit(slice.key().table())) {
            return;
        }
        if (!slice.isLoaded()) {
            loader.load(slice, () -> splitIfDue(slice), e -> {});
            return;
        }
        TableId table = slice.key().table();
        int depth = slice.loaded().depth();
        SliceId upper = new SliceId(SplitArithmetic.child(slice.key().slice().value(), depth));
        List<Change> changes = new ArrayList<>(2);
        changes.add(new SliceSplit(slice.key(), depth));
        if (tables.find(table).isForeign(upper.value())) {
            changes.add(giving.leaving(new SliceKey(table, upper)));
        }
        slice.setSplitting(true);
        try {
            outbox.journal(changes, () -> ended(slice, upper), e -> ended(slice, upper));
        } catch (PfsException e) {
            slice.setSplitting(false); // a journal that takes nothing now; the next change to the slice tries again
        }
    }

    /** The same for all slices of a table that had to wait with that: those that are full are not touched any more. It is heard of each slice that goes. */
    void ofTable(TableId table) {
        if (tables.exists(table) && rest.maySplit(table)) {
            List<HeldSlice> slices = new ArrayList<>();
            tables.find(table).forEachSlice(slices::add);
            slices.forEach(this::splitIfDue);
        }
    }

    /** A table that was cut off may be dropped before what is journaled now: nothing of it splits any more. */
    private boolean isGoing(HeldSlice slice) {
        return !tables.holds(slice) || tables.intents().isReaped(slice.key().table());
    }

    private void ended(HeldSlice slice, SliceId upper) {
        slice.setSplitting(false);
        giving.begin(new SliceKey(slice.key().table(), upper));
        rest.changed();
    }
}
