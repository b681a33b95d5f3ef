package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.server.store.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A folder that is opened for one command after the other, as by a script. */
final class ShortLivesTest {
    private static final int LIVES = 120;

    @TempDir
    private Path folder;

    private Pfs open(Durability durability) {
        EmbeddedServer server = EmbeddedServer.open(folder.resolve(durability.name()), durability);
        return Pfs.over(server, ClientOptions.DEFAULT);
    }

    /** Each leaves a file of the journal, and who opens the next reads them all. */
    @ParameterizedTest
    @EnumSource
    void theJournalDoesNotGrowByAFileALife(Durability durability) throws IOException {
        try (Pfs pfs = open(durability)) {
            pfs.createTable("/t");
        }
        for (int life = 0; life < LIVES; life++) {
            try (Pfs pfs = open(durability)) {
                pfs.openTable("/t").put("row" + life, "content", new byte[] {(byte) life});
            }
        }
        long files = journalFiles(durability);
        assertTrue(files < LIVES / 4 * 3, files + " files of the journal");
        try (Pfs pfs = open(durability)) {
            for (int life = 0; life < LIVES; life++) {
                byte[] content =
                        pfs.openTable("/t").get("row" + life, "content").orElseThrow();
                assertArrayEquals(new byte[] {(byte) life}, content);
            }
        }
    }

    private long journalFiles(Durability durability) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve(durability.name()).resolve("journal"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("journal-"))
                    .count();
        }
    }
}
