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

    /** Whether a folder can be walked through shows on the way: here that a path is longer than the system takes. */
    @Test
    void whatIsFoundTooDeepIsSaid() throws IOException {
        Path deep = Files.createDirectories(nested(data.resolve("rehearsal"), 20));
        Path apart = data.resolve("apart");
        Files.createDirectories(nested(apart, 30));
        Files.move(apart, deep.resolve("apart"));
        try {
            String why = Rehearsal.in(data).orElseThrow();
            assertTrue(why.startsWith("opening seats could not be rehearsed in " + data), why);
        } finally {
            Files.move(deep.resolve("apart"), apart); // or nobody can delete it
        }
    }

    private static Path nested(Path folder, int levels) {
        Path nested = folder;
        for (int level = 0; level < levels; level++) {
            nested = nested.resolve("d".repeat(100));
        }
        return nested;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(data)) {
            return all.toList();
        }
    }
}
