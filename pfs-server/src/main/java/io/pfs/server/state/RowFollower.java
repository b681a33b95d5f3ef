package io.pfs.server.state;

import io.pfs.TableId;
import io.pfs.hash.SliceOrder;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.change.Change.RowRemoved;

/**
 * Hears of what happens to the rows of a shard, in its order, when it is applied: live, and at a recovery. Of what storage holds
 * already it hears nothing.
 */
public interface RowFollower {
    /** One for whom nothing matters. */
    RowFollower NOBODY = new RowFollower() {
        @Override
        public void put(TableState table, long nameHash, RowPut put) {}

        @Override
        public void removed(TableState table, long nameHash, RowRemoved removed) {}

        @Override
        public void emptied(TableState table, SliceOrder.Interval interval) {}

        @Override
        public void tableChanged(TableId table) {}

        @Override
        public void applied(long sequence) {}
    };

    void put(TableState table, long nameHash, RowPut put);

    void removed(TableState table, long nameHash, RowRemoved removed);

    /** Here are no rows of this part of a table any more: they went to another shard, or begin to come from one. */
    void emptied(TableState table, SliceOrder.Interval interval);

    /** What the shard knows of a table is not what it was, or there is nothing of it here any more. */
    void tableChanged(TableId table);

    /** That was all of this record. */
    void applied(long sequence);
}
