package io.pfs.server.journal;

import io.pfs.PfsException;
import io.pfs.Position;
import io.pfs.ShardId;
import java.util.Map;
import java.util.Optional;

/**
 * Where a change becomes durable, and so visible: an ordered log of records, shared by the shards of one loop.
 *
 * <p>Records that arrive while a force runs go out together with the next one: one write, one force.
 */
public interface Journal extends AutoCloseable {
    /**
     * Adds a record to the batch that is being filled. Nothing is durable yet: the {@link Appended} it returns can't be
     * answered to anyone; a {@link Durable} that covers it can. Refused, with nothing changed, when the record is too
     * large, when the journal is stalled for want of space, and with {@code BUSY} when it is far behind.
     *
     * @param position the shard's next position: within an epoch each shard's sequence grows by one a record
     */
    Appended append(ShardId shard, Position position, byte[] payload, int offset, int length);

    /**
     * Starts to write and force what has been appended, unless that is under way; then it follows on its own. The
     * listener hears of each batch as it becomes durable, in order. A stalled journal tries to go on.
     */
    void commit();

    /**
     * Commits in the middle of a turn if that pays: a disk that is idle while requests are worked on could write those that
     * are done already. To be asked between requests, as often as one likes.
     */
    void commitEarly();

    /**
     * What the log holds, in order, for a look before {@link #replay}: nothing is changed, carried over or made durable by
     * it. Blocks.
     */
    Replayed scan(RecordVisitor visitor);

    /**
     * What the log holds, in order; called once, before the first append. Blocks. When it returns, all of it is durable.
     */
    Replayed replay(RecordVisitor visitor);

    /**
     * Forgets what no shard needs any more: whole files in which every record of every shard lies before that shard's
     * position here. A shard that isn't named needs everything. The files go a little later: when all that was reported
     * durable so far is forced, which a journal in mode flush or memory then does at once. So what justifies the positions
     * must have been reported durable before; a newer call replaces an older one that still waits.
     */
    void trim(Map<ShardId, Long> firstNeededSequences);

    /**
     * Does something that must not be undone by the loss of power, once all that was reported durable so far is forced;
     * in mode sync that is at once. A journal in another mode forces it then. If what was reported is lost after all, or
     * the journal is closed before, it is never done.
     */
    void afterForce(Runnable then);

    /** Whether it has a file of its own, so that whoever replays it next knows that there was this life. */
    boolean hasBegun();

    /** Bytes that can still be written where it stands. Blocks; may be called by any thread. */
    long usableBytes();

    /**
     * Writes and forces what was appended and ends the file. Blocks; while a batch is under way, that happens when it is
     * done. The listener hears nothing any more: what it hasn't heard of has an unknown outcome. Whoever closes keeps
     * running what the workers have done, and keeps the disk open, until {@link #isClosed}.
     */
    @Override
    void close();

    /** Whether {@link #close} has come to its end: nothing is under way any more, and the disk may be closed. */
    boolean isClosed();

    /** What went wrong when it was closed, if anything did: what was promised by then is there all the same, but for what no mode promises. */
    Optional<PfsException> endFailure();

    /** Receives each record of a replay. The payload is only valid during the call. */
    interface RecordVisitor {
        void record(ShardId shard, Position position, byte[] bytes, int offset, int length);
    }

    /** Hears what became of what was appended, on the loop that owns the journal, never inside a call to it. */
    interface Listener {
        /** Everything up to here is durable in the promised mode. */
        void durable(Durable durable);

        /**
         * A write or force failed: what was appended after {@code kept} was dropped, and the next record of each shard
         * follows its last kept one. For those that asked, the outcome of what was dropped is unknown: once the journal
         * takes records again it is certain that they are not in it, before that a restart may find them.
         *
         * @param kept in mode sync the last {@link Durable} there was; in the other modes it may be an earlier one: then this
         *     journal takes no records any more, and only the next replay knows what is there
         */
        void failed(PfsException cause, Durable kept);
    }

    /**
     * How far the log was written.
     *
     * @param era grows by one with each failure
     * @param record counts records since this journal was opened, dropped ones too
     */
    record Appended(long era, long record) {}

    /**
     * How far the log is durable. Made only by a journal. It says nothing about earlier eras: what these lost is not made
     * durable by what follows.
     */
    record Durable(long era, long record) {
        public boolean covers(Appended appended) {
            return appended.era() == era && appended.record() <= record;
        }
    }

    /**
     * What a replay or a scan found: how many records and files, how many bytes of a torn tail were left out, whose the records are,
     * and what was promised and can't be read.
     */
    record Replayed(long records, long files, long tornBytes, Lives lives, Losses losses) {}
}
