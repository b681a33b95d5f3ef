package io.pfs.server.state;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.hash.NameHash;
import io.pfs.row.Row;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.permission.Rights;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.slice.Slice;
import io.pfs.server.table.TableFacts;
import io.pfs.wire.Asker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The tables of a shard. Which there are, the shard's table of tables says; it is always in memory. */
public final class Tables {
    /** The root is there before anybody made it, and is this process's user's. */
    private static final int ROOT_MODE = 0755;

    private final GroupContext context;
    private final TableFacts root;
    private final TableState tableOfTables;
    private final TableRows rows;
    private final TableState intentTable;
    private final Intents intents = new Intents();
    private final KnownSchemas schemas = new KnownSchemas();
    private final StoredSlices stored;
    private final SliceMemory memory;
    private final TreeMap<TableId, TableState> opened = new TreeMap<>();
    private final ShardId here;
    /** The table that was found last is most often the next one, too. */
    private @Nullable TableState foundLast;

    /** Not all is known yet of slices that were given away. */
    private boolean replaying;

    private boolean hasParts;
    /** Records of this shard are lost: one may speak of a table that nobody knows. */
    private boolean isLacking;

    private long unknown;

    /**
     * The tables of this shard.
     *
     * @param stored what of them is on storage, from when this shard was recovered
     */
    public Tables(ShardId shard, GroupContext context, StoredSlices stored, SliceMemory memory) {
        this.context = context;
        this.here = shard;
        this.root = TableFacts.root(context.rootSeed());
        this.stored = stored;
        this.memory = memory;
        tableOfTables = open(TableFacts.tableOfTables(shard));
        rows = new TableRows(tableOfTables);
        intentTable = open(TableFacts.intents(shard));
    }

    /** Loads what is always in memory, before anything is replayed. */
    public void load(SliceLoader loader) {
        replaying = true;
        tableOfTables.forEachSlice(loader::loadNow);
        intentTable.forEachSlice(loader::loadNow);
    }

    /** Until all is replayed a change may be of a table, or a slice, of which nothing is known. */
    void lackSome() {
        isLacking = true;
    }

    /** How many changes were of a table of which nothing is known. */
    public long unknown() {
        return unknown;
    }

    boolean isLacking() {
        return isLacking;
    }

    /** The parts that this shard has in procedures. */
    public Intents intents() {
        return intents;
    }

    /** Where these are written. */
    public TableId intentTable() {
        return intentTable.facts().id();
    }

    /** Where it is written to which names files went from here. */
    public TableId movedFiles() {
        return TableFacts.movedFiles(shard()).id();
    }

    /** Whether there may be tables here that have their homes elsewhere. */
    public boolean hasParts() {
        return hasParts;
    }

    ShardId shard() {
        return here;
    }

    /** How many tables there are in this shard, whole or in part. */
    public int count() {
        return rows.count();
    }

    public TableState tableOfTables() {
        return tableOfTables;
    }

    /** What its rows say. */
    public TableRows rows() {
        return rows;
    }

    /** A table for those who ask from outside: one that was cut off is gone for them. */
    public TableState serving(TableId id) {
        requireNotReaped(id);
        return find(id);
    }

    public void requireNotReaped(TableId id) {
        if (intents.isReaped(id)) {
            throw new PfsException(ErrorCode.NOT_FOUND, id + " was removed");
        }
    }

    /**
     * The table of a change that is applied with this sequence; none if it is gone since, as the table of tables on
     * storage says, which may be newer than the place where replay begins.
     */
    public Optional<TableState> ofChange(TableId id, long sequence) {
        TableState last = foundLast;
        if (last != null && last.facts().id().equals(id)) {
            return Optional.of(last);
        }
        boolean isKnown = opened.containsKey(id) || id.equals(movedFiles());
        if (!isKnown && rowOf(id).isEmpty() && (isLacking || isNewer(id, sequence))) {
            unknown += isNewer(id, sequence) ? 0 : 1;
            return Optional.empty();
        }
        return Optional.of(find(id));
    }

    private boolean isNewer(TableId id, long sequence) {
        return tableOfTables.sliceOf(rows.nameOf(id).hash()).place().sequence() >= sequence;
    }

    /** The table of this id, which must exist. */
    public TableState find(TableId id) {
        TableState last = foundLast;
        if (last != null && last.facts().id().equals(id)) {
            return last;
        }
        TableState known = opened.get(id);
        if (known != null) {
            foundLast = known;
            return known;
        }
        if (id.equals(movedFiles())) {
            return open(TableFacts.movedFiles(shard()));
        }
        Row row = rowOf(id).orElseThrow(() -> new PfsException(ErrorCode.NOT_FOUND, id + " does not exist"));
        TableState table = open(TableFacts.ofRow(id, row));
        table.setRights(new Rights(row.mode(), row.owner(), row.group()));
        return table;
    }

    /** The table of this id, if it is at hand. */
    @Nullable
    public TableState findOpen(TableId id) {
        TableState last = foundLast;
        return last != null && last.facts().id().equals(id) ? last : opened.get(id);
    }

    /** What is known of a table, as it is now. */
    public TableFacts factsOf(TableId id) {
        Row row = rowOf(id).orElseThrow(() -> new PfsException(ErrorCode.NOT_FOUND, id + " does not exist"));
        return TableFacts.ofRow(id, row);
    }

    /** A name of a table, if the table exists. */
    public Optional<HashedName> nameOf(TableId id, RowName name) {
        return hashOf(id).map(hash -> new HashedName(id, hash.of(name)));
    }

    public boolean exists(TableId id) {
        return opened.containsKey(id) || rowOf(id).isPresent();
    }

    /** The name hash of a table, if it exists. */
    public Optional<NameHash> hashOf(TableId id) {
        return exists(id) ? Optional.of(find(id).hash()) : Optional.empty();
    }

    /** Every table that was used so far. */
    public Collection<TableState> opened() {
        return List.copyOf(opened.values());
    }

    /** Forgets a table, but for its row and what is on storage; whoever asks for it opens it again. */
    private void close(TableState table) {
        stored.close(table);
        opened.remove(table.facts().id());
        foundLast = null;
    }

    /** Of a slice that was brought here only to be looked at, if storage has all of it. */
    void letRowsGo(HeldSlice slice) {
        if (!slice.isDirty() && !slice.isBusy() && !slice.isResident()) {
            slice.unload();
            memory.account(slice);
        }
    }

    /** Whether this slice is of a table as it is open now: not of one that is gone. */
    public boolean holds(HeldSlice slice) {
        TableState table = opened.get(slice.key().table());
        int index = slice.key().slice().value();
        return table != null && table.has(index) && table.slice(index) == slice;
    }

    /** Opens every table there is. */
    public void openAll() {
        List<TableId> ids = new ArrayList<>(rows.tables());
        if (isRootHere()) {
            ids.add(root.id());
        }
        ids.add(movedFiles());
        ids.forEach(this::find);
    }

    /** Hears of a row that was put: it may be a table's own. Returns which table's. */
    Optional<TableId> changed(RowPut put) {
        if (put.table().equals(intentTable())) {
            intents.put(put.name(), put.row());
        }
        if (!put.table().equals(tableOfTables.facts().id())) {
            return Optional.empty();
        }
        if (put.name().equals(TableRows.RESERVED_FILE_IDS)) {
            rows.reserved(put.row());
            return Optional.empty();
        }
        TableId changed = TableRows.idOf(put.name());
        TableState open = opened.get(changed);
        if (open != null) {
            // not those of the change: at a recovery the row may be newer
            rows.of(open.facts().id()).ifPresent(row -> {
                open.setRights(Rights.ofRow(row));
                open.note(TableFacts.ofRow(open.facts().id(), Row.decode(put.name(), row)));
            });
        }
        return Optional.of(changed);
    }

    /** Hears of a row that was removed: it may have been a table's own, which is gone then. Returns which table's. */
    Optional<TableId> removed(RowRemoved removed) {
        if (removed.table().equals(intentTable())) {
            intents.remove(removed.name());
        } else if (removed.table().equals(tableOfTables.facts().id())
                && !removed.name().equals(TableRows.RESERVED_FILE_IDS)) {
            TableId gone = TableRows.idOf(removed.name());
            if (rowOf(gone).isEmpty()) {
                Optional<TableState> open = Optional.ofNullable(opened.remove(gone));
                foundLast = null;
                open.ifPresent(this::drop);
                stored.forget(gone, open);
            }
            return Optional.of(gone);
        }
        return Optional.empty();
    }

    private void drop(TableState gone) {
        gone.drop();
        memory.dropped();
    }

    /** Storage may still tell of tables that went before replay begins: they take no space. */
    public void forgetOwnerless() {
        for (TableId id : stored.closedTables()) {
            if (!id.equals(movedFiles()) && rowOf(id).isEmpty()) {
                stored.forget(id, Optional.empty());
            }
        }
    }

    /** The parts in procedures as the table of intents has them, when all is replayed. */
    public void readIntents() {
        intents.clear();
        intentTable.forEachSlice(held -> {
            RowCursor each = held.loaded().rows();
            while (each.next()) {
                RowName name = RowName.of(each.array(), each.nameAt(), each.nameLength());
                intents.put(name, Arrays.copyOfRange(each.array(), each.rowAt(), each.rowAt() + each.rowLength()));
            }
        });
        replaying = false;
        isLacking = false;
        dropGiven();
    }

    /** The row of a table that exists without one. */
    public Optional<Row> unwritten(TableId id) {
        boolean isRoot = isRootHere() && id.equals(root.id());
        Asker self = context.self();
        return isRoot
                ? Optional.of(root.toRow(new FileId(0), ROOT_MODE, self.uid(), self.firstGroup(), 0))
                : Optional.empty();
    }

    private boolean isRootHere() {
        return root.base().equals(tableOfTables.facts().base());
    }

    private TableState open(TableFacts facts) {
        TableState table = new TableState(facts, here, context.shards(), context.limits());
        List<HeldSlice> onStorage = new ArrayList<>(stored.open(table, context.limits()));
        onStorage.removeIf(held -> isGiven(table, held));
        onStorage.forEach(table::add);
        hasParts |= !table.isHome();
        opened.put(facts.id(), table);
        memory.opened(table, onStorage, this::close);
        return table;
    }

    /** Storage may have a slice that was given to another shard since. */
    private boolean isGiven(TableState table, HeldSlice held) {
        boolean isGiven = !replaying && isElsewhere(table, held.key());
        if (isGiven) {
            stored.forget(held);
        }
        return isGiven;
    }

    /** While a table is distributed further: the shard to which the slice of these names went from here, or one of which it was split off. */
    public Optional<ShardId> goneTo(TableState table, long nameHash) {
        boolean mayBeGone =
                table.facts().isDistributing() && table.sliceAt(nameHash).isEmpty();
        TableId id = table.facts().id();
        return mayBeGone
                ? table.splitOff(nameHash)
                        .filter(slice -> !intents.isMoving(new SliceKey(id, slice)))
                        .map(slice -> table.shardOf(slice.value()))
                : Optional.empty();
    }

    /** Whether a slice of a table that exists lives in another shard. */
    public boolean isElsewhere(SliceKey slice) {
        return isElsewhere(find(slice.table()), slice);
    }

    /** Whether a slice belongs into another shard and is not here any more: it has gone for good. */
    private boolean isElsewhere(TableState table, SliceKey slice) {
        int index = slice.slice().value();
        boolean isStillHere = intents.isLeaving(slice) || (table.belongedHere(index) && intents.isToBeGiven(slice));
        return table.isForeign(index) && !isStillHere;
    }

    /** A slice without rows. */
    Slice emptySlice(TableState table, SliceKey key, int depth) {
        return new Slice(key, depth, table.hash(), context.limits());
    }

    /** A slice lives in another shard now. */
    public void gave(TableState table, HeldSlice held) {
        table.remove(held);
        stored.forget(held);
        memory.forget(held);
    }

    /** What came of a slice is worth nothing: it will begin anew. */
    void discard(TableState table, HeldSlice held) {
        table.remove(held);
        stored.emptied(held);
        memory.forget(held);
    }

    /** Slices that are on storage, and that were given away before replay began. */
    private void dropGiven() {
        for (TableState table : opened()) {
            List<HeldSlice> given = new ArrayList<>();
            table.forEachSlice(held -> {
                if (isElsewhere(table, held.key())) {
                    given.add(held);
                }
            });
            given.forEach(held -> gave(table, held));
        }
    }

    /** The slice of a name of a table that is no longer served, as long as it is there. */
    public Optional<HeldSlice> lastHolding(TableId id, RowName name) {
        return going(id).flatMap(table -> table.sliceAt(table.hash().of(name)));
    }

    /** A table that is there, be it for its reaper alone. */
    private Optional<TableState> going(TableId id) {
        return Optional.ofNullable(opened.get(id)).filter(table -> rowOf(id).isPresent());
    }

    /** What a request about a name of a table was answered that is gone, or no longer served. */
    public Optional<byte[]> lastReply(TableId id, RowName name, RequestId request) {
        if (going(id).isPresent()) {
            return lastHolding(id, name).flatMap(held -> held.place().target().findReply(request));
        }
        return tableOfTables.sliceOf(rows.nameOf(id).hash()).place().target().findReply(request);
    }

    /** The row of a table of which these bytes are written, or which is there without them. */
    public Row rowOf(TableId id, Optional<byte[]> written) {
        return written.map(bytes -> Row.decode(new ByteReader("row of " + id, bytes)))
                .or(() -> unwritten(id))
                .orElseThrow(() -> new PfsException(ErrorCode.NOT_FOUND, id + " does not exist"));
    }

    /** The row of a table, written or not. */
    public Optional<byte[]> rowBytes(TableId id) {
        return rowOf(id).map(Row::toBytes);
    }

    private Optional<Row> rowOf(TableId id) {
        return rows.of(id)
                .map(bytes -> Row.decode(new ByteReader("row of " + id, bytes)))
                .or(() -> unwritten(id));
    }

    /** Schemas that were read lately. */
    public KnownSchemas schemas() {
        return schemas;
    }

    /** The column that stands for all that are stored together with this one, as far as that is known. */
    public ColumnId leadOf(TableId table, ColumnId column) {
        return schemas.isEmpty() ? column : schemas.leadOf(table, column, rows.of(table));
    }
}
