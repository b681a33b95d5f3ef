package io.pfs.server.gc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.cell.Segment;
import io.pfs.pool.Pool;
import io.pfs.pool.local.LocalPool;
import io.pfs.testing.MemoryDisk;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SegmentFilesTest {
    private final Pool pool = new LocalPool(new MemoryDisk());

    private void create(long id) {
        pool.create(Segment.fileName(id)).close();
    }

    @Test
    void anIdIsNotGivenTwiceThoughItsFileIsGone() {
        create(2);
        assertEquals(8, new SegmentFiles(pool, new ServerId(0), 7).next());
        create(11);
        assertEquals(12, new SegmentFiles(pool, new ServerId(0), 7).next());
    }

    @Test
    void eachServerGivesOutIdsOfItsOwn() {
        assertEquals(1, new SegmentFiles(pool, new ServerId(0), 0).next());
        long third = new SegmentFiles(pool, new ServerId(3), Segment.idBeforeAll(new ServerId(3))).next();
        assertEquals(new ServerId(3), Segment.homeOf(third));
        assertEquals(Segment.idBeforeAll(new ServerId(3)) + 1, third);
        long last = Segment.idBeforeAll(new ServerId(4)) - 1;
        assertThrows(PfsException.class, () -> new SegmentFiles(pool, new ServerId(3), last).next());
    }

    @Test
    void presentAreThoseFoundAndThoseMade() {
        create(2);
        create(5);
        SegmentFiles files = new SegmentFiles(pool, new ServerId(0), 0);
        files.next();
        assertEquals(List.of(2L, 5L, 6L), List.copyOf(files.present()));
        files.deleted(5);
        assertEquals(List.of(2L, 6L), List.copyOf(files.present()));
        assertEquals(2, files.count());
    }

    /** A worker deleted it, and the loop doesn't know yet: a read that ends first must not take it for damage. */
    @Test
    void whatIsAboutToGoIsLookedForAgain() {
        create(2);
        SegmentFiles files = new SegmentFiles(pool, new ServerId(0), 0);
        files.goes(2);
        assertEquals(List.of(2L), List.copyOf(files.present()));
        assertTrue(files.wasDeleted(2));
    }

    @Test
    void onlyWhatWasDeletedHereIsLookedForAgainAndNotForEver() {
        create(2);
        SegmentFiles files = new SegmentFiles(pool, new ServerId(0), 0);
        assertFalse(files.wasDeleted(2));
        assertFalse(files.wasDeleted(3));
        files.deleted(2);
        assertTrue(files.wasDeleted(2));
        int more = 0;
        while (files.wasDeleted(2)) {
            more++;
        }
        assertTrue(more > 100 && more < 100_000, "times: " + more);
    }
}
