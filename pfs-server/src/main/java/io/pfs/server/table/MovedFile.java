package io.pfs.server.table;

import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.row.RowKind;

/**
 * Where a file went from the name that its cells' records in segments bear. It may have gone on from there; the shard
 * there knows.
 *
 * @param shard of the table where it went
 */
public record MovedFile(FileId fileId, ShardId shard, TableId table, RowName name) {
    private static final int VERSION = 1;

    /** The name of its row in the table of moved files. */
    public static RowName rowName(FileId fileId) {
        return RowName.of(Long.toHexString(fileId.value()));
    }

    public Row toRow(long nowMillis) {
        ByteWriter out = new ByteWriter(32);
        out.u8(VERSION).varint(shard.value()).u64(table.value());
        out.u8(name.length()).bytes(name.toBytes());
        Row empty = Row.emptyFile(fileId, 0, 0, 0, nowMillis);
        byte[] inline = Inline.ofFacts(out.toBytes()).toBytes();
        return new Row(fileId, 1, 0, empty.times(), 0, 0, 0, RowKind.FILE, empty.cells(), inline);
    }

    /** What a row of the table of moved files says. */
    public static MovedFile ofRow(Row row) {
        String where = "where " + row.fileId() + " went";
        Inline inline = Inline.decode(new ByteReader(where, row.inline()));
        ByteReader in = new ByteReader(where, inline.facts().orElse(new byte[0]));
        in.inRange("version of a moved file", in.u8("version of a moved file"), VERSION, VERSION);
        ShardId shard = new ShardId((int) in.varint("shard", 0, Limits.SHARDS_MAX - 1));
        TableId table = new TableId(in.u64("table"));
        int length = (int) in.inRange("name length", in.u8("name length"), 1, Limits.ROW_NAME_BYTES_MAX);
        RowName name = RowName.of(in.array(), in.skip("name", length), length);
        in.expectEnd("moved file");
        return new MovedFile(row.fileId(), shard, table, name);
    }
}
