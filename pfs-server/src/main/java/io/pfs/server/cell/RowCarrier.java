package io.pfs.server.cell;

import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import io.pfs.server.cell.CellGather.Source;
import io.pfs.server.cell.RowCopy.RowCells;
import io.pfs.server.change.Change;
import io.pfs.server.column.IndirectCells;
import io.pfs.server.gc.OpenWrites;
import io.pfs.server.slice.RowMoves;
import io.pfs.server.state.CellWindow;
import io.pfs.server.state.CellWindow.Waiting;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Makes a row ready to leave its shard: what of it stands in this shard's journal alone is copied to a segment, under the
 * name that it will have.
 */
public final class RowCarrier {
    private final CellWindow window;
    private final CellGather gather;
    private final CellIngest copies;
    private final OpenWrites writes;

    /**
     * A row that is ready.
     *
     * @param row that points to the copies
     * @param counted what is journaled with it: what segments gain and lose
     * @param done to be called when the outcome of that is known, or when nothing comes of it
     */
    public record Carried(byte[] row, List<Change> counted, Runnable done) {}

    public RowCarrier(CellWindow window, CellGather gather, CellIngest copies, OpenWrites writes) {
        this.window = window;
        this.gather = gather;
        this.copies = copies;
        this.writes = writes;
    }

    /** Whether a row points to anything in the journal. */
    public static boolean isNeeded(byte[] row) {
        for (int slot = 0; slot < RowLayout.CELL_SLOTS; slot++) {
            if (RowLayout.cell(row, 0, slot).filter(CellLocation::isInJournal).isPresent()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Copies; {@code then} gets the row, unless it failed.
     *
     * @param table where it will be
     * @param nameHash of the name there
     */
    public void carry(
            byte[] row,
            TableId table,
            RowName name,
            long nameHash,
            Consumer<Carried> then,
            Consumer<PfsException> whenFailed) {
        Source source = new Source(row);
        long ticket = writes.begin();
        Consumer<PfsException> failed = cause -> {
            writes.end(ticket);
            whenFailed.accept(cause);
        };
        RowCells cells = new RowCells(table, name, source.fileId(), List.of());
        carry(source, cells, nameHash, copy -> then.accept(carried(copy, source, ticket)), failed);
    }

    private void carry(
            Source source, RowCells cells, long nameHash, Consumer<RowCopy> then, Consumer<PfsException> failed) {
        if (!RowCopy.movesIndirect(source, window)) {
            copy(new RowCopy(cells, source, nameHash, IndirectCells.EMPTY, window), then, failed);
            return;
        }
        gather.indirectOf(
                List.of(source),
                found -> copy(new RowCopy(cells, source, nameHash, found.get(0), window), then, failed),
                () -> carry(source, cells, nameHash, then, failed),
                failed);
    }

    private void copy(RowCopy copy, Consumer<RowCopy> then, Consumer<PfsException> failed) {
        Optional<PfsException> whyItStays = copy.whyItStays();
        if (whyItStays.isPresent()) {
            failed.accept(whyItStays.get());
            return;
        }
        List<Waiting> copied = copy.cells();
        copies.add(
                copied.stream().map(copy::toWrite).toList(),
                places -> {
                    for (int i = 0; i < places.size(); i++) {
                        copy.placed(copied.get(i), places.get(i));
                    }
                    copyIndirect(copy, then, failed);
                },
                failed);
    }

    private void copyIndirect(RowCopy copy, Consumer<RowCopy> then, Consumer<PfsException> failed) {
        if (!copy.movesIndirect()) {
            then.accept(copy);
            return;
        }
        copies.add(
                List.of(copy.indirectToWrite()),
                places -> {
                    copy.indirectPlaced(places.get(0));
                    then.accept(copy);
                },
                failed);
    }

    private Carried carried(RowCopy copy, Source source, long ticket) {
        byte[] row = source.row().clone();
        RowMoves.carryOut(copy.moved(), row);
        return new Carried(row, copy.tally().changes(), () -> writes.end(ticket));
    }
}
