package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Epoch;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server has of a seat beside the pool, which others may have had since. */
final class SeatDataTest {
    private static final String FILE = "000001.sst";

    @TempDir
    private Path folder;

    private Path indexIn(long epoch) {
        try (DataFolder data = DataFolder.openOrFormat(folder, new SystemClock(), new SystemEntropy())) {
            return data.index(new Epoch(epoch));
        }
    }

    private static void fill(Path index) throws IOException {
        Files.createDirectories(index);
        Files.writeString(index.resolve(FILE), "keys");
    }

    @Test
    void anIndexIsOfUseToTheLifeJustBehindTheOneThatMadeIt() throws IOException {
        Path first = indexIn(4);
        assertFalse(Files.exists(first), "it is made when it is needed");
        fill(first);
        Path second = indexIn(5);
        assertTrue(Files.exists(second.resolve(FILE)), "nobody else had the seat in between");
        assertFalse(Files.exists(first));
        Path third = indexIn(7);
        assertFalse(Files.exists(second), "somebody else had it in epoch 6");
        assertFalse(Files.exists(third));
    }

    @Test
    void whatIsNoIndexStays() throws IOException {
        Path other = folder.resolve("superblock");
        fill(indexIn(1));
        assertFalse(Files.exists(indexIn(9)));
        assertTrue(Files.exists(other));
    }
}
