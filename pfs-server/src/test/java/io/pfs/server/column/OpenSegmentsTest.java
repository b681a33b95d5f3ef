package io.pfs.server.column;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.cell.CellKey;
import io.pfs.cell.CellReader;
import io.pfs.cell.OpenSegments;
import io.pfs.cell.Segment;
import io.pfs.cell.SegmentFile;
import io.pfs.server.column.SegmentRig.Written;
import io.pfs.testing.MemoryDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class OpenSegmentsTest {
    private static final int SEGMENTS = 5;

    private final SegmentRig rig = new SegmentRig(new MemoryDisk(), 1 << 20);
    private final CountingPool pool = new CountingPool(rig.pool);
    private final OpenSegments segments = new OpenSegments(pool, CellBody.UNPACKER, 3);
    private final List<Written> cells = new ArrayList<>();

    @BeforeEach
    void write() {
        Random random = new Random(1);
        for (int i = 0; i < SEGMENTS; i++) {
            cells.add(rig.random(random, 1000));
            rig.writer.seal();
        }
    }

    private void read(SegmentFile file) {
        Written cell = cells.get((int) file.id() - 1);
        CellReader.read(file, cell.location(), cell.key());
    }

    private void visit(long id) {
        SegmentFile file = segments.take(id);
        read(file);
        segments.give(file);
    }

    @Test
    void aWarmSegmentIsNotOpenedAgain() {
        visit(1);
        assertEquals(1, pool.opened);
        for (int i = 0; i < 10; i++) {
            int before = pool.reads;
            visit(1);
            assertEquals(1, pool.reads - before, "one positional read");
        }
        assertEquals(1, pool.opened);
        assertEquals(0, pool.closed);
    }

    @Test
    void theOneUsedLongestAgoIsClosed() {
        visit(1);
        visit(2);
        visit(3);
        visit(1);
        visit(4);
        assertEquals(3, segments.idleFiles());
        assertEquals(List.of(Segment.fileName(2)), pool.closedNames);
        visit(1);
        visit(3);
        visit(4);
        assertEquals(4, pool.opened, "the others stayed warm");
    }

    @Test
    void jobsThatReadTheSameSegmentHaveAFileEach() {
        SegmentFile one = segments.take(1);
        SegmentFile other = segments.take(1);
        assertNotSame(one, other);
        read(one);
        read(other);
        segments.give(one);
        segments.give(other);
        assertEquals(2, segments.idleFiles());
        assertSame(other, segments.take(1), "the one used last is the warmest");
        assertSame(one, segments.take(1));
    }

    @Test
    void aForgottenSegmentIsKeptOpenByNobody() {
        SegmentFile inUse = segments.take(1);
        SegmentFile idle = segments.take(1);
        read(idle);
        read(inUse);
        segments.give(idle);
        segments.forget(1);
        assertEquals(1, pool.closed);
        read(inUse);
        segments.give(inUse);
        assertEquals(2, pool.closed);
        assertEquals(0, segments.idleFiles());
        segments.forget(77);
    }

    @Test
    void aFileThatWasNotOpenedOrFailedIsNotKept() {
        segments.give(segments.take(1));
        assertEquals(0, segments.idleFiles());
        SegmentFile missing = segments.take(99);
        assertEquals(
                ErrorCode.FILE_MISSING,
                assertThrows(PfsException.class, missing::summary).code());
        segments.give(missing);
        assertEquals(0, segments.idleFiles());
        SegmentFile failing = segments.take(1);
        read(failing);
        pool.readsFail = true;
        assertEquals(
                ErrorCode.IO_FAILED,
                assertThrows(PfsException.class, () -> read(failing)).code());
        pool.readsFail = false;
        segments.give(failing);
        assertEquals(0, segments.idleFiles());
        visit(1);
    }

    @Test
    void anOpenerThatRefusesLeavesNothingTaken() {
        OpenSegments refusing = new OpenSegments(
                id -> {
                    throw new PfsException(ErrorCode.FILE_MISSING, "its pool is not here");
                },
                3);
        assertThrows(PfsException.class, () -> refusing.take(1));
        assertFalse(refusing.isTaken(1));
        SegmentFile opened = refusing.take(1, id -> new SegmentFile(pool, id, CellBody.UNPACKER));
        assertTrue(refusing.isTaken(1));
        refusing.give(opened);
        assertFalse(refusing.isTaken(1));
    }

    /** Damage is the cell's, not the file's. */
    @Test
    void aFileWithADamagedCellIsKept() {
        SegmentFile file = segments.take(1);
        read(file);
        Written other = cells.get(0);
        CellKey key = new CellKey(other.key().fileId(), new io.pfs.ColumnId(49));
        assertThrows(PfsException.class, () -> CellReader.read(file, other.location(), key));
        segments.give(file);
        assertEquals(1, segments.idleFiles());
    }

    @Test
    void givingBackTwiceIsRefused() {
        SegmentFile file = segments.take(1);
        segments.give(file);
        assertEquals(
                ErrorCode.INVARIANT_BROKEN,
                assertThrows(PfsException.class, () -> segments.give(file)).code());
    }

    @Test
    void closingClosesAll() {
        visit(1);
        visit(2);
        segments.close();
        assertEquals(pool.opened, pool.closed);
        assertFalse(segments.idleFiles() > 0);
        assertTrue(pool.opened > 0);
    }
}
