package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.client.table.LoadedCell;
import io.pfs.client.table.Page;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of cells in columns of which the row itself does not say how long they are: they end at so many bytes all the same. */
final class FarColumnPagesTest {
    private static final int ROWS = 30;
    private static final int CELL_BYTES = 300_000;
    private static final int PAGE_BYTES = 1 << 20;

    @TempDir
    private Path folder;

    private Pfs pfs;
    private Table table;
    private final TreeSet<String> names = new TreeSet<>();

    @BeforeEach
    void rows() {
        pfs = Pfs.embedded(folder);
        table = pfs.createTable("/t");
        for (int column = 0; column < 6; column++) {
            table.addColumn("c" + column);
        }
        for (int row = 0; row < ROWS; row++) {
            names.add("r" + row);
            table.put("r" + row, "c5", content("r" + row));
        }
    }

    @AfterEach
    void close() {
        pfs.close();
    }

    private static byte[] content(String name) {
        byte[] bytes = new byte[CELL_BYTES];
        Arrays.fill(bytes, (byte) name.hashCode());
        return bytes;
    }

    @Test
    void aScanHasPagesOfSoManyBytes() {
        Page first = table.scan().columns("c5").pages(1000, PAGE_BYTES).page().join();
        assertEquals(4, first.rows().size(), "the fourth is the one with which there are enough");
        assertTrue(first.next().isPresent());
        List<String> seen = new ArrayList<>();
        for (RowView row : table.scan().columns("c5").pages(1000, PAGE_BYTES)) {
            seen.add(row.name());
            assertArrayEquals(content(row.name()), row.cell("c5").orElseThrow());
        }
        assertEquals(ROWS, seen.size());
        assertEquals(names, new TreeSet<>(seen));
    }

    @Test
    void manyNamesAreReadInSeveralAnswers() {
        Map<String, byte[]> all = new TreeMap<>(table.getAll(names, "c5"));
        assertEquals(names, all.keySet());
        all.forEach((name, bytes) -> assertArrayEquals(content(name), bytes, name));
    }

    @Test
    void aColumnIsLoadedWhole() {
        TreeSet<String> seen = new TreeSet<>();
        for (LoadedCell cell : table.bulkLoad("c5")) {
            assertTrue(seen.add(cell.name()), cell.name());
            assertArrayEquals(content(cell.name()), cell.bytes());
        }
        assertEquals(names, seen);
    }
}
