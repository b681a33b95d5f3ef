package io.pfs.server.state;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.CellKept;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.column.IndirectCells;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The cells of a shard whose bytes stand in the journal and nowhere else yet, by their place there. They are in memory
 * until a checkpoint has copied them, and the journal is kept until then.
 */
public final class CellWindow {
    private final TreeMap<Long, Waiting> cells = new TreeMap<>();
    private final CellBacklog backlog;

    /** A cell and the row it was written to. */
    public record Waiting(long place, TableId table, RowName name, FileId fileId, long version, CellKept cell) {
        public ColumnId column() {
            return cell.column();
        }

        public CellLocation location() {
            return new CellLocation(CellLocation.IN_JOURNAL, place, cell.bytes().length);
        }
    }

    CellWindow(CellBacklog backlog) {
        this.backlog = backlog;
    }

    void add(Waiting waiting) {
        if (cells.put(waiting.place(), waiting) == null) {
            backlog.add(waiting.cell().bytes().length);
        }
    }

    /** The bytes of a cell that a row of this shard points to. */
    public byte[] bytesOf(CellLocation location) {
        Check.that(location.isInJournal(), "only what is in the journal is looked for among its cells");
        return find(location).orElseThrow(() -> lost(location)).cell().bytes();
    }

    /** A row points to a cell that is not there: the journal has lost its record. */
    public static PfsException lost(CellLocation location) {
        long record = location.offset() / Change.CELLS_KEPT_MAX;
        String which = record == 0 ? "a record of the shard where it was" : "record " + record + " of its shard";
        return new PfsException(
                ErrorCode.CORRUPT,
                "a row points to a cell of " + location.size() + " bytes that is lost, with " + which
                        + " in the journal");
    }

    /** The same for whoever asked for them: what is here must stay as it is. */
    public byte[] copyOf(CellLocation location) {
        return bytesOf(location).clone();
    }

    /** The cell that stands in this place; empty if it stands in a segment, or is there no more. */
    public Optional<Waiting> find(CellLocation location) {
        return location.isInJournal() ? Optional.ofNullable(cells.get(location.offset())) : Optional.empty();
    }

    /** Cells that this row points to are its own, whatever its name was when they were written. */
    void follow(RowPut put) {
        byte[] row = put.row();
        for (int slot = 0; slot < RowLayout.CELL_SLOTS; slot++) {
            Optional<Waiting> waiting = RowLayout.cell(row, 0, slot).flatMap(this::find);
            waiting.ifPresent(cell -> follow(cell, put));
            if (slot == RowLayout.INDIRECT_SLOT) {
                // one that stands in a segment leads to segments alone
                waiting.ifPresent(record -> followIndirect(record, put));
            }
        }
    }

    private void followIndirect(Waiting record, RowPut put) {
        IndirectCells.decode(new ByteReader("indirect record", record.cell().bytes()))
                .forEach((column, place) -> find(place).ifPresent(cell -> follow(cell, put)));
    }

    private void follow(Waiting cell, RowPut put) {
        cells.put(
                cell.place(),
                new Waiting(cell.place(), put.table(), put.name(), cell.fileId(), cell.version(), cell.cell()));
    }

    /** Lets go of cells that nobody points to, unless they followed their row to another name meanwhile. */
    public void releaseUnlessFollowed(Collection<Waiting> unneeded) {
        release(unneeded.stream()
                .filter(cell -> cell.equals(cells.get(cell.place())))
                .map(Waiting::place)
                .toList());
    }

    public void release(Collection<Long> places) {
        for (long place : places) {
            Waiting gone = cells.remove(place);
            if (gone != null) {
                backlog.release(gone.cell().bytes().length);
            }
        }
    }

    /** Those that are there now, in the order of the journal. */
    public List<Waiting> all() {
        return List.copyOf(cells.values());
    }

    /** The first record from there on whose cells are still here. */
    OptionalLong oldestSequence(long from) {
        @Nullable Long first = cells.ceilingKey(from * Change.CELLS_KEPT_MAX);
        return first == null ? OptionalLong.empty() : OptionalLong.of(first / Change.CELLS_KEPT_MAX);
    }

    public int count() {
        return cells.size();
    }
}
