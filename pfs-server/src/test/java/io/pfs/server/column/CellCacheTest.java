package io.pfs.server.column;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.FileId;
import io.pfs.cell.CellKey;
import io.pfs.row.CellLocation;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CellCacheTest {
    private static final int BUDGET = 100_000;
    private static final int CELL = 10_000;

    private final CellCache cache = new CellCache(BUDGET);

    private static CellKey key(int file) {
        return new CellKey(new FileId(file), new ColumnId(0));
    }

    private static CellLocation place(int nth, int length) {
        return new CellLocation(1, nth * 100_000L, length);
    }

    private void read(int nth, byte[] bytes) {
        cache.wasRead(place(nth, bytes.length), key(nth), bytes);
    }

    private boolean has(int nth) {
        return cache.find(place(nth, CELL), key(nth)).isPresent();
    }

    @Test
    void whatIsReadOnceDoesNotComeIn() {
        read(1, new byte[CELL]);
        assertEquals(false, has(1));
        assertEquals(0, cache.usedBytes());
        read(1, new byte[CELL]);
        assertTrue(has(1));
    }

    @Test
    void itHasBytesOfItsOwn() {
        byte[] given = {1, 2, 3};
        read(1, given);
        read(1, given);
        given[0] = 9;
        assertArrayEquals(new byte[] {1, 2, 3}, cache.find(place(1, 3), key(1)).orElseThrow());
    }

    @Test
    void whatWasWantedLongestAgoGoesFirst() {
        for (int nth = 1; nth <= 9; nth++) {
            read(nth, new byte[CELL]);
            read(nth, new byte[CELL]);
            assertTrue(has(1), "it is wanted all the time");
        }
        assertTrue(cache.usedBytes() <= BUDGET, () -> cache.usedBytes() + " bytes");
        for (int nth = 10; nth <= 11; nth++) {
            read(nth, new byte[CELL]);
            read(nth, new byte[CELL]);
        }
        assertTrue(cache.usedBytes() <= BUDGET, () -> cache.usedBytes() + " bytes");
        assertTrue(has(1) && has(11));
        assertEquals(false, has(2));
    }

    @Test
    void aBigCellDoesNotPushOutMany() {
        int big = (64 << 10) + 1;
        read(1, new byte[big]);
        read(1, new byte[big]);
        assertEquals(Optional.empty(), cache.find(place(1, big), key(1)));
    }

    @Test
    void whoeverMeansAnotherCellDoesNotGetThisOne() {
        read(1, new byte[CELL]);
        read(1, new byte[CELL]);
        assertEquals(Optional.empty(), cache.find(place(1, CELL), key(2)));
        assertEquals(Optional.empty(), cache.find(place(1, CELL - 1), key(1)));
    }

    @Test
    void withoutMemoryNothingStays() {
        CellCache none = new CellCache(0);
        for (int i = 0; i < 3; i++) {
            none.wasRead(place(1, CELL), key(1), new byte[CELL]);
            assertEquals(Optional.empty(), none.find(place(1, CELL), key(1)));
        }
        assertEquals(0, none.usedBytes());
    }
}
