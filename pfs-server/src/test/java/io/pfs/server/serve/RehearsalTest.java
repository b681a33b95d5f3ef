package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** It leaves nothing behind, and nobody depends on it. */
final class RehearsalTest {
    @TempDir
    private Path data;

    @Test
    void nothingStays() throws IOException {
        assertEquals(Optional.empty(), Rehearsal.in(data));
        assertEquals(List.of(), files());
    }

    @Test
    void whatALifeBeforeLeftBehindGoes() throws IOException {
        Files.writeString(
                Files.createDirectories(data.resolve("rehearsal/pool")).resolve("superblock"), "half of it");
        assertEquals(Optional.empty(), Rehearsal.in(data));
        assertEquals(List.of(), files());
    }

    @Test
    void whatKeepsItFromBeingDoneIsSaid() throws IOException {
        Path file = Files.writeString(data.resolve("file"), "no folder");
        String why = Rehearsal.in(file).orElseThrow();
        assertTrue(why.startsWith("opening seats could not be rehearsed in " + file), why);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(data)) {
            return all.toList();
        }
    }
}
