package io.pfs.server.journal;

import io.pfs.PfsException;
import io.pfs.Position;
import io.pfs.ShardId;
import java.util.Map;

/**
 * Where a change becomes durable, and so visible: an ordered log of records, shared by the shards of one loop.
 *
 * <p>Records that arrive while a force runs go out together with the next one: one write, one force.
 */
public interface Journal extends AutoCloseable {
    /**
     * Adds a record to the batch that is being filled. Nothing is durable yet: the {@link Appended} it returns can't be
     * answered to anyone; a {@link Durable} that covers it can.
     *
     * @param position the shard's next position; each shard's sequence grows by one a record
     */
    Appended append(ShardId shard, Position position, byte[] payload, int offset, int length);

    /**
     * Starts to write and force what has been appended, unless that is under way; then it follows on its own. The
     * listener hears of each batch as it becomes durable, in order.
     */
    void commit();

    /** What the log holds, in order; called once, before the first append. */
    Replayed replay(RecordVisitor visitor);

    /**
     * Forgets what no shard needs any more: whole files in which every record of every shard lies before that shard's
     * position here. A shard that isn't named needs everything.
     */
    void trim(Map<ShardId, Long> firstNeededSequences);

    @Override
    void close();

    /** Receives each record of a replay. The payload is only valid during the call. */
    interface RecordVisitor {
        void record(ShardId shard, Position position, byte[] bytes, int offset, int length);
    }

    /** Hears what became of what was appended, on the loop that owns the journal. */
    interface Listener {
        /** Everything up to here is durable in the promised mode. */
        void durable(Durable durable);

        /**
         * A write or force failed: what was appended after the last {@link Durable} is not in the log and never will be.
         * The journal goes on in a new file; for those that asked, the outcome is unknown.
         */
        void failed(PfsException cause);
    }

    /** How far the log was written, counted in records since this journal was opened. */
    record Appended(long record) {}

    /** How far the log is durable. Made only by a journal. */
    record Durable(long record) {
        public boolean covers(Appended appended) {
            return appended.record() <= record;
        }
    }

    /** What a replay found: how many records, how many bytes of a torn tail were left out. */
    record Replayed(long records, long files, long tornBytes) {}
}
