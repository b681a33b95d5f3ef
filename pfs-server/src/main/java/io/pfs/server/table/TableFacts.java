package io.pfs.server.table;

import static io.pfs.query.index.IndexedFields.NONE;

import io.pfs.FileId;
import io.pfs.Generation;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.cluster.Placing;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.query.index.IndexedFields;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.RowLayout;
import io.pfs.row.TableParent;
import io.pfs.row.TablePointer;
import io.pfs.table.Policy;
import io.pfs.table.SpreadPolicy;
import java.util.Optional;

/**
 * What a shard must know of a table.
 *
 * @param settledSpread the spread that its slices lie by and that clients are told of; less than that of the pointer while it
 *     is distributed further
 * @param parent where its row is
 * @param mtimeSetMillis when somebody set the table's mtime: names that changed before don't show in it
 * @param indexes the fields of its rows that have indexes
 */
public record TableFacts(
        TablePointer pointer,
        int settledSpread,
        SpreadPolicy spreadPolicy,
        TableParent parent,
        Generation generation,
        Policy policy,
        long mtimeSetMillis,
        IndexedFields indexes) {
    private static final int WITHOUT_INDEXES = 1;
    private static final int WITH_INDEXES = 2;
    /** Of the inline bytes of a row: behind the type of the entry. It has one byte, or two. */
    private static final int LENGTH_AT = 1;

    private static final long FIRST = 1;
    private static final long TABLES = 0;
    private static final long ROOT = 1;
    private static final long INTENTS = 2;
    private static final long MOVED_FILES = 3;
    /** Tables with lower sequences are known without being made. */
    public static final long FIRST_MADE = 16;

    /** The table of tables of a shard: known without being written anywhere. */
    public static TableFacts tableOfTables(ShardId shard) {
        return system(shard, TABLES);
    }

    /** The table of a shard that says in which procedures it takes part: known without being written anywhere. */
    public static TableFacts intents(ShardId shard) {
        return system(shard, INTENTS);
    }

    /** The table of a shard that says which files went from their names there: known without being written anywhere. */
    public static TableFacts movedFiles(ShardId shard) {
        return system(shard, MOVED_FILES);
    }

    private static TableFacts system(ShardId shard, long sequence) {
        TableId id = TableId.of(shard, sequence);
        TablePointer pointer = new TablePointer(id, shard, 0, 0);
        return new TableFacts(
                pointer, 0, SpreadPolicy.NEVER, noParent(pointer), new Generation(0), Policy.SMALL, 0, NONE);
    }

    private static TableParent noParent(TablePointer pointer) {
        return new TableParent(pointer.table(), pointer.base(), Optional.empty(), 0);
    }

    /** Whether this table is the engine's own: nobody else reads or writes it. */
    public static boolean isSystem(TableId id) {
        return id.sequence() < FIRST_MADE && id.sequence() != ROOT;
    }

    public static boolean isTableOfTables(TableId id) {
        return id.sequence() == TABLES;
    }

    public static boolean isIntents(TableId id) {
        return id.sequence() == INTENTS;
    }

    /** Whether a system table is always in memory. */
    public static boolean isResident(TableId id) {
        return isTableOfTables(id) || isIntents(id);
    }

    /** The table of the path {@code /}: there from the start, and written only when it is changed. */
    public static TableFacts root(long hashSeed) {
        ShardId shard = new ShardId(0);
        TablePointer pointer = new TablePointer(TableId.of(shard, ROOT), shard, 0, hashSeed);
        return new TableFacts(
                pointer, 0, SpreadPolicy.DYNAMIC, noParent(pointer), new Generation(FIRST), Policy.DYNAMIC, 0, NONE);
    }

    /** A table that is made now. */
    public static TableFacts born(TablePointer pointer, SpreadPolicy spreadPolicy, TableParent parent, Policy policy) {
        return new TableFacts(pointer, pointer.spread(), spreadPolicy, parent, new Generation(FIRST), policy, 0, NONE);
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
        boolean hadIndexes = indexes.nextId() > 0;
        out.u8(hadIndexes ? WITH_INDEXES : WITHOUT_INDEXES);
        out.varint(generation.value()).u8(policy.number());
        out.varint(pointer.base().value())
                .u8(pointer.spread())
                .u8(pointer.placing().number())
                .u8(settledSpread)
                .u8(spreadPolicy.number());
        out.u64(pointer.hashSeed());
        parent.encode(out);
        out.u48(mtimeSetMillis);
        if (hadIndexes) {
            indexes.encode(out);
        }
        return Inline.ofFacts(out.toBytes());
    }

    /** Whether a row of the table of tables, which begins there, is of a table that ever had indexes: costs little. */
    public static boolean mayHaveIndexes(byte[] bytes, int rowAt) {
        int at = RowLayout.inlineAt(bytes, rowAt);
        int lengthBytes = RowLayout.inlineLength(bytes, rowAt) > LENGTH_AT && bytes[at + LENGTH_AT] >= 0 ? 1 : 2;
        int versionAt = LENGTH_AT + lengthBytes;
        return RowLayout.inlineLength(bytes, rowAt) > versionAt && bytes[at + versionAt] == WITH_INDEXES;
    }

    /** Whether it is the root: all others have their row in another table. */
    public boolean isRoot() {
        return parent.name().isEmpty();
    }

    public TableFacts with(TableParent other) {
        return new TableFacts(pointer, settledSpread, spreadPolicy, other, generation, policy, mtimeSetMillis, indexes);
    }

    public TableFacts withMtimeSet(long millis) {
        return new TableFacts(pointer, settledSpread, spreadPolicy, parent, generation, policy, millis, indexes);
    }

    /**
     * The table's mtime.
     *
     * @param rowMillis as its row has it
     * @param namesMillis when a name of it changed last, as far as is known
     */
    public long mtimeMillis(long rowMillis, long namesMillis) {
        return namesMillis > mtimeSetMillis ? Math.max(rowMillis, namesMillis) : rowMillis;
    }

    public TableFacts with(Policy other) {
        return new TableFacts(pointer, settledSpread, spreadPolicy, parent, generation, other, mtimeSetMillis, indexes);
    }

    public TableFacts with(SpreadPolicy other) {
        return new TableFacts(pointer, settledSpread, other, parent, generation, policy, mtimeSetMillis, indexes);
    }

    public TableFacts with(IndexedFields others) {
        return new TableFacts(pointer, settledSpread, spreadPolicy, parent, generation, policy, mtimeSetMillis, others);
    }

    /** With slices that lie by the spread it had, and shall go to where they belong by this one; a spread is never lowered. */
    public TableFacts raisedTo(int spread) {
        TablePointer wider = pointer.withSpread(Math.max(spread, pointer.spread()));
        return new TableFacts(wider, settledSpread, spreadPolicy, parent, generation, policy, mtimeSetMillis, indexes);
    }

    /** With all slices where they belong. */
    public TableFacts settled() {
        return new TableFacts(
                pointer, pointer.spread(), spreadPolicy, parent, generation, policy, mtimeSetMillis, indexes);
    }

    /** Whether slices of it may be on their way to where they belong by a spread that was raised. */
    public boolean isDistributing() {
        return settledSpread < pointer.spread();
    }

    /** The facts that a row of the table of tables holds. */
    public static TableFacts ofRow(TableId id, Row row) {
        String where = "row of " + id;
        Inline inline = Inline.decode(new ByteReader(where, row.inline()));
        byte[] facts = inline.facts()
                .orElseThrow(
                        () -> new ByteReader(where, row.inline()).refuse("table facts", "an inline entry", "none"));
        ByteReader in = new ByteReader(where, facts);
        long version =
                in.inRange("version of table facts", in.u8("version of table facts"), WITHOUT_INDEXES, WITH_INDEXES);
        Generation generation = new Generation(in.varint("generation", 0, Long.MAX_VALUE));
        Policy policy = Policy.decode(in);
        ShardId base = new ShardId((int) in.varint("base shard", 0, Limits.SHARDS_MAX - 1));
        int spread = (int) in.inRange("spread", in.u8("spread"), 0, Limits.SLICE_DEPTH_MAX);
        Placing placing = Placing.decode(in);
        int settled = (int) in.inRange("settled spread", in.u8("settled spread"), 0, spread);
        SpreadPolicy spreadPolicy = SpreadPolicy.decode(in);
        long hashSeed = in.u64("hash seed");
        TableParent parent = TableParent.decode(in);
        long mtimeSet = in.u48("time when the mtime was set");
        IndexedFields indexes = version == WITH_INDEXES ? IndexedFields.decode(in) : NONE;
        in.expectEnd("table facts");
        TablePointer pointer = new TablePointer(id, base, spread, placing, hashSeed);
        return new TableFacts(pointer, settled, spreadPolicy, parent, generation, policy, mtimeSet, indexes);
    }
}
