package io.pfs.server.gc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.ColumnId;
import io.pfs.cell.CellHeader;
import io.pfs.row.CellLocation;
import io.pfs.server.change.Change.CellsCounted;
import io.pfs.server.change.Change.Count;
import io.pfs.server.column.IndirectCells;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CellTallyTest {
    private static final CellLocation IN_JOURNAL = new CellLocation(CellLocation.IN_JOURNAL, 257, 10);
    private static final CellLocation ONE = new CellLocation(1, 64, 100);
    private static final CellLocation TWO = new CellLocation(2, 64, 1000);

    private final CellTally tally = new CellTally();

    private static long weight(CellLocation cell) {
        return CellHeader.recordBytes(cell.length());
    }

    @Test
    void whatTouchesNoSegmentCountsNothing() {
        tally.add(IN_JOURNAL).drop(IN_JOURNAL);
        tally.replace(Optional.of(ONE), Optional.of(ONE));
        tally.replace(Optional.empty(), Optional.of(IN_JOURNAL));
        assertEquals(List.of(), tally.changes());
    }

    @Test
    void aMoveIsTakenFromOneSegmentAndAddedToTheOther() {
        tally.replace(Optional.of(TWO), Optional.of(ONE));
        Count added = new Count(1, weight(ONE), 0);
        Count dropped = new Count(2, 0, weight(TWO));
        assertEquals(List.of(new CellsCounted(List.of(added, dropped))), tally.changes());
    }

    /** What a row has of an object that is still written is counted once, however often it was told of more. */
    @Test
    void anObjectThatGrowsIsCountedAsFarAsItGrew() {
        CellLocation some = CellLocation.ofGrowing(3, 100_000, 77);
        CellLocation more = CellLocation.ofGrowing(3, 300_000, -1);
        tally.replace(Optional.of(ONE), Optional.of(some));
        tally.replace(Optional.of(some), Optional.of(more));
        tally.replace(Optional.of(more), Optional.of(CellLocation.ofObject(3, 300_000)));
        Count dropped = new Count(1, 0, weight(ONE));
        Count added = new Count(3, CellTally.weight(more), 0);
        assertEquals(List.of(new CellsCounted(List.of(dropped, added))), tally.changes());
    }

    @Test
    void anIndirectRecordGoesWithAllThatItLeadsTo() {
        IndirectCells cells = IndirectCells.EMPTY.with(Map.of(
                new ColumnId(9), Optional.of(ONE),
                new ColumnId(10), Optional.of(TWO),
                new ColumnId(11), Optional.of(IN_JOURNAL)));
        CellLocation record = new CellLocation(1, 4096, 30);
        tally.dropAll(record, cells);
        Count one = new Count(1, 0, weight(ONE) + weight(record));
        assertEquals(List.of(new CellsCounted(List.of(one, new Count(2, 0, weight(TWO))))), tally.changes());
    }
}
