package io.pfs.cluster;

import io.pfs.Check;
import io.pfs.Limits;
import io.pfs.ShardId;
import io.pfs.hash.SplitArithmetic;

/**
 * Which shard a slice lives in. The {@code 2^S} places of a table with spread {@code S} stand at equal distances around
 * the ring of shards, beginning at the table's base, and a split sends the child as far away as there is room: over the
 * shards a table is balanced exactly, where hashing slices to shards would leave 1.4 to 1.75 times the mean somewhere.
 *
 * @param shards how many shards the file system was formatted with, a power of two
 */
public record StridePlacement(int shards) {
    public StridePlacement {
        Check.inRange("number of shards", shards, 1, Limits.SHARDS_MAX);
        Check.inRange("bits set in the number of shards", Integer.bitCount(shards), 1, 1);
    }

    /**
     * The shard of a slice of a table with this base and spread. With more places than shards, those whose reversed low
     * bits are neighbours share a shard, the same number in each.
     */
    public ShardId shard(ShardId base, int slice, int spread) {
        Check.inRange("base of a table", base.value(), 0, shards - 1);
        Check.inRange("spread of a table", spread, 0, Limits.SLICE_DEPTH_MAX);
        Check.inRange("slice index", slice, 0, Limits.SLICES_MAX - 1);
        long place = reverse(SplitArithmetic.ancestor(slice, spread), spread);
        long stride = (place * shards) >>> spread;
        return new ShardId((int) (base.value() + stride) & (shards - 1));
    }

    /** The low bits in opposite order. */
    static int reverse(int value, int bits) {
        return bits == 0 ? 0 : Integer.reverse(value) >>> (Integer.SIZE - bits);
    }
}
