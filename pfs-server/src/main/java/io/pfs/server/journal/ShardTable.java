package io.pfs.server.journal;

import io.pfs.Check;
import io.pfs.Position;
import io.pfs.ShardId;
import java.util.Arrays;

/** The last position of each shard. */
final class ShardTable {
    static final long NONE = -1;

    private long[] epochs = new long[0];
    private long[] sequences = new long[0];

    /**
     * Whether a record may come next: the sequence after the last one, or anything in a later epoch, since another owner
     * may have written in between. A shard not seen before may begin anywhere.
     */
    boolean mayFollow(int shard, long epoch, long sequence) {
        if (shard >= epochs.length || epochs[shard] == NONE) {
            return true;
        }
        return epoch == epochs[shard] ? sequence == sequences[shard] + 1 : epoch > epochs[shard];
    }

    /** As {@link #mayFollow}, refusing as our own mistake. */
    void requireFollows(ShardId shard, Position position) {
        Check.that(
                mayFollow(shard.value(), position.epoch().value(), position.sequence()),
                "a shard's sequence grows by one a record within an epoch, and epochs grow",
                position.sequence());
    }

    void set(int shard, long epoch, long sequence) {
        if (shard >= epochs.length) {
            int from = epochs.length;
            int size = Math.max(shard + 1, from * 2);
            epochs = Arrays.copyOf(epochs, size);
            sequences = Arrays.copyOf(sequences, size);
            Arrays.fill(epochs, from, size, NONE);
        }
        epochs[shard] = epoch;
        sequences[shard] = sequence;
    }

    void add(RecordCursor records) {
        while (records.next()) {
            set(records.shard(), records.epoch(), records.sequence());
        }
    }

    void copyFrom(ShardTable other) {
        epochs = other.epochs.clone();
        sequences = other.sequences.clone();
    }

    /** The last one of a shard, -1 if it has none. */
    long sequence(int shard) {
        return shard < epochs.length && epochs[shard] != NONE ? sequences[shard] : NONE;
    }

    /** What would be expected next, for messages. */
    String expected(int shard) {
        return "sequence " + (sequences[shard] + 1) + " in epoch " + epochs[shard] + ", or a later epoch";
    }
}
