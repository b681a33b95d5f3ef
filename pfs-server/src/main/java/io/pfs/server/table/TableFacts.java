package io.pfs.server.table;

import io.pfs.FileId;
import io.pfs.Generation;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.TablePointer;
import io.pfs.table.Policy;

/**
 * What a shard must know of a table.
 *
 * @param parent the table that holds its row; its own id for the root
 */
public record TableFacts(TablePointer pointer, TableId parent, Generation generation, Policy policy) {
    private static final int VERSION = 1;
    private static final long FIRST = 1;

    /** The table of tables of a shard: known without being written anywhere. */
    public static TableFacts tableOfTables(ShardId shard) {
        TableId id = TableId.of(shard, 0);
        return new TableFacts(new TablePointer(id, shard, 0, 0), id, new Generation(0), Policy.SMALL);
    }

    /** The table of the path {@code /}: there from the start, and written only when it is changed. */
    public static TableFacts root(long hashSeed) {
        ShardId shard = new ShardId(0);
        TableId id = TableId.of(shard, 1);
        return new TableFacts(new TablePointer(id, shard, 0, hashSeed), id, new Generation(FIRST), Policy.DYNAMIC);
    }

    /** A table that is made now. */
    public static TableFacts born(TablePointer pointer, TableId parent, Policy policy) {
        return new TableFacts(pointer, parent, new Generation(FIRST), policy);
    }

    public TableId id() {
        return pointer.table();
    }

    public ShardId base() {
        return pointer.base();
    }

    /** The name of a table's row in the table of tables. */
    public static RowName rowName(TableId table) {
        return RowName.of(Long.toHexString(table.value()));
    }

    /** The table's row in the table of tables, as it is born. */
    public Row toRow(FileId fileId, int mode, int owner, int group, long nowMillis) {
        Row empty = Row.emptyFile(fileId, mode, owner, group, nowMillis);
        return new Row(
                fileId, 1, 0, empty.times(), mode, owner, group, RowKind.DIRECTORY, empty.cells(), inline().toBytes());
    }

    /** These facts as they stand in the table's row. */
    public Inline inline() {
        ByteWriter out = new ByteWriter(40);
        out.u8(VERSION).varint(generation.value()).u8(policy.number());
        out.u64(parent.value())
                .varint(pointer.base().value())
                .u8(pointer.spread())
                .u64(pointer.hashSeed());
        return Inline.ofFacts(out.toBytes());
    }

    public TableFacts with(Policy other) {
        return new TableFacts(pointer, parent, generation, other);
    }

    /** The facts that a row of the table of tables holds. */
    public static TableFacts ofRow(TableId id, Row row) {
        String where = "row of " + id;
        Inline inline = Inline.decode(new ByteReader(where, row.inline()));
        byte[] facts = inline.facts()
                .orElseThrow(
                        () -> new ByteReader(where, row.inline()).refuse("table facts", "an inline entry", "none"));
        ByteReader in = new ByteReader(where, facts);
        in.inRange("version of table facts", in.u8("version of table facts"), VERSION, VERSION);
        Generation generation = new Generation(in.varint("generation", 0, Long.MAX_VALUE));
        Policy policy = Policy.decode(in);
        TableId parent = new TableId(in.u64("parent table"));
        ShardId base = new ShardId((int) in.varint("base shard", 0, Limits.SHARDS_MAX - 1));
        int spread = (int) in.inRange("spread", in.u8("spread"), 0, Limits.SLICE_DEPTH_MAX);
        long hashSeed = in.u64("hash seed");
        in.expectEnd("table facts");
        return new TableFacts(new TablePointer(id, base, spread, hashSeed), parent, generation, policy);
    }
}
