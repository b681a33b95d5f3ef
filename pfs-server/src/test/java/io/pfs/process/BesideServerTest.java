package io.pfs.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.local.LocalReadCounts;
import io.pfs.client.table.CellInput;
import io.pfs.client.table.Table;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client that has the files of a server before it, which is a process of its own and is killed. */
final class BesideServerTest {
    private static final int CELL_BYTES = 500_000;
    private static final int LARGE_BYTES = 5_000_000;

    private static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    /** Nobody waits until it has looked for the folder: so many reads are done meanwhile at the most. */
    private static final int LOOKS_MAX = 10_000;

    /** It goes on with what it opened, and finds the folder again, which has another witness then. */
    @Test
    void readingGoesOnAfterTheServerWasKilled(@TempDir Path folder) throws IOException {
        byte[] large = random(LARGE_BYTES, 1);
        byte[] cell = random(CELL_BYTES, 2);
        ServerProcess first = ServerProcess.start(folder, "127.0.0.1:0");
        String uri = first.uri();
        try (Pfs pfs = Pfs.connect(uri, ClientOptions.DEFAULT.withTimeout(Duration.ofMinutes(2)))) {
            Table table = pfs.createTable("/t");
            table.put("row", "content", cell);
            pfs.files().write("/large", large);
            assertArrayEquals(cell, table.get("row", "content").orElseThrow());
            assertEquals(new LocalReadCounts(1, CELL_BYTES, 0), pfs.localReads());
            try (CellInput in = pfs.files().open("/large")) {
                assertArrayEquals(Arrays.copyOf(large, 1000), in.readNBytes(1000));
                first.close();
                assertArrayEquals(Arrays.copyOfRange(large, 1000, LARGE_BYTES), in.readAllBytes());
            }
            URI address = URI.create(uri);
            try (ServerProcess second = ServerProcess.start(folder, address.getHost() + ":" + address.getPort())) {
                assertEquals(uri, second.uri());
                assertArrayEquals(cell, table.get("row", "content").orElseThrow());
                long before = pfs.localReads().cells();
                for (int i = 0; i < LOOKS_MAX && pfs.localReads().cells() == before; i++) {
                    assertArrayEquals(cell, table.get("row", "content").orElseThrow());
                }
                assertTrue(pfs.localReads().cells() > before, "it has not found the folder again");
                assertTrue(pfs.localReads().askedAgain() <= 1, "only what was sent before it knew of the new life");
            }
        }
    }
}
