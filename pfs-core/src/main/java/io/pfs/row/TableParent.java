package io.pfs.row;

import io.pfs.Check;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.util.Optional;

/**
 * Where the row stands that leads to a table.
 *
 * @param table that holds the row; the table itself for the root
 * @param base the shard of that table
 * @param name of the row; the root has none
 * @param version that the row got when it came there: of two parents the one with the higher version is the newer
 */
public record TableParent(TableId table, ShardId base, Optional<RowName> name, long version) {
    public TableParent {
        Check.inRange("version of a parent", version, 0, Long.MAX_VALUE);
    }

    public void encode(ByteWriter out) {
        out.u64(table.value()).varint(base.value()).varint(version);
        byte[] bytes = name.map(RowName::toBytes).orElse(new byte[0]);
        out.u8(bytes.length).bytes(bytes);
    }

    public static TableParent decode(ByteReader in) {
        TableId table = new TableId(in.u64("parent table"));
        ShardId base = new ShardId((int) in.varint("base of the parent", 0, Limits.SHARDS_MAX - 1));
        long version = in.varint("version of a parent", 0, Long.MAX_VALUE);
        int length = in.u8("length of a table's name");
        if (length == 0) {
            return new TableParent(table, base, Optional.empty(), version);
        }
        int at = in.skip("name of a table", length);
        return new TableParent(table, base, Optional.of(RowName.of(in.array(), at, length)), version);
    }
}
