package io.pfs.server.state;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.Position;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.CellKept;
import io.pfs.server.change.Change.CellsMoved;
import io.pfs.server.change.Change.CellsWaiting;
import io.pfs.server.change.Change.CheckpointDone;
import io.pfs.server.change.Change.NamesChanged;
import io.pfs.server.change.Change.ReplyKept;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.change.Change.SliceAdopted;
import io.pfs.server.change.Change.SliceGiven;
import io.pfs.server.change.Change.SliceSplit;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.slice.SliceApply;
import io.pfs.server.slice.SlicePlace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What the durable part of the journal amounts to. {@link #apply} is the one way it changes: live, and at recovery.
 */
public final class ShardState {
    /** Of fewer rows memory brings what they need one by one soon enough. */
    private static final int TOUCHED_MIN = 8;

    private static final long[] NO_HASHES = {};

    private final ShardId shard;
    private final Tables tables;
    private final SliceLoader loader;
    private final CellWindow window;
    private final StoredSlices stored;
    private final SliceChanges slices;
    private RowFollower follower = RowFollower.NOBODY;
    private long applied;
    private long checkpointAt;
    private long checkpointNumber;
    private CheckpointDone lastCheckpoint = NO_CHECKPOINT;
    private CheckpointDone checkpointBefore = NO_CHECKPOINT;
    /** What was journaled before has its cells in segments. */
    private long cellsFrom;
    /** From where on the last checkpoint says that the journal alone has cells. */
    private long saidCellsFrom = Long.MAX_VALUE;

    /** Before the first checkpoint, replay begins with the first record. */
    public static final CheckpointDone NO_CHECKPOINT = new CheckpointDone(0, 1, List.of());

    public ShardState(
            GroupContext context, ShardId shard, SliceLoader loader, SliceMemory memory, StoredSlices stored) {
        this.shard = shard;
        this.loader = loader;
        this.stored = stored;
        this.window = new CellWindow(memory.cells());
        this.tables = new Tables(shard, context, stored, memory);
        this.slices = new SliceChanges(tables, loader);
    }

    /** A shard in which nothing has happened. */
    public static ShardState empty(GroupContext context, ShardId shard, SliceLoader loader, SliceMemory memory) {
        return new ShardState(context, shard, loader, memory, StoredSlices.none());
    }

    public ShardId shard() {
        return shard;
    }

    public Tables tables() {
        return tables;
    }

    /** The cells that stand in the journal alone. */
    public CellWindow window() {
        return window;
    }

    /** What of its closed tables is on storage. */
    public StoredSlices stored() {
        return stored;
    }

    /** Sequence of the newest change in it. */
    public long applied() {
        return applied;
    }

    public CheckpointDone lastCheckpoint() {
        return lastCheckpoint;
    }

    /** Those whose records the journal keeps, and whose files stay. */
    public List<CheckpointDone> keptCheckpoints() {
        return List.of(checkpointBefore, lastCheckpoint);
    }

    /**
     * The journal is kept from here on: one checkpoint further back than recovery reads, for whoever has to look, and as
     * long as it alone holds a cell, or is said to.
     */
    public long firstNeededSequence() {
        long cells = Math.min(saidCellsFrom, window.oldestSequence(0).orElse(Long.MAX_VALUE));
        return Math.min(checkpointBefore.replayFrom(), cells);
    }

    /** A checkpoint, and from where on the journal has cells that nothing else has, if it is not replayed from there. */
    public List<Change> withCellsWaiting(CheckpointDone done) {
        long oldest = window.oldestSequence(cellsFrom).orElse(Long.MAX_VALUE);
        return oldest < done.replayFrom() ? List.of(done, new CellsWaiting(oldest)) : List.of(done);
    }

    /**
     * Begins at a checkpoint: what came before is in images and deltas.
     *
     * @param before the one before it, which the journal is kept from
     * @param neededFrom what came before had copied its cells, though the journal has them still
     * @param highestNumber of any checkpoint that left a trace, ended or not
     */
    public void startAt(CheckpointDone checkpoint, CheckpointDone before, long neededFrom, long highestNumber) {
        applied = checkpoint.replayFrom() - 1;
        lastCheckpoint = checkpoint;
        checkpointBefore = before;
        cellsFrom = neededFrom;
        saidCellsFrom = neededFrom;
        checkpointNumber = highestNumber;
    }

    /** A number that no checkpoint of this shard has borne. */
    public long nextCheckpointNumber() {
        checkpointNumber++;
        return checkpointNumber;
    }

    /** Whether anything but a checkpoint was journaled since the last one. */
    public boolean hasNewsSinceCheckpoint() {
        return applied > checkpointAt;
    }

    /** What came up to here, and was not applied, is given up. */
    public void passOver(long sequence) {
        applied = sequence;
        tables.lackSome();
    }

    /** All is replayed that is left: the record of a split may be lost of which storage has one half. Returns the slices that it touched. */
    public List<HeldSlice> divideAsStored() {
        List<HeldSlice> touched = new ArrayList<>();
        tables.openAll();
        tables.opened().forEach(table -> slices.divideAsStored(table, applied, touched));
        return touched;
    }

    /** Applies one record, which must be the next; returns the slices whose rows it touched. */
    public List<HeldSlice> apply(long sequence, List<Change> changes) {
        Check.that(sequence == applied + 1, "records are applied one after the other", sequence);
        List<HeldSlice> touched = new ArrayList<>(2);
        keepCells(sequence, changes);
        long[] hashes = touch(changes);
        for (int i = 0; i < changes.size(); i++) {
            Change change = changes.get(i);
            if (change instanceof RowPut put) {
                put(put, hashes.length == 0 ? 0 : hashes[i], sequence, touched);
            } else if (change instanceof RowRemoved removed) {
                remove(removed, sequence, touched);
            } else if (change instanceof ReplyKept kept) {
                tables.ofChange(kept.table(), sequence)
                        .ifPresent(table -> applyTo(table, kept.nameHash(), kept, sequence, touched));
            } else if (change instanceof NamesChanged changed) {
                tables.ofChange(changed.table(), sequence).ifPresent(table -> table.namesChanged(changed.wallMillis()));
            } else if (change instanceof CellsMoved moved) {
                move(moved, sequence, touched);
            } else if (change instanceof SliceSplit split) {
                slices.split(split, sequence, touched);
            } else if (change instanceof SliceAdopted adopted) {
                slices.adopt(adopted, sequence, touched, follower);
            } else if (change instanceof SliceGiven given) {
                slices.give(given, sequence, touched, follower);
            } else if (change instanceof CheckpointDone done) {
                note(done, sequence);
            } else if (change instanceof CellsWaiting waiting) {
                saidCellsFrom = waiting.fromSequence();
            }
        }
        for (HeldSlice slice : touched) {
            slice.changed(sequence);
        }
        applied = sequence;
        follower.applied(sequence);
        return touched;
    }

    /**
     * What was in the processor's memory when many rows were decided may have left it since. Returns the hashes of those names, by
     * the changes that they are in; 0 where it is not known, nothing if the record has few rows.
     */
    private long[] touch(List<Change> changes) {
        if (changes.size() < TOUCHED_MIN || !(changes.get(0) instanceof RowPut first)) {
            return NO_HASHES;
        }
        TableState table = tables.findOpen(first.table());
        if (table == null) {
            return NO_HASHES;
        }
        long[] hashes = new long[changes.size()];
        for (int i = 0; i < hashes.length; i++) {
            if (changes.get(i) instanceof RowPut put && put.table().equals(first.table())) {
                hashes[i] = table.hash().of(put.name());
            }
        }
        table.touch(hashes, hashes.length);
        return hashes;
    }

    /** @param knownHash of the name, or 0 */
    private void put(RowPut put, long knownHash, long sequence, List<HeldSlice> touched) {
        Optional<TableState> there = tables.ofChange(put.table(), sequence);
        if (there.isPresent()) {
            TableState table = there.get();
            long nameHash = knownHash == 0 ? table.hash().of(put.name()) : knownHash;
            applyTo(table, nameHash, put, sequence, touched);
            noteBirth(table, put);
            if (table.hasIndexes()) {
                follower.put(table, nameHash, put);
            }
        }
        tables.changed(put).ifPresent(follower::tableChanged);
    }

    private void remove(RowRemoved removed, long sequence, List<HeldSlice> touched) {
        tables.ofChange(removed.table(), sequence).ifPresent(table -> {
            long nameHash = table.hash().of(removed.name());
            applyTo(table, nameHash, removed, sequence, touched);
            if (table.hasIndexes()) {
                follower.removed(table, nameHash, removed);
            }
        });
        tables.removed(removed).ifPresent(follower::tableChanged);
    }

    /** Says exactly which record it was that could not be applied. What it changed before that, it changed. */
    public PfsException notApplied(Position position, RuntimeException cause) {
        ErrorCode code = cause instanceof PfsException known ? known.code() : ErrorCode.INVARIANT_BROKEN;
        String why = "record " + position + " of " + shard + " is durable and can't be applied: " + cause.getMessage();
        return new PfsException(code, why, cause);
    }

    /** Has somebody hear of what is applied from now on. */
    public void follow(RowFollower other) {
        follower = other;
    }

    /**
     * Takes in the cells that came with a record. At a recovery also with those that need not be applied any more: rows
     * in an image may point to them.
     */
    public void keepCells(long sequence, List<Change> changes) {
        RowPut put = null;
        int nth = 0;
        boolean mayRename = false;
        for (Change change : changes) {
            if (change instanceof RowPut row) {
                put = row;
                if (mayRename) {
                    window.follow(row);
                }
            } else if (change instanceof RowRemoved) {
                mayRename = true; // a row that comes after this may be the same, under another name
            } else if (change instanceof CellKept cell) {
                RowPut row = Check.present(put, "a cell follows the row that it belongs to");
                CellLocation place = Change.placeInJournal(sequence, nth, cell.bytes().length);
                FileId fileId = new FileId(RowLayout.u64(row.row(), RowLayout.FILE_ID));
                long version = RowLayout.u48(row.row(), RowLayout.VERSION);
                window.add(new CellWindow.Waiting(place.offset(), row.table(), row.name(), fileId, version, cell));
                nth++;
            }
        }
    }

    /** Only the row itself knows whether the move still holds, so it must be at hand. */
    private void move(CellsMoved moved, long sequence, List<HeldSlice> touched) {
        Optional<TableState> there = tables.ofChange(moved.table(), sequence);
        if (there.isEmpty()) {
            return;
        }
        TableState table = there.get();
        long nameHash = table.hash().of(moved.name());
        Optional<HeldSlice> held = table.sliceAt(nameHash);
        if (held.isEmpty()) {
            return;
        }
        HeldSlice slice = held.get();
        if (sequence < slice.place().sequence()) {
            return; // it has it already, and may be on storage that is not there any more
        }
        byte[] name = moved.name().sharedBytes();
        if (!slice.isLoaded()
                && slice.place().lookUp(nameHash, name, 0, name.length) instanceof SlicePlace.Lookup.MustLoad) {
            if (!slice.loadForMove(loader, moved, nameHash, sequence)) {
                return;
            }
        }
        if (SliceApply.apply(slice.place(), moved, nameHash, sequence)) {
            touched.add(slice);
            if (SliceApply.isMoved(slice.place(), moved, nameHash)) {
                window.release(moved.released());
            }
        }
    }

    /** At a recovery the last checkpoint is known before its record is met. */
    private void note(CheckpointDone done, long sequence) {
        if (done.number() != lastCheckpoint.number()) {
            checkpointBefore = lastCheckpoint;
            lastCheckpoint = done;
            saidCellsFrom = Long.MAX_VALUE;
        }
        checkpointAt = sequence;
    }

    private static void noteBirth(TableState table, RowPut put) {
        if (RowLayout.u48(put.row(), RowLayout.VERSION) == 1) {
            table.namesChanged(RowLayout.u48(put.row(), RowLayout.CTIME));
        }
    }

    /** At a recovery the slice may be gone already, since it was given to another shard later. */
    private static void applyTo(
            TableState table, long nameHash, Change change, long sequence, List<HeldSlice> touched) {
        Optional<HeldSlice> there = table.sliceAt(nameHash);
        if (there.isPresent()) {
            HeldSlice slice = there.get();
            SliceApply.apply(slice.place(), change, nameHash, sequence);
            touched.add(slice);
        }
    }

    /** Whether a slice is here, with all of its rows. */
    public boolean hasWhole(SliceKey key) {
        return tables.exists(key.table())
                && tables.find(key.table()).has(key.slice().value())
                && !tables.intents().isArriving(key);
    }

    public void visit(RowVisitor visitor) {
        tables.openAll();
        for (TableState table : tables.opened()) {
            table.forEachSlice(slice -> {
                if (tables.intents().isArriving(slice.key())) {
                    return; // its rows are where it comes from
                }
                boolean wasLoaded = slice.isLoaded();
                if (!wasLoaded) {
                    loader.loadNow(slice);
                }
                RowCursor rows = slice.loaded().rows();
                while (rows.next()) {
                    Check.that(table.sliceOf(rows.hash()) == slice, "a row is in the slice that its hash leads to");
                    RowName name = RowName.of(rows.array(), rows.nameAt(), rows.nameLength());
                    int at = rows.rowAt();
                    visitor.row(table.facts().id(), name, Arrays.copyOfRange(rows.array(), at, at + rows.rowLength()));
                }
                if (!wasLoaded) {
                    tables.letRowsGo(slice);
                }
            });
        }
    }

    /** Sees each row of a shard. */
    @FunctionalInterface
    public interface RowVisitor {
        void row(TableId table, RowName name, byte[] row);
    }
}
