package io.pfs.server.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FolderReaderTest {
    @TempDir
    private Path root;

    private Path outside;

    @BeforeEach
    void fill() throws IOException {
        outside = Files.createDirectory(root.resolve("outside"));
        Files.writeString(outside.resolve("secret"), "secret");
        Path folder = Files.createDirectories(root.resolve("folder/b/c"));
        Files.writeString(root.resolve("folder/z"), "z");
        Files.writeString(root.resolve("folder/a"), "a");
        Files.writeString(folder.resolve("x"), "x");
        Files.createSymbolicLink(root.resolve("folder/out"), outside);
        Files.createSymbolicLink(folder.resolve("up"), Path.of("../.."));
    }

    private ArchiveReader reader() {
        return ArchiveReader.open(root.resolve("folder"));
    }

    private static List<String> rest(ArchiveReader reader) {
        List<String> all = new ArrayList<>();
        for (Optional<ArchiveEntry> next = reader.next(); next.isPresent(); next = reader.next()) {
            all.add(next.get().kind() + " " + next.get().shown());
        }
        return all;
    }

    @Test
    void filesComeInOrderAndLinksLeadNowhere() {
        try (ArchiveReader reader = reader()) {
            assertEquals(
                    List.of(
                            "FILE a",
                            "DIRECTORY b",
                            "SYMLINK out",
                            "FILE z",
                            "DIRECTORY b/c",
                            "SYMLINK b/c/up",
                            "FILE b/c/x"),
                    rest(reader));
        }
    }

    /** The folder is somebody's, who goes on working. */
    @Test
    void whatChangesMeanwhileIsNoticed() throws IOException {
        try (ArchiveReader reader = reader()) {
            ArchiveEntry a = reader.next().orElseThrow();
            Files.writeString(root.resolve("folder/a"), "longer now");
            PfsException e = assertThrows(PfsException.class, () -> reader.content(a, 100));
            assertEquals(ErrorCode.BUSY, e.code());
            reader.next(); // the directory, listed later
            Files.delete(root.resolve("folder/z"));
            Files.delete(root.resolve("folder/b/c/x"));
            assertEquals(List.of("SYMLINK out", "UNREADABLE z", "DIRECTORY b/c", "SYMLINK b/c/up"), rest(reader));
        }
    }

    @Test
    void aFileThatBecameALinkIsNotFollowed() throws IOException {
        try (ArchiveReader reader = reader()) {
            ArchiveEntry a = reader.next().orElseThrow();
            Files.delete(root.resolve("folder/a"));
            Files.createSymbolicLink(root.resolve("folder/a"), outside.resolve("secret"));
            assertThrows(PfsException.class, () -> reader.content(a, 100));
        }
    }

    @Test
    void aDirectoryThatIsGoneIsOneEntryThatIsNotTaken() throws IOException {
        try (ArchiveReader reader = reader()) {
            assertEquals(
                    "b",
                    List.of(reader.next(), reader.next()).get(1).orElseThrow().shown());
            Files.delete(root.resolve("folder/b/c/x"));
            Files.delete(root.resolve("folder/b/c/up"));
            Files.delete(root.resolve("folder/b/c"));
            Files.delete(root.resolve("folder/b"));
            assertEquals(List.of("SYMLINK out", "FILE z", "UNREADABLE b"), rest(reader));
        }
    }
}
