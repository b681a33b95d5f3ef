package io.pfs.server.cell;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.cell.CellKey;
import io.pfs.cell.CellLabel;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import io.pfs.server.cell.CellGather.Source;
import io.pfs.server.change.Change.CellsMoved;
import io.pfs.server.change.Change.Move;
import io.pfs.server.column.IndirectCells;
import io.pfs.server.gc.CellTally;
import io.pfs.server.state.CellWindow;
import io.pfs.server.state.CellWindow.Waiting;
import io.pfs.table.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A row as it is while cells of it are copied, and what must still be true of it when the copies are journaled. */
public final class RowCopy {
    private final RowCells row;
    private final byte[] before;
    private final long nameHash;
    private final IndirectCells indirect;
    private final boolean movesIndirect;
    private final List<Waiting> direct = new ArrayList<>();
    private Optional<CellLocation> lostDirect = Optional.empty();
    private final List<Waiting> further = new ArrayList<>();
    /** In what is written of them they are lost wherever the row goes. */
    private final Map<ColumnId, CellLocation> lostFurther = new HashMap<>();

    /** Of the copies, by the place in the journal. */
    private final Map<Long, CellLocation> places = new HashMap<>();

    private Optional<CellLocation> indirectPlace = Optional.empty();

    /** The cells of one row that stand in the journal alone. */
    public record RowCells(TableId table, RowName name, FileId fileId, List<Waiting> cells) {
        private record Named(TableId table, RowName name, FileId fileId) {}

        /**
         * One a row. Of a file that was renamed, cells that it had replaced before still bear the old name, where it is not: they are no
         * part of it, and what is done with them must not be done with its own.
         */
        public static List<RowCells> of(Iterable<Waiting> cells) {
            Map<Named, RowCells> rows = new LinkedHashMap<>();
            for (Waiting cell : cells) {
                Named named = new Named(cell.table(), cell.name(), cell.fileId());
                rows.computeIfAbsent(named, row -> new RowCells(row.table, row.name, row.fileId, new ArrayList<>()))
                        .cells
                        .add(cell);
            }
            return List.copyOf(rows.values());
        }

        public long bytes() {
            long bytes = 0;
            for (Waiting cell : cells) {
                bytes += cell.cell().bytes().length;
            }
            return bytes;
        }

        List<Long> places() {
            return cells.stream().map(Waiting::place).toList();
        }
    }

    /**
     * Takes all that the row points to in the window: also what came after the row's cells were collected, since the
     * indirect record is copied only together with all that it leads to.
     */
    public RowCopy(RowCells row, Source source, long nameHash, IndirectCells indirect, CellWindow window) {
        this.row = row;
        this.before = source.row();
        this.nameHash = nameHash;
        this.indirect = indirect;
        this.movesIndirect = movesIndirect(source, window);
        for (int slot = 0; slot < RowLayout.CELL_SLOTS; slot++) {
            boolean isRecord = slot == RowLayout.INDIRECT_SLOT;
            source.slot(slot).ifPresent(place -> takeDirect(place, isRecord, window));
        }
        indirect.forEach((column, place) -> takeFurther(column, place, window));
    }

    private void takeDirect(CellLocation place, boolean isRecord, CellWindow window) {
        Optional<Waiting> waiting = window.find(place);
        if (waiting.isPresent() && !isRecord) {
            direct.add(waiting.get());
        } else if (waiting.isEmpty() && place.isInJournal()) {
            lostDirect = Optional.of(place);
        }
    }

    private void takeFurther(ColumnId column, CellLocation place, CellWindow window) {
        Optional<Waiting> waiting = window.find(place);
        waiting.ifPresent(further::add);
        if (waiting.isEmpty() && place.isInJournal()) {
            lostFurther.put(column, CellLocation.lost(place.length()));
        }
    }

    /** Why the row can't leave its shard, if so: in another one what it points to could be anything. */
    public Optional<PfsException> whyItStays() {
        return lostDirect.map(CellWindow::lost);
    }

    public RowCells row() {
        return row;
    }

    /** Whether the row points to anything that stands in the journal. */
    public boolean isNeeded() {
        return !direct.isEmpty() || movesIndirect();
    }

    /** Whether a row's indirect record must be read, and written anew: in a segment it leads to segments alone, and one that is lost is nowhere. */
    public static boolean movesIndirect(Source row, CellWindow window) {
        return row.slot(RowLayout.INDIRECT_SLOT).flatMap(window::find).isPresent();
    }

    public boolean movesIndirect() {
        return movesIndirect;
    }

    /** The cells that are copied. */
    public List<Waiting> cells() {
        List<Waiting> cells = new ArrayList<>(direct);
        cells.addAll(further);
        return cells;
    }

    public CellIngest.Cell toWrite(Waiting cell) {
        return new CellIngest.Cell(
                label(cell.column(), cell.version()),
                cell.cell().bytes(),
                cell.cell().compressed());
    }

    public void placed(Waiting cell, CellLocation place) {
        places.put(cell.place(), place);
    }

    /** The indirect record that leads to the copies. */
    public CellIngest.Cell indirectToWrite() {
        Map<ColumnId, Optional<CellLocation>> moved = new HashMap<>();
        lostFurther.forEach((column, lost) -> moved.put(column, Optional.of(lost)));
        further.forEach(cell -> moved.put(cell.column(), Optional.of(placeOf(cell))));
        long version = RowLayout.u48(before, RowLayout.VERSION);
        return new CellIngest.Cell(
                label(Schema.INDIRECT, version), indirect.with(moved).bytes(), false);
    }

    public void indirectPlaced(CellLocation place) {
        indirectPlace = Optional.of(place);
    }

    /** What is journaled once all copies are durable. */
    public CellsMoved moved() {
        List<Move> moves = new ArrayList<>();
        for (Waiting cell : direct) {
            moves.add(new Move(cell.column().value(), cell.location(), placeOf(cell)));
        }
        indirectPlace.ifPresent(to -> moves.add(
                new Move(RowLayout.INDIRECT_SLOT, slot(RowLayout.INDIRECT_SLOT).orElseThrow(), to)));
        return new CellsMoved(row.table(), row.name(), row.fileId(), moves, placesInJournal());
    }

    /** Where what is moved stands so far. */
    private List<Long> placesInJournal() {
        List<Long> places = new ArrayList<>();
        cells().forEach(cell -> places.add(cell.place()));
        slot(RowLayout.INDIRECT_SLOT).filter(record -> movesIndirect).ifPresent(record -> places.add(record.offset()));
        return places;
    }

    /** Cells of the row that nobody points to any more, nor ever will: newer ones took their place. */
    public List<Long> placesOutdated() {
        List<Long> outdated = new ArrayList<>(row.places());
        outdated.removeAll(new HashSet<>(placesInJournal()));
        return outdated;
    }

    /** What segments gain and lose by it. */
    public CellTally tally() {
        CellTally tally = new CellTally();
        cells().forEach(cell -> tally.add(placeOf(cell)));
        indirectPlace.ifPresent(to -> tally.replace(slot(RowLayout.INDIRECT_SLOT), Optional.of(to)));
        return tally;
    }

    private CellLocation placeOf(Waiting cell) {
        return Check.present(places.get(cell.place()), "a cell that was copied has its place");
    }

    private Optional<CellLocation> slot(int slot) {
        return RowLayout.cell(before, 0, slot);
    }

    private CellLabel label(ColumnId column, long version) {
        return new CellLabel(row.table(), nameHash, new CellKey(row.fileId(), column), version);
    }
}
