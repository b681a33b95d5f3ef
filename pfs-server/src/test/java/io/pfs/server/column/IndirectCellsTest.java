package io.pfs.server.column;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.row.CellLocation;
import io.pfs.table.Schema;
import io.pfs.testing.Damage;
import io.pfs.testing.Golden;
import io.pfs.testing.Seeds;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class IndirectCellsTest {
    private static final int FIRST = Limits.DIRECT_COLUMNS_MAX;

    private static Map<ColumnId, Optional<CellLocation>> golden() {
        Map<ColumnId, Optional<CellLocation>> cells = new TreeMap<>();
        cells.put(new ColumnId(5), Optional.of(new CellLocation(0, (0x1234L << 8) | 2, 300)));
        cells.put(new ColumnId(6), Optional.of(new CellLocation(7, 64, 100)));
        cells.put(new ColumnId(9), Optional.of(new CellLocation(7, 216, 20)));
        cells.put(new ColumnId(400), Optional.of(new CellLocation(3, 1 << 20, 0)));
        return cells;
    }

    @Test
    void goldenBytes() {
        Golden.check(
                IndirectCellsTest.class,
                "indirect-v1",
                IndirectCells.EMPTY.with(golden()).bytes());
        IndirectCells read = decode(Golden.bytes(IndirectCellsTest.class, "indirect-v1"));
        assertEquals(4, read.count());
        golden().forEach((column, location) -> assertEquals(location, read.find(column)));
        assertEquals(Optional.empty(), read.find(new ColumnId(7)));
        assertEquals(Optional.empty(), read.find(new ColumnId(401)));
    }

    static IndirectCells decode(byte[] bytes) {
        return IndirectCells.decode(new ByteReader("test", bytes));
    }

    /** Whatever the bytes: refused as damaged, or a record that has exactly these bytes. */
    static void isReadAndCanonical(byte[] bytes) {
        IndirectCells cells;
        try {
            cells = decode(bytes);
        } catch (PfsException e) {
            assertEquals(ErrorCode.CORRUPT, e.code(), e::toString);
            return;
        }
        assertArrayEquals(bytes, cells.with(new HashMap<>()).bytes());
    }

    @Test
    void damagedRecordsAreRefusedOrWhatTheyThenSay() {
        byte[] bytes = IndirectCells.EMPTY.with(golden()).bytes();
        Damage.eachBitFlip(bytes, (damaged, what) -> isReadAndCanonical(damaged));
        Damage.eachPrefix(
                bytes,
                (prefix, what) -> assertEquals(
                        ErrorCode.CORRUPT,
                        assertThrows(PfsException.class, () -> decode(prefix), what)
                                .code()));
    }

    @Test
    void behavesAsAMap() {
        Seeds.each("IndirectCellsTest#behavesAsAMap", 200, seed -> {
            Random random = new Random(seed);
            int columns = FIRST + 1 + random.nextInt(random.nextBoolean() ? 30 : 1_000_000);
            Map<ColumnId, CellLocation> model = new TreeMap<>();
            IndirectCells cells = IndirectCells.EMPTY;
            for (int round = 0; round < 30; round++) {
                Map<ColumnId, Optional<CellLocation>> changes = new LinkedHashMap<>();
                for (int i = random.nextInt(10); i > 0; i--) {
                    ColumnId column = new ColumnId(FIRST + random.nextInt(columns - FIRST));
                    changes.put(column, random.nextInt(4) == 0 ? Optional.empty() : Optional.of(location(random)));
                }
                changes.forEach((column, location) ->
                        location.ifPresentOrElse(place -> model.put(column, place), () -> model.remove(column)));
                cells = decode(cells.with(changes).bytes());
                Map<ColumnId, CellLocation> all = new TreeMap<>();
                cells.forEach(all::put);
                assertEquals(model, all);
                assertEquals(model.size(), cells.count());
                ColumnId asked = new ColumnId(random.nextInt(columns + 1));
                assertEquals(Optional.ofNullable(model.get(asked)), cells.find(asked));
            }
        });
    }

    private static CellLocation location(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> new CellLocation(0, random.nextLong() & CellLocation.OFFSET_MAX, random.nextInt(1 << 15));
            case 1 -> new CellLocation(1 + random.nextInt(3), random.nextInt(1 << 28), random.nextInt(1 << 21));
            case 2 -> new CellLocation(CellLocation.SEGMENT_MAX, CellLocation.OFFSET_MAX, Integer.MAX_VALUE);
            default -> new CellLocation(random.nextLong() & CellLocation.SEGMENT_MAX, 0, 0);
        };
    }

    @Test
    void anUnchangedRecordIsTheSame() {
        IndirectCells cells = IndirectCells.EMPTY.with(golden());
        assertArrayEquals(cells.bytes(), cells.with(golden()).bytes());
        Map<ColumnId, Optional<CellLocation>> none = new TreeMap<>();
        golden().keySet().forEach(column -> none.put(column, Optional.empty()));
        assertArrayEquals(IndirectCells.EMPTY.bytes(), cells.with(none).bytes());
    }

    /** However the cells of a row came to be: written at once, or one by one with those of other rows between them. */
    @Test
    void aThousandColumnsTakeTenKilobytes() {
        Random random = new Random(3);
        Map<ColumnId, Optional<CellLocation>> together = new TreeMap<>();
        Map<ColumnId, Optional<CellLocation>> scattered = new TreeMap<>();
        long offset = 64;
        for (int column = FIRST; column < FIRST + 1000; column++) {
            int length = random.nextInt(20_000);
            together.put(new ColumnId(column), Optional.of(new CellLocation(40, offset, length)));
            offset += (52L + length + 7) / 8 * 8;
            long anywhere = random.nextInt(1 << 25) * 8L;
            scattered.put(
                    new ColumnId(column), Optional.of(new CellLocation(1 + random.nextInt(200), anywhere, length)));
        }
        int dense = IndirectCells.EMPTY.with(together).bytes().length;
        int loose = IndirectCells.EMPTY.with(scattered).bytes().length;
        assertTrue(dense < 6000, dense + " bytes");
        assertTrue(loose <= 11_000, loose + " bytes");
    }

    @Test
    void aRowHasAtMostSoManyCells() {
        Map<ColumnId, Optional<CellLocation>> cells = new TreeMap<>();
        for (int i = 0; i < Limits.CELLS_PER_ROW_MAX; i++) {
            cells.put(new ColumnId(FIRST + 3 * i), Optional.of(new CellLocation(1, 64, 1)));
        }
        IndirectCells full = IndirectCells.EMPTY.with(cells);
        assertEquals(Limits.CELLS_PER_ROW_MAX, full.count());
        Map<ColumnId, Optional<CellLocation>> one = new TreeMap<>();
        one.put(new ColumnId(FIRST + 1), Optional.of(new CellLocation(1, 64, 1)));
        PfsException e = assertThrows(PfsException.class, () -> full.with(one));
        assertEquals(ErrorCode.TOO_LARGE, e.code());
        assertTrue(e.getMessage().contains("4096") && e.getMessage().contains("4097"), e::toString);
        one.put(new ColumnId(FIRST), Optional.empty());
        assertEquals(Limits.CELLS_PER_ROW_MAX, full.with(one).count());
    }

    @Test
    void directAndReservedColumnsHaveNoPlaceHere() {
        for (int column : new int[] {0, FIRST - 1, Schema.RESERVED_FROM, Schema.INDIRECT.value()}) {
            Map<ColumnId, Optional<CellLocation>> change = new TreeMap<>();
            change.put(new ColumnId(column), Optional.of(new CellLocation(1, 64, 1)));
            assertEquals(
                    ErrorCode.OUT_OF_RANGE,
                    assertThrows(PfsException.class, () -> IndirectCells.EMPTY.with(change))
                            .code());
        }
    }
}
