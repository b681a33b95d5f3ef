package io.pfs.server.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.Limits;
import io.pfs.TableId;
import io.pfs.cell.CellHeader;
import io.pfs.env.system.InlineWorkers;
import io.pfs.env.system.SystemClock;
import io.pfs.pool.Pool;
import io.pfs.pool.local.LocalPool;
import io.pfs.row.CellLocation;
import io.pfs.server.column.SegmentWriter;
import io.pfs.testing.MemoryDisk;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RegroupTest {
    private static final ColumnId THUMB = new ColumnId(1);
    private static final CellLocation CELL = new CellLocation(9, 64, 1000);
    /** Of so many cells the last one is enough for segments of their own. */
    private static final int ENOUGH = 10;
    /** Beside the shared one and those that clients' cells go to, 64 segments are written at most. */
    private static final int OWN_MAX = 61;

    private final Pool pool = new LocalPool(new MemoryDisk());
    private final List<CellIngest> ended = new ArrayList<>();
    private long ids;
    private final Regroup regroup =
            new Regroup(this::open, ended::add, (long) ENOUGH * CellHeader.recordBytes(CELL.length()));

    private CellIngest open() {
        SegmentWriter writer = new SegmentWriter(pool, new SystemClock(), 1, Limits.DEFAULT, () -> ++ids);
        return new CellIngest(writer, new InlineWorkers(), () -> {});
    }

    private CellIngest last(int table, ColumnId column, int cells) {
        CellIngest stream = regroup.shared();
        for (int i = 0; i < cells; i++) {
            stream = regroup.streamOf(new TableId(table), column, CELL);
        }
        return stream;
    }

    @Test
    void aColumnSharesUntilThereIsEnoughOfIt() {
        assertSame(regroup.shared(), last(1, THUMB, ENOUGH - 1));
        CellIngest own = last(1, THUMB, 1);
        assertNotSame(regroup.shared(), own);
        assertSame(own, last(1, THUMB, 5));
        assertEquals(List.of(regroup.shared(), own), regroup.streams());
    }

    @Test
    void eachTableAndEachColumnIsCountedForItself() {
        last(1, THUMB, ENOUGH - 1);
        assertSame(regroup.shared(), last(2, THUMB, ENOUGH - 1));
        assertSame(regroup.shared(), last(1, new ColumnId(2), ENOUGH - 1));
        assertNotSame(last(1, THUMB, 1), last(2, THUMB, 1));
    }

    @Test
    void theOneUsedLongestAgoGivesWayToAnother() {
        CellIngest first = last(1, THUMB, ENOUGH);
        CellIngest second = last(2, THUMB, ENOUGH);
        for (int table = 3; table <= OWN_MAX; table++) {
            last(table, THUMB, ENOUGH);
        }
        assertEquals(List.of(), ended);
        assertSame(first, last(1, THUMB, 1));
        last(OWN_MAX + 1, THUMB, ENOUGH);
        assertEquals(List.of(), ended, "who was told of it may have cells for it yet");
        assertTrue(regroup.streams().contains(second));
        regroup.endLeft();
        assertEquals(List.of(second), ended);
        assertEquals(1 + OWN_MAX, regroup.streams().size());
        assertSame(regroup.shared(), last(2, THUMB, 1), "from now on it shares again");
    }

    @Test
    void manySmallColumnsShareAndAreNotRememberedForEver() {
        last(1, THUMB, ENOUGH - 1);
        for (int table = 2; table < 5_000; table++) {
            assertSame(regroup.shared(), last(table, THUMB, 1));
        }
        assertSame(regroup.shared(), last(1, THUMB, 1), "it was forgotten");
        assertEquals(List.of(regroup.shared()), regroup.streams());
    }
}
