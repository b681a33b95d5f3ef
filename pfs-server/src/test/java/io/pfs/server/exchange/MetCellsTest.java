package io.pfs.server.exchange;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.RowName;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MetCellsTest {
    private static final TablePath TABLE = new TablePath(List.of(RowName.of("photos"), RowName.of("2024")));

    @Test
    void eachThatWasMetIsKnownAndHardlyAnother() {
        MetCells met = new MetCells();
        int wrong = 0;
        for (int i = 0; i < 500_000; i++) {
            RowKey row = new RowKey(TABLE, RowName.of("row" + i));
            wrong += met.isRepeated(row, "content") ? 1 : 0;
            wrong += met.isRepeated(row, "thumb") ? 1 : 0;
        }
        assertTrue(wrong < 10, wrong + " of a million");
        for (int i = 0; i < 500_000; i++) {
            assertTrue(met.isRepeated(new RowKey(TABLE, RowName.of("row" + i)), "thumb"));
        }
    }

    @Test
    void theSameNameElsewhereIsAnother() {
        MetCells met = new MetCells();
        assertFalse(met.isRepeated(new RowKey(TABLE, RowName.of("a")), "b"));
        assertFalse(met.isRepeated(new RowKey(TablePath.ROOT, RowName.of("a")), "b"));
        assertFalse(met.isRepeated(new RowKey(TABLE, RowName.of("ab")), ""));
        assertFalse(met.isRepeated(new RowKey(TABLE.below(List.of(RowName.of("a"))), RowName.of("b")), ""));
    }
}
