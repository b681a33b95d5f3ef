package io.pfs.server.indexing;

import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.hash.SliceOrder;
import io.pfs.query.index.IndexedFields;
import io.pfs.server.search.StoredRow;
import io.pfs.server.tag.IndexBatch;
import java.util.List;

/** Something that the index of a shard is told, in its order among all others. */
sealed interface FeedItem {
    /** What it takes beside the bytes it refers to, about. */
    int OBJECT_BYTES = 128;

    /** What one of the ids in it takes. */
    int ID_BYTES = 24;

    /** What can be told it. */
    record Hearer(IndexBatch batch, StoredRow row) {}

    void tell(Hearer hearer);

    /** Whether the index is to be forced once it was told this, and all that is told in the same go. */
    default boolean forces() {
        return false;
    }

    /** What it takes in memory while it waits, about. */
    default long bytes() {
        return OBJECT_BYTES;
    }

    /** @param row not copied, treat as immutable */
    record RowIs(TableId table, IndexedFields fields, long position, RowName name, byte[] row) implements FeedItem {
        @Override
        public void tell(Hearer hearer) {
            hearer.row.stand(name.sharedBytes(), 0, name.length(), row, 0);
            hearer.batch.rowIs(table, fields, position, hearer.row);
        }

        @Override
        public long bytes() {
            return (long) OBJECT_BYTES + name.length() + row.length;
        }
    }

    record RowIsGone(TableId table, long position, RowName name) implements FeedItem {
        @Override
        public void tell(Hearer hearer) {
            hearer.batch.rowIsGone(table, position, name);
        }

        @Override
        public long bytes() {
            return (long) OBJECT_BYTES + name.length();
        }
    }

    record IntervalIsGone(TableId table, SliceOrder.Interval interval) implements FeedItem {
        @Override
        public void tell(Hearer hearer) {
            hearer.batch.intervalIsGone(table, interval);
        }
    }

    record TableIsGone(TableId table) implements FeedItem {
        @Override
        public void tell(Hearer hearer) {
            hearer.batch.tableIsGone(table);
        }
    }

    record FieldsAreGone(TableId table, List<Integer> ids) implements FeedItem {
        @Override
        public void tell(Hearer hearer) {
            hearer.batch.fieldsAreGone(table, ids);
        }

        @Override
        public long bytes() {
            return OBJECT_BYTES + (long) ID_BYTES * ids.size();
        }
    }

    record AreComplete(TableId table, List<Integer> ids) implements FeedItem {
        @Override
        public void tell(Hearer hearer) {
            hearer.batch.complete(table, ids);
        }

        @Override
        public long bytes() {
            return OBJECT_BYTES + (long) ID_BYTES * ids.size();
        }
    }

    /** Nothing is known of the shard, or nothing that is worth keeping. */
    record ShardIsGone() implements FeedItem {
        @Override
        public void tell(Hearer hearer) {
            hearer.batch.shardIsGone();
        }
    }

    /** Somebody else put into the index what a run knows of the shard. */
    record IsLoaded() implements FeedItem {
        @Override
        public void tell(Hearer hearer) {
            hearer.batch.isLoaded();
        }
    }

    /** What comes next is of this record of the journal, or of rows as they are after it. */
    record Begins(long record) implements FeedItem {
        @Override
        public void tell(Hearer hearer) {
            hearer.batch.begins(record);
        }
    }

    /** That was all up to this record of the journal. */
    record IsAt(long sequence) implements FeedItem {
        @Override
        public void tell(Hearer hearer) {
            hearer.batch.isAt(sequence);
        }
    }

    /** A checkpoint begins: what the journal may soon forget should be there after a loss of power, too. */
    record Force() implements FeedItem {
        @Override
        public void tell(Hearer hearer) {
            // that all of this is there is the round's affair
        }

        @Override
        public boolean forces() {
            return true;
        }
    }
}
