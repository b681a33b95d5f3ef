package io.pfs.server.table;

import io.pfs.Check;
import io.pfs.FileId;
import io.pfs.Generation;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.row.Row;
import io.pfs.row.RowKind;

/**
 * What a shard must know of a table.
 *
 * @param hashSeed seed of the table's name hash
 * @param base the shard where slice 0 lives
 * @param spread S: slices at a depth of at most S are placed one by one
 */
public record TableFacts(TableId id, long hashSeed, Generation generation, ShardId base, int spread) {
    private static final int VERSION = 1;
    private static final int MODE = 0755;

    public TableFacts {
        Check.inRange("spread", spread, 0, Limits.SLICE_DEPTH_MAX);
    }

    /** The table of tables of a shard: known without being written anywhere. */
    public static TableFacts tableOfTables(ShardId shard) {
        return new TableFacts(TableId.of(shard, 0), 0, new Generation(0), shard, 0);
    }

    /** The name of a table's row in the table of tables. */
    public static RowName rowName(TableId table) {
        return RowName.of(Long.toHexString(table.value()));
    }

    /** The table's row in the table of tables. */
    public Row toRow(FileId fileId, long nowMillis) {
        ByteWriter inline = new ByteWriter(24);
        inline.u8(VERSION).u64(hashSeed).varint(generation.value());
        inline.varint(base.value()).u8(spread);
        Row empty = Row.emptyFile(fileId, MODE, 0, 0, nowMillis);
        return new Row(fileId, 1, 0, empty.times(), MODE, 0, 0, RowKind.DIRECTORY, empty.cells(), inline.toBytes());
    }

    /** The facts that a row of the table of tables holds. */
    public static TableFacts ofRow(TableId id, byte[] row) {
        String where = "row of " + id;
        ByteReader in =
                new ByteReader(where, Row.decode(new ByteReader(where, row)).inline());
        in.inRange("version of table facts", in.u8("version of table facts"), VERSION, VERSION);
        long hashSeed = in.u64("hash seed");
        Generation generation = new Generation(in.varint("generation", 0, Long.MAX_VALUE));
        ShardId base = new ShardId((int) in.varint("base shard", 0, Limits.SHARDS_MAX - 1));
        int spread = (int) in.inRange("spread", in.u8("spread"), 0, Limits.SLICE_DEPTH_MAX);
        in.expectEnd("table facts");
        return new TableFacts(id, hashSeed, generation, base, spread);
    }
}
