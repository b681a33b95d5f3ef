package io.pfs.server.journal;

import io.pfs.Limits;
import io.pfs.ShardId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The lowest and highest sequence of each shard in one file. */
final class ShardRanges {
    static final int ENTRY_BYTES = 20;

    static final long NONE = -1;

    private long[] first = new long[0];
    private long[] last = new long[0];
    private int count;

    void add(int shard, long sequence) {
        if (shard >= first.length) {
            grow(shard);
        }
        if (last[shard] == NONE) {
            count++;
            first[shard] = sequence;
            last[shard] = sequence;
            return;
        }
        first[shard] = Math.min(first[shard], sequence);
        last[shard] = Math.max(last[shard], sequence);
    }

    void add(RecordCursor records) {
        while (records.next()) {
            add(records.shard(), records.sequence());
        }
    }

    void addAll(ShardRanges other) {
        for (int shard = 0; shard < other.last.length; shard++) {
            if (other.last[shard] != NONE) {
                add(shard, other.first[shard]);
                add(shard, other.last[shard]);
            }
        }
    }

    private void grow(int shard) {
        int from = first.length;
        int size = Math.max(shard + 1, from * 2);
        first = Arrays.copyOf(first, size);
        last = Arrays.copyOf(last, size);
        Arrays.fill(last, from, size, NONE);
    }

    /** The lowest of a shard, or something else if there is none. */
    long lowestOr(ShardId shard, long otherwise) {
        return highest(shard) == NONE ? otherwise : first[shard.value()];
    }

    /** {@link #NONE} if there is none. */
    long highest(ShardId shard) {
        return shard.value() < last.length ? last[shard.value()] : NONE;
    }

    /** Sees the highest of each shard. */
    void forEach(Highest each) {
        for (int shard = 0; shard < last.length; shard++) {
            if (last[shard] != NONE) {
                each.see(shard, last[shard]);
            }
        }
    }

    /** Sees a shard's highest sequence. */
    @FunctionalInterface
    interface Highest {
        void see(int shard, long sequence);
    }

    /** How many shards have records here. */
    int count() {
        return count;
    }

    /** Whether every record here lies before what its shard still needs; a shard that isn't named needs everything. */
    boolean areBefore(Map<ShardId, Long> firstNeededSequences) {
        for (int shard = 0; shard < last.length; shard++) {
            if (last[shard] != NONE) {
                @Nullable Long needed = firstNeededSequences.get(new ShardId(shard));
                if (needed == null || last[shard] >= needed) {
                    return false;
                }
            }
        }
        return true;
    }

    void encode(ByteWriter out) {
        for (int shard = 0; shard < last.length; shard++) {
            if (last[shard] != NONE) {
                out.u32(shard).u64(first[shard]).u64(last[shard]);
            }
        }
    }

    static ShardRanges decode(ByteReader in, int count) {
        ShardRanges ranges = new ShardRanges();
        for (int i = 0; i < count; i++) {
            int shard = (int) in.inRange("shard", in.u32("shard"), 0, Limits.SHARDS_MAX - 1);
            long first = in.inRange("first sequence", in.u64("first sequence"), 0, Long.MAX_VALUE);
            ranges.add(shard, first);
            ranges.add(shard, in.inRange("last sequence", in.u64("last sequence"), first, Long.MAX_VALUE));
        }
        return ranges;
    }

    /** Whether these are the same ranges, by their bytes. */
    boolean sameAs(ShardRanges other) {
        return Arrays.equals(toBytes(), other.toBytes());
    }

    private byte[] toBytes() {
        ByteWriter out = new ByteWriter(count * ENTRY_BYTES);
        encode(out);
        return out.toBytes();
    }
}
