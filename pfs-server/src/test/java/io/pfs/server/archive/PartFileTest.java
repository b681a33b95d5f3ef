package io.pfs.server.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file appears when it is whole, whoever else writes beside it. */
final class PartFileTest {
    @TempDir
    private Path folder;

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void twoWriteTheSameFileAndTheLastOfThemIsThere() throws IOException {
        Path target = folder.resolve("a");
        try (PartFile first = PartFile.open(target, true);
                PartFile second = PartFile.open(target, true)) {
            first.out().write(new byte[100_000]);
            second.out().write(new byte[] {7});
            first.place();
            assertEquals(100_000, Files.size(target));
            second.place();
        }
        assertEquals(1, Files.size(target));
        assertEquals(List.of("a"), names());
    }

    @Test
    void whatNobodyWritesAnyMoreGoes() throws IOException {
        Path target = folder.resolve("a");
        Files.writeString(folder.resolve("a.pfs-part-123"), "of one who was killed");
        Files.writeString(folder.resolve("b.pfs-part-123"), "of another file");
        try (PartFile living = PartFile.open(target, true);
                PartFile unused = PartFile.open(target, true)) {
            living.place();
        }
        assertEquals(List.of("a", "b.pfs-part-123"), names());
    }

    @Test
    void itGoesWhereTheNextIsRefusedToo() throws IOException {
        Path target = Files.writeString(folder.resolve("a"), "there");
        Files.writeString(folder.resolve("a.pfs-part-123"), "of one who was killed");
        PfsException e = assertThrows(PfsException.class, () -> PartFile.open(target, false));
        assertEquals(ErrorCode.FILE_EXISTS, e.code());
        assertEquals(List.of("a"), names());
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void nobodyReadsAnArchiveWhoCouldNotReadTheOneBefore() throws IOException {
        for (ArchiveFormat format : List.of(ArchiveFormat.TAR, ArchiveFormat.TAR_GZ, ArchiveFormat.ZIP)) {
            Path target = Files.writeString(folder.resolve("of-" + format), "before");
            Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-r-----"));
            try (ArchiveWriter writer = ArchiveWriter.open(target, format, true)) {
                writer.directory(List.of(RowName.of("a")), 0_755, 0);
                for (String name : names()) {
                    if (name.startsWith("of-" + format + ".pfs-")) {
                        assertEquals("rw-------", mode(folder.resolve(name)), name);
                    }
                }
                writer.finish();
            }
            assertEquals("rw-r-----", mode(target));
        }
    }

    /** Only who is in a group, or is root, can give a file to it. */
    @Test
    void theGroupThatMayReadItIsTheSameAsBefore() throws IOException {
        Path target = Files.writeString(folder.resolve("a"), "before");
        int group = (int) Files.getAttribute(target, "unix:gid") + 1;
        assumeTrue(isGivenTo(target, group), "no second group to give a file to");
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-r-----"));
        try (PartFile part = PartFile.open(target, true)) {
            part.place();
        }
        assertEquals(group, Files.getAttribute(target, "unix:gid"));
        assertEquals("rw-r-----", mode(target));
    }

    private static boolean isGivenTo(Path file, int group) throws IOException {
        try {
            Files.setAttribute(file, "unix:gid", group);
            return true;
        } catch (FileSystemException e) {
            return false;
        }
    }

    @Test
    void itsOwnerAloneReadsWhatIsNotWhole() throws IOException {
        Path target = folder.resolve("a");
        try (PartFile part = PartFile.openIn(folder, target, false)) {
            assertTrue(PartFile.isPart(part.path()));
            assertFalse(PartFile.isPart(target));
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(part.path())));
        }
        assertEquals(List.of(), names());
    }
}
