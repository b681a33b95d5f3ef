package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder that is opened for one command after the other, as by a script. */
final class ShortLivesTest {
    private static final int LIVES = 150;

    @TempDir
    private Path folder;

    private Pfs open() {
        return Pfs.embedded(folder);
    }

    /** Each leaves a file of the journal, and who opens the next reads them all. */
    @Test
    void theJournalDoesNotGrowByAFileALife() throws IOException {
        try (Pfs pfs = open()) {
            pfs.createTable("/t");
        }
        for (int life = 0; life < LIVES; life++) {
            try (Pfs pfs = open()) {
                pfs.openTable("/t").put("row" + life, "content", new byte[] {(byte) life});
            }
        }
        long files = journalFiles();
        assertTrue(files < LIVES / 2, files + " files of the journal");
        try (Pfs pfs = open()) {
            for (int life = 0; life < LIVES; life++) {
                byte[] content =
                        pfs.openTable("/t").get("row" + life, "content").orElseThrow();
                assertArrayEquals(new byte[] {(byte) life}, content);
            }
        }
    }

    private long journalFiles() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("journal"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("journal-"))
                    .count();
        }
    }
}
