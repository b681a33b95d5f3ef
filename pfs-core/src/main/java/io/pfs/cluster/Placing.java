package io.pfs.cluster;

import io.pfs.ShardId;
import io.pfs.format.ByteReader;
import io.pfs.hash.SplitArithmetic;

/** By which rule the slices of a table have their shards. */
public enum Placing {
    /** As far apart as there is room: see {@link StridePlacement}. */
    STRIDE(1) {
        @Override
        ShardId place(int shards, ShardId base, long seed, int slice, int spread) {
            return new StridePlacement(shards).shard(base, slice, spread);
        }
    },
    /**
     * By chance, drawn from the table's seed; slice 0 at its base. It is there to be compared with. None is drawn twice: a shard
     * speaks to those that have what it split off, and they to theirs, which has to end.
     */
    RANDOM(3) {
        @Override
        ShardId place(int shards, ShardId base, long seed, int slice, int spread) {
            int bits = Integer.numberOfTrailingZeros(shards);
            DrawnOrder drawn = new DrawnOrder(bits, seed);
            int ancestor = SplitArithmetic.ancestor(slice, Math.min(spread, bits));
            return new ShardId(base.value() ^ drawn.at(0) ^ drawn.at(ancestor));
        }
    };

    private final int number;

    Placing(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    /** The rule with this number, for decoding. */
    public static Placing decode(ByteReader in) {
        int number = in.u8("placing of a table");
        for (Placing placing : values()) {
            if (placing.number == number) {
                return placing;
            }
        }
        throw in.refuse("placing of a table", "1 or 3", Integer.toString(number)); // 2 drew a shard for several slices
    }

    abstract ShardId place(int shards, ShardId base, long seed, int slice, int spread);

    /**
     * The shard of a slice of a table.
     *
     * @param shards of the file system, a power of two
     * @param seed of the table
     */
    public ShardId shard(int shards, ShardId base, long seed, int slice, int spread) {
        return spread == 0 ? base : place(shards, base, seed, slice, spread);
    }
}
