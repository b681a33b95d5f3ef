package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which folders a server takes for its own. */
final class SeatsFolderTest {
    @TempDir
    private Path folder;

    private void requireRefused(ErrorCode code, String says) {
        PfsException refused = assertThrows(PfsException.class, () -> SeatsFolder.open(folder));
        assertEquals(code, refused.code());
        assertTrue(refused.detail().contains(says), refused.detail());
    }

    @Test
    void aFolderIsOursIfASeatIsInIt() throws IOException {
        Files.createFile(folder.resolve("strange"));
        requireRefused(ErrorCode.NOT_OURS, "it holds strange");
        Files.createFile(folder.resolve("seat-0001"));
        requireRefused(ErrorCode.NOT_OURS, "it holds strange");
        Path seat = Files.createDirectory(folder.resolve("seat-0000"));
        requireRefused(ErrorCode.NOT_OURS, "it holds strange");
        Files.createFile(seat.resolve(SuperblockFile.NAME));
        try (Disk ours = SeatsFolder.open(folder)) {
            SeatsFolder.mark(ours);
        }
        assertTrue(Files.exists(folder.resolve("pfs-seats")));
    }

    /** Whose it is nobody knows then: it may be another time. */
    @Test
    void whatCantBeLookedAtIsNotSaidToBeAnothers() throws IOException {
        Files.createFile(folder.resolve("strange"));
        Path seat = Files.createDirectory(folder.resolve("seat-0000"));
        Path superblock = seat.resolve(SuperblockFile.NAME);
        Files.createSymbolicLink(superblock, superblock);
        requireRefused(ErrorCode.IO_FAILED, superblock.toString());
        Files.delete(superblock);
        Files.delete(seat);
        Files.createSymbolicLink(seat, seat);
        requireRefused(ErrorCode.IO_FAILED, seat.toString());
        Path itself = folder.resolve("itself");
        Files.createSymbolicLink(itself, itself);
        PfsException refused = assertThrows(PfsException.class, () -> SeatsFolder.open(itself));
        assertEquals(ErrorCode.IO_FAILED, refused.code());
    }

    @Test
    void aListingThatFailsMidwayIsRefused() {
        Stream<Path> failing = Stream.of(folder.resolve("a"), folder.resolve("b"))
                .peek(entry -> {
                    throw new UncheckedIOException(new IOException("Input/output error"));
                });
        PfsException refused = assertThrows(PfsException.class, () -> SeatsFolder.namesOf(folder, failing));
        assertEquals(ErrorCode.IO_FAILED, refused.code());
        assertEquals(List.of("a"), SeatsFolder.namesOf(folder, Stream.of(folder.resolve("a"))));
    }
}
