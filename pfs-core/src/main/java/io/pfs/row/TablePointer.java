package io.pfs.row;

import io.pfs.Check;
import io.pfs.Limits;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.cluster.Placing;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;

/**
 * What the row of a subdirectory holds of its table: enough to find the shard of any name in it.
 *
 * @param base the shard where slice 0 lives
 * @param spread S: slices at a depth of at most S are placed one by one
 * @param placing by which rule they have their shards
 * @param hashSeed seed of the table's name hash
 */
public record TablePointer(TableId table, ShardId base, int spread, Placing placing, long hashSeed) {
    public TablePointer {
        Check.inRange("spread", spread, 0, Limits.SLICE_DEPTH_MAX);
    }

    /** Of a table whose slices lie at equal distances. */
    public TablePointer(TableId table, ShardId base, int spread, long hashSeed) {
        this(table, base, spread, Placing.STRIDE, hashSeed);
    }

    /** The same with another spread. */
    public TablePointer withSpread(int other) {
        return new TablePointer(table, base, other, placing, hashSeed);
    }

    /**
     * The shard of a slice.
     *
     * @param spreadThen the one that counts, which may be another than when this was written
     * @param shards of the file system
     */
    public ShardId shardOf(int slice, int spreadThen, int shards) {
        return placing.shard(shards, base, hashSeed, slice, spreadThen);
    }

    /** Whether both lead to the same table: it may have been spread further since the one was written. */
    public boolean isOfSameTable(TablePointer other) {
        return table.equals(other.table) && base.equals(other.base) && hashSeed == other.hashSeed;
    }

    public void encode(ByteWriter out) {
        out.u64(table.value())
                .varint(base.value())
                .u8(spread)
                .u8(placing.number())
                .u64(hashSeed);
    }

    public static TablePointer decode(ByteReader in) {
        TableId table = new TableId(in.u64("table of a pointer"));
        ShardId base = new ShardId((int) in.varint("base shard", 0, Limits.SHARDS_MAX - 1));
        int spread = (int) in.inRange("spread", in.u8("spread"), 0, Limits.SLICE_DEPTH_MAX);
        Placing placing = Placing.decode(in);
        return new TablePointer(table, base, spread, placing, in.u64("hash seed"));
    }
}
