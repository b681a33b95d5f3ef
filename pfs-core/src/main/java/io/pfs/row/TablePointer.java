package io.pfs.row;

import io.pfs.Check;
import io.pfs.Limits;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;

/**
 * What the row of a subdirectory holds of its table: enough to find the shard of any name in it.
 *
 * @param base the shard where slice 0 lives
 * @param spread S: slices at a depth of at most S are placed one by one
 * @param hashSeed seed of the table's name hash
 */
public record TablePointer(TableId table, ShardId base, int spread, long hashSeed) {
    public TablePointer {
        Check.inRange("spread", spread, 0, Limits.SLICE_DEPTH_MAX);
    }

    public void encode(ByteWriter out) {
        out.u64(table.value()).varint(base.value()).u8(spread).u64(hashSeed);
    }

    public static TablePointer decode(ByteReader in) {
        TableId table = new TableId(in.u64("table of a pointer"));
        ShardId base = new ShardId((int) in.varint("base shard", 0, Limits.SHARDS_MAX - 1));
        int spread = (int) in.inRange("spread", in.u8("spread"), 0, Limits.SLICE_DEPTH_MAX);
        return new TablePointer(table, base, spread, in.u64("hash seed"));
    }
}
