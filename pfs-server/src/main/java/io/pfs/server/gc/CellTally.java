package io.pfs.server.gc;

import io.pfs.cell.CellHeader;
import io.pfs.cell.ObjectFile;
import io.pfs.row.CellLocation;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.CellsCounted;
import io.pfs.server.change.Change.Count;
import io.pfs.server.column.IndirectCells;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What one record of the journal adds to segments and takes from them. Whoever decides it knows the row as it was, which
 * replay does not: so it is decided once and journaled with the rest. Cells in the journal are in no segment.
 */
public final class CellTally {
    /** Made when something is counted: most records count nothing. */
    private Optional<Map<Long, Sum>> sums = Optional.empty();

    private static final class Sum {
        private long added;
        private long dropped;
    }

    /** What a cell weighs, which its location tells: the bytes of its record if it is stored as it is, or those of its object. */
    public static long weight(CellLocation location) {
        return location.isObject() ? ObjectFile.fileBytes(location.size()) : CellHeader.recordBytes(location.length());
    }

    /** A row points to this cell from now on. */
    public CellTally add(CellLocation location) {
        if (!location.isInJournal()) {
            sum(location.segment()).added += weight(location);
        }
        return this;
    }

    /** A row pointed to this cell, and none does any more. */
    public CellTally drop(CellLocation location) {
        if (!location.isInJournal()) {
            sum(location.segment()).dropped += weight(location);
        }
        return this;
    }

    /** A place of a row's cells was this and is that. */
    public void replace(Optional<CellLocation> before, Optional<CellLocation> after) {
        boolean isSameObject = before.isPresent()
                && after.isPresent()
                && before.get().isObject()
                && before.get().segment() == after.get().segment();
        if (isSameObject) {
            grow(before.get(), after.get());
        } else if (!before.equals(after)) {
            before.ifPresent(this::drop);
            after.ifPresent(this::add);
        }
    }

    /** What a row has of an object became more: of the rest nothing became garbage. */
    private void grow(CellLocation before, CellLocation after) {
        long more = weight(after) - weight(before);
        if (more > 0) {
            sum(after.segment()).added += more;
        } else if (more < 0) {
            sum(after.segment()).dropped -= more;
        }
    }

    /** An indirect record is given up, and with it all cells that it leads to. */
    public void dropAll(CellLocation record, IndirectCells cells) {
        drop(record);
        cells.forEach((column, location) -> drop(location));
    }

    private Sum sum(long segment) {
        if (sums.isEmpty()) {
            sums = Optional.of(new TreeMap<>());
        }
        return sums.get().computeIfAbsent(segment, id -> new Sum());
    }

    /** In how many segments and objects something was counted. */
    public int segments() {
        return sums.map(Map::size).orElse(0);
    }

    /** The change that says so; none if nothing was counted. */
    public List<Change> changes() {
        if (sums.isEmpty()) {
            return List.of();
        }
        List<Count> counts = new ArrayList<>(sums.get().size());
        sums.get().forEach((segment, sum) -> counts.add(new Count(segment, sum.added, sum.dropped)));
        return List.of(new CellsCounted(counts));
    }
}
