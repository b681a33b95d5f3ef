package io.pfs.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.api.Indexes;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Who has no indexes pays nothing for them: RocksDB is neither loaded nor given a folder. */
final class UnindexedProcessTest {
    private static final String LIBRARY = "librocksdbjni";

    @TempDir
    private Path temporary;

    @Test
    void quickstartMakesNoFolderForIndexes() throws IOException, InterruptedException {
        Process quickstart = ServerProcess.run(
                "quickstart",
                "--photos",
                "20",
                "--data",
                temporary.resolve("data").toString());
        String said = new String(quickstart.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, quickstart.waitFor(), said);
        assertTrue(Files.exists(temporary.resolve("data")));
        assertFalse(Files.exists(temporary.resolve("data").resolve("index")));
    }

    /** The system says what a process has loaded. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aServerLoadsRocksDbWithItsFirstIndex() throws IOException, InterruptedException {
        Path data = temporary.resolve("data");
        for (int life = 0; life < 2; life++) {
            try (ServerProcess server = ServerProcess.start(data, "127.0.0.1:0");
                    Pfs pfs = Pfs.connect(server.uri())) {
                Table table = pfs.ensureTable("/t");
                table.edit("row").tag("n", 1).apply();
                assertEquals(1, table.search("where n = 1").explain().steps().size());
                assertFalse(hasLoadedRocksDb(server), "in life " + life);
                assertFalse(Files.exists(data.resolve("index")));
                if (life == 1) {
                    Indexes.make(table, List.of("n"));
                    assertTrue(hasLoadedRocksDb(server), "this test would see it");
                    assertTrue(Files.exists(data.resolve("index")));
                }
                assertEquals(0, server.stop());
            }
        }
    }

    private static boolean hasLoadedRocksDb(ServerProcess server) throws IOException {
        return Files.readString(Path.of("/proc/" + server.pid() + "/maps"), StandardCharsets.ISO_8859_1)
                .contains(LIBRARY);
    }
}
