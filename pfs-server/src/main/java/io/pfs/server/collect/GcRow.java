package io.pfs.server.collect;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.FileId;
import io.pfs.TableId;
import io.pfs.cell.CellKey;
import io.pfs.cell.CellLabel;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import io.pfs.server.access.NameAccess.Reached;
import io.pfs.server.cell.CellIngest;
import io.pfs.server.cell.RowPlan;
import io.pfs.server.change.Change.CellsMoved;
import io.pfs.server.change.Change.Move;
import io.pfs.server.column.IndirectCells;
import io.pfs.server.gc.CellTally;
import io.pfs.server.gc.ScannedCell;
import io.pfs.server.state.CellWindow.Waiting;
import io.pfs.table.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A row and those of the cells that were met in a segment to which it points. */
final class GcRow {
    private final CellFlush.Means means;
    private final Reached reached;
    private final byte[] before;
    private final IndirectCells indirect;
    private final List<ScannedCell> direct = new ArrayList<>();
    private final List<ScannedCell> further = new ArrayList<>();
    private final List<ScannedCell> records = new ArrayList<>();
    /** What the indirect record leads to in the window: in a segment it leads to segments alone, so these go along. */
    private final List<Waiting> waiting = new ArrayList<>();
    /** And what it leads to in the journal that is lost: it must not lead to what has come to be in that place in another shard. */
    private final Map<ColumnId, CellLocation> lost = new HashMap<>();

    private final Map<CellLocation, CellLocation> places = new HashMap<>();
    private Optional<CellLocation> indirectPlace = Optional.empty();

    /** A cell on its way, and where it was. */
    record CellCopy(CellLocation from, CellIngest.Copy copy) {
        ColumnId column() {
            return copy.label().key().column();
        }
    }

    GcRow(CellFlush.Means means, Reached reached, IndirectCells indirect, List<ScannedCell> cells) {
        this.means = means;
        this.reached = reached;
        this.before = reached.row().orElseThrow();
        this.indirect = indirect;
        cells.forEach(this::take);
        if (rewritesIndirect()) {
            indirect.forEach(this::takeWaiting);
        }
    }

    private void takeWaiting(ColumnId column, CellLocation place) {
        Optional<Waiting> found = means.window().find(place);
        found.ifPresent(waiting::add);
        if (found.isEmpty() && place.isInJournal()) {
            lost.put(column, CellLocation.lost(place.length()));
        }
    }

    private void take(ScannedCell cell) {
        ColumnId column = cell.label().key().column();
        Optional<CellLocation> place = Optional.of(cell.location());
        if (RowPlan.isDirect(column)) {
            if (slot(column.value()).equals(place)) {
                direct.add(cell);
            }
        } else if (column.equals(Schema.INDIRECT)) {
            if (slot(RowLayout.INDIRECT_SLOT).equals(place)) {
                records.add(cell);
            }
        } else if (indirect.find(column).equals(place)) {
            further.add(cell);
        }
    }

    /** Whether any of these cells can only be found through the indirect record. */
    static boolean needsIndirect(List<ScannedCell> cells) {
        return cells.stream()
                .map(cell -> cell.label().key().column())
                .anyMatch(column -> !RowPlan.isDirect(column) && !column.equals(Schema.INDIRECT));
    }

    boolean isNeeded() {
        return !direct.isEmpty() || !further.isEmpty() || !records.isEmpty();
    }

    /** A record that leads to copied cells is written anew, and need not be copied. */
    boolean rewritesIndirect() {
        return !further.isEmpty();
    }

    List<CellCopy> copied() {
        List<CellCopy> copied = new ArrayList<>();
        direct.forEach(cell -> copied.add(stored(cell)));
        (rewritesIndirect() ? further : records).forEach(cell -> copied.add(stored(cell)));
        waiting.forEach(cell -> copied.add(kept(cell)));
        return copied;
    }

    private CellCopy stored(ScannedCell cell) {
        CellLabel label = label(cell.label().key().column(), cell.label().version());
        return new CellCopy(cell.location(), new CellIngest.Stored(label, cell.body()));
    }

    private CellCopy kept(Waiting cell) {
        CellLabel label = label(cell.column(), cell.version());
        return new CellCopy(
                cell.location(),
                new CellIngest.Cell(label, cell.cell().bytes(), cell.cell().compressed()));
    }

    TableId table() {
        return reached.held().table();
    }

    ColumnId leadOf(ColumnId column) {
        return means.state().tables().leadOf(table(), column);
    }

    long nameHash() {
        return reached.held().hash();
    }

    void placed(CellCopy copied, CellLocation place) {
        places.put(copied.from(), place);
    }

    CellIngest.Copy indirectToWrite() {
        Map<ColumnId, Optional<CellLocation>> moved = new HashMap<>();
        lost.forEach((column, place) -> moved.put(column, Optional.of(place)));
        further.forEach(cell -> moved.put(cell.label().key().column(), Optional.of(placeOf(cell.location()))));
        waiting.forEach(cell -> moved.put(cell.column(), Optional.of(placeOf(cell.location()))));
        CellLabel label = label(Schema.INDIRECT, RowLayout.u48(before, RowLayout.VERSION));
        return new CellIngest.Cell(label, indirect.with(moved).bytes(), false);
    }

    /** What the record weighs that is written anew. */
    long indirectWeight() {
        return CellTally.weight(slot(RowLayout.INDIRECT_SLOT).orElseThrow());
    }

    void indirectPlaced(CellLocation place) {
        indirectPlace = Optional.of(place);
    }

    /** What is journaled once all copies are durable. */
    CellMoves.Moving moving() {
        List<Move> moves = new ArrayList<>();
        CellTally tally = new CellTally();
        for (ScannedCell cell : direct) {
            moves.add(move(cell.label().key().column().value(), cell.location(), tally));
        }
        further.forEach(cell -> tally.drop(cell.location()).add(placeOf(cell.location())));
        waiting.forEach(cell -> tally.add(placeOf(cell.location())));
        if (rewritesIndirect()) {
            CellLocation from = slot(RowLayout.INDIRECT_SLOT).orElseThrow();
            places.put(from, indirectPlace.orElseThrow());
            moves.add(move(RowLayout.INDIRECT_SLOT, from, tally));
        } else {
            records.forEach(cell -> moves.add(move(RowLayout.INDIRECT_SLOT, cell.location(), tally)));
        }
        CellsMoved moved = new CellsMoved(table(), reached.name(), fileId(), moves, released());
        return new CellMoves.Moving(means, moved, tally, () -> {});
    }

    /** Nobody points to these any more in the window. */
    private List<Long> released() {
        List<Long> released = new ArrayList<>();
        waiting.forEach(cell -> released.add(cell.place()));
        slot(RowLayout.INDIRECT_SLOT)
                .filter(record -> rewritesIndirect() && record.isInJournal())
                .ifPresent(record -> released.add(record.offset()));
        return released;
    }

    private Move move(int slot, CellLocation from, CellTally tally) {
        CellLocation to = placeOf(from);
        tally.drop(from).add(to);
        return new Move(slot, from, to);
    }

    private CellLocation placeOf(CellLocation from) {
        return Check.present(places.get(from), "a cell that was copied has its place");
    }

    private Optional<CellLocation> slot(int slot) {
        return RowLayout.cell(before, 0, slot);
    }

    private FileId fileId() {
        return new FileId(RowLayout.u64(before, RowLayout.FILE_ID));
    }

    /** Where the row is now: from there a later collection finds it at once. */
    private CellLabel label(ColumnId column, long version) {
        return new CellLabel(table(), nameHash(), new CellKey(fileId(), column), version);
    }
}
