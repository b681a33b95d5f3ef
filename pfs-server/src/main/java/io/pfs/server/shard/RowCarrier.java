package io.pfs.server.shard;

import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import io.pfs.server.column.IndirectCells;
import io.pfs.server.shard.CellGather.Source;
import io.pfs.server.shard.CellWindow.Waiting;
import io.pfs.server.shard.RowCopy.RowCells;
import io.pfs.server.slice.RowMoves;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Makes a row ready to leave its shard: what of it stands in this shard's journal alone is copied to a segment, under the
 * name that it will have.
 */
final class RowCarrier {
    private final CellWindow window;
    private final CellGather gather;
    private final CellIngest copies;

    RowCarrier(CellWindow window, CellGather gather, CellIngest copies) {
        this.window = window;
        this.gather = gather;
        this.copies = copies;
    }

    /** Whether a row points to anything in the journal. */
    static boolean isNeeded(byte[] row) {
        for (int slot = 0; slot < RowLayout.CELL_SLOTS; slot++) {
            if (RowLayout.cell(row, 0, slot).filter(CellLocation::isInJournal).isPresent()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Copies; {@code then} gets the row that points to the copies.
     *
     * @param table where it will be
     * @param nameHash of the name there
     */
    void carry(
            byte[] row,
            TableId table,
            RowName name,
            long nameHash,
            Consumer<byte[]> then,
            Consumer<PfsException> failed) {
        Source source = new Source(row);
        if (source.slot(RowLayout.INDIRECT_SLOT).isEmpty()) {
            copy(cells(source, table, name, IndirectCells.EMPTY), nameHash, then, failed, source, IndirectCells.EMPTY);
            return;
        }
        gather.indirectOf(
                List.of(source),
                found -> copy(cells(source, table, name, found.get(0)), nameHash, then, failed, source, found.get(0)),
                failed);
    }

    private RowCells cells(Source source, TableId table, RowName name, IndirectCells indirect) {
        List<Waiting> cells = new ArrayList<>();
        for (int slot = 0; slot < RowLayout.CELL_SLOTS; slot++) {
            waiting(source.slot(slot)).ifPresent(cells::add);
        }
        indirect.forEach((column, place) -> waiting(Optional.of(place)).ifPresent(cells::add));
        return new RowCells(table, name, source.fileId(), cells);
    }

    private Optional<Waiting> waiting(Optional<CellLocation> place) {
        return place.filter(CellLocation::isInJournal).flatMap(window::find);
    }

    private void copy(
            RowCells cells,
            long nameHash,
            Consumer<byte[]> then,
            Consumer<PfsException> failed,
            Source source,
            IndirectCells indirect) {
        RowCopy copy = new RowCopy(cells, source, nameHash, indirect);
        List<Waiting> copied = copy.cells();
        copies.add(
                copied.stream().map(copy::toWrite).toList(),
                places -> {
                    for (int i = 0; i < places.size(); i++) {
                        copy.placed(copied.get(i), places.get(i));
                    }
                    copyIndirect(copy, source, then, failed);
                },
                failed);
    }

    private void copyIndirect(RowCopy copy, Source source, Consumer<byte[]> then, Consumer<PfsException> failed) {
        if (!copy.movesIndirect()) {
            then.accept(moved(copy, source));
            return;
        }
        copies.add(
                List.of(copy.indirectToWrite()),
                places -> {
                    copy.indirectPlaced(places.get(0));
                    then.accept(moved(copy, source));
                },
                failed);
    }

    private static byte[] moved(RowCopy copy, Source source) {
        byte[] row = source.row().clone();
        RowMoves.carryOut(copy.moved(), row);
        return row;
    }
}
