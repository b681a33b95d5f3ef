package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.ClientOptions;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.local.LocalReadCounts;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableOptions;
import io.pfs.table.SpreadPolicy;
import io.pfs.table.Spreading;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client that can open the files of a server with several loops, of which it knows nothing. */
final class LocalReadsOfLoopsTest {
    private static final int LOOPS = 3;
    private static final int ROWS = 60;
    /** A cell that is so long is in a segment at once. */
    private static final int BYTES = 100_000;

    @TempDir
    private Path folder;

    private Way.Served serve() {
        return new Way.Served(folder.resolve("data"), EmbeddedOptions.DEFAULT.withLoops(LOOPS));
    }

    private static byte[] cell(int row) {
        byte[] bytes = new byte[BYTES];
        new Random(row).nextBytes(bytes);
        return bytes;
    }

    private static void fill(Table table) {
        for (int row = 0; row < ROWS; row++) {
            table.put("row" + row, "content", cell(row));
        }
    }

    private static void requireAll(Table table) {
        for (int row = 0; row < ROWS; row++) {
            assertArrayEquals(cell(row), table.get("row" + row, "content").orElseThrow(), "row" + row);
        }
    }

    private static LocalReadCounts all() {
        return new LocalReadCounts(ROWS, (long) ROWS * BYTES, 0);
    }

    @Test
    void cellsOfAllLoopsAreReadHereInEachLife() {
        TableOptions wide = TableOptions.DEFAULT.withSpreadPolicy(SpreadPolicy.ALWAYS);
        try (Pfs pfs = Pfs.beside(serve(), ClientOptions.DEFAULT)) {
            fill(pfs.createTable("/t", wide));
            requireAll(pfs.openTable("/t"));
            assertEquals(all(), pfs.localReads());
        }
        for (int loop = 0; loop < LOOPS; loop++) {
            String part = "server-000" + loop;
            assertTrue(Files.isDirectory(folder.resolve("data").resolve(part)), part);
        }
        try (Pfs pfs = Pfs.beside(serve(), ClientOptions.DEFAULT)) {
            requireAll(pfs.openTable("/t"));
            assertEquals(all(), pfs.localReads());
        }
    }

    /** Their cells stay where they were written. */
    @Test
    void soAreThoseOfRowsThatWentToAnotherLoop() {
        try (Pfs pfs = Pfs.beside(serve(), ClientOptions.DEFAULT)) {
            Table table = pfs.createTable("/t");
            fill(table);
            table.setSpreading(new Spreading(SpreadPolicy.ALWAYS, 0));
            while (table.describe().isDistributing()) {
                Thread.onSpinWait();
            }
            requireAll(table);
            assertEquals(all(), pfs.localReads());
        }
    }
}
