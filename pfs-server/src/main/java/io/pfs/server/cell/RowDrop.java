package io.pfs.server.cell;

import io.pfs.FileId;
import io.pfs.format.ByteReader;
import io.pfs.row.CellLocation;
import io.pfs.row.RowLayout;
import io.pfs.server.cell.CellGather.Source;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.IndirectLeft;
import io.pfs.server.column.IndirectCells;
import io.pfs.server.gc.CellTally;
import io.pfs.server.state.CellWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What goes into the record that removes a row for good, or that puts another file in its place: which cells nobody
 * points to any more. To be decided while the name is held, like the removal itself.
 */
public final class RowDrop {
    private RowDrop() {}

    /**
     * The changes beside the removal. An indirect record in the journal is looked into, unless it is lost; one in a segment is left for the
     * collection to read, since removing a row reads no storage.
     */
    public static List<Change> of(byte[] row, CellWindow window) {
        CellTally tally = new CellTally();
        List<Change> changes = new ArrayList<>(2);
        add(row, window, tally, changes);
        changes.addAll(tally.changes());
        return changes;
    }

    /** The same for one of several rows that one record removes. */
    public static void add(byte[] row, CellWindow window, CellTally tally, List<Change> changes) {
        Source source = new Source(row);
        for (int slot = 0; slot < RowLayout.INDIRECT_SLOT; slot++) {
            source.slot(slot).ifPresent(tally::drop);
        }
        Optional<CellLocation> record = source.slot(RowLayout.INDIRECT_SLOT);
        if (record.isPresent() && record.get().isInJournal()) {
            window.find(record.get()).ifPresent(waiting -> {
                ByteReader bytes =
                        new ByteReader("indirect record", waiting.cell().bytes());
                IndirectCells.decode(bytes).forEach((column, location) -> tally.drop(location));
            });
        } else if (record.isPresent()) {
            FileId fileId = source.fileId();
            changes.add(new IndirectLeft(fileId, record.get()));
        }
    }
}
