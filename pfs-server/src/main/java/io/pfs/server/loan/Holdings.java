package io.pfs.server.loan;

import io.pfs.row.CellLocation;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.CellsCounted;
import io.pfs.server.change.Change.Count;
import io.pfs.server.column.IndirectCells;
import io.pfs.server.gc.CellTally;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** What some rows point to in segments: how many bytes of each. Cells that stand in the journal are in none. */
public final class Holdings {
    /** What of more segments is pointed to is not handed over. */
    public static final int SEGMENTS_MAX = 4096;

    private final TreeMap<Long, Part> segments = new TreeMap<>();

    /** A segment, or an object, of which rows hold something. */
    record Part(long segment, long bytes, boolean isObject) {}

    void add(CellLocation cell) {
        if (!cell.isInJournal()) {
            Part more = new Part(cell.segment(), CellTally.weight(cell), cell.isObject());
            segments.merge(
                    cell.segment(),
                    more,
                    (known, added) -> new Part(known.segment, known.bytes + added.bytes, known.isObject));
        }
    }

    void add(IndirectCells cells) {
        cells.forEach((column, cell) -> add(cell));
    }

    /** Whether they are so many that they stay where they are. */
    public boolean isTooMany() {
        return segments.size() > SEGMENTS_MAX;
    }

    /** Ascending. */
    List<Part> parts() {
        return List.copyOf(segments.values());
    }

    /** What is journaled where the rows come to. */
    public List<Change> added() {
        return counted(true);
    }

    /** What is journaled where the rows were. */
    public List<Change> dropped() {
        return counted(false);
    }

    private List<Change> counted(boolean isAdded) {
        if (segments.isEmpty()) {
            return List.of();
        }
        List<Count> counts = new ArrayList<>(segments.size());
        segments.values()
                .forEach(part ->
                        counts.add(new Count(part.segment, isAdded ? part.bytes : 0, isAdded ? 0 : part.bytes)));
        return List.of(new CellsCounted(counts));
    }
}
