package io.pfs.server.access;

import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.row.CellLocation;
import io.pfs.row.Row;
import io.pfs.row.RowLayout;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.slice.SlicePlace.Lookup;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.TableState;
import io.pfs.server.state.Tables;
import io.pfs.server.table.MovedFile;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Where files went whose cells' records in segments bear a name of this shard. Whoever finds such a record, and no row of
 * its file under that name, follows this from shard to shard until it ends at the file's row, or nowhere.
 */
public final class MovedFiles {
    private final ShardState state;
    private final NameAccess access;

    public MovedFiles(ShardState state, NameAccess access) {
        this.state = state;
        this.access = access;
    }

    /** What must be journaled when a file leaves a name of this shard; nothing if it has nothing in segments that are shared. */
    public static Optional<Change> left(
            Tables tables, byte[] row, ShardId shard, TableId table, RowName name, long now) {
        boolean hasRecords = false;
        for (int slot = 0; slot < RowLayout.CELL_SLOTS; slot++) {
            Optional<CellLocation> cell = RowLayout.cell(row, 0, slot);
            // an indirect record in the journal may lead to cells in segments; nobody looks for the row of an object by
            // its name
            hasRecords |= cell.isPresent() && (isRecord(cell.get()) || slot == RowLayout.INDIRECT_SLOT);
        }
        return hasRecords ? Optional.of(entry(tables, row, shard, table, name, now)) : Optional.empty();
    }

    private static boolean isRecord(CellLocation cell) {
        return !cell.isInJournal() && !cell.isObject();
    }

    /** What must be journaled when a file of this shard goes for good: that it went somewhere once, if that is written down here. */
    public static void gone(Tables tables, byte[] row, List<Change> changes) {
        if (RowLayout.cellCount(row, 0) == 0) {
            return;
        }
        TableState table = tables.find(tables.movedFiles());
        RowName name = MovedFile.rowName(new FileId(RowLayout.u64(row, RowLayout.FILE_ID)));
        byte[] bytes = name.sharedBytes();
        long hash = table.hash().of(name);
        Lookup lookup = table.sliceOf(hash).place().lookUp(hash, bytes, 0, bytes.length);
        if (!(lookup instanceof Lookup.Absent)) {
            changes.add(new RowRemoved(table.facts().id(), name));
        }
    }

    private static Change entry(Tables tables, byte[] row, ShardId shard, TableId table, RowName name, long now) {
        FileId fileId = new FileId(RowLayout.u64(row, RowLayout.FILE_ID));
        MovedFile moved = new MovedFile(fileId, shard, table, name);
        return new RowPut(
                tables.movedFiles(), MovedFile.rowName(fileId), moved.toRow(now).toBytes());
    }

    /**
     * What must be journaled when a file comes to a name of this shard: an older entry would lead in a circle. Whether there is one
     * that can't be read nobody knows, but what is journaled now replaces it.
     */
    void arrived(
            byte[] row,
            TableId table,
            RowName name,
            long now,
            Consumer<Optional<Change>> then,
            Consumer<PfsException> failed) {
        Change entry = entry(state.tables(), row, state.shard(), table, name, now);
        find(
                new FileId(RowLayout.u64(row, RowLayout.FILE_ID)),
                known -> then.accept(known.map(old -> entry)),
                failure -> {
                    if (failure.code().isUnreadable()) {
                        then.accept(Optional.of(entry));
                    } else {
                        failed.accept(failure);
                    }
                });
    }

    /** Where a file went from here, if it did. */
    public void find(FileId fileId, Consumer<Optional<MovedFile>> then, Consumer<PfsException> failed) {
        access.reach(
                state.tables().movedFiles(),
                MovedFile.rowName(fileId),
                reached -> then.accept(reached.row()
                        .map(bytes -> MovedFile.ofRow(Row.decode(new ByteReader("moved " + fileId, bytes))))),
                failed);
    }
}
