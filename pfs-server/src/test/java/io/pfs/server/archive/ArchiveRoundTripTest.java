package io.pfs.server.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.server.archive.Archives.Whole;
import io.pfs.testing.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written is read again, byte for byte, in each format. */
final class ArchiveRoundTripTest {
    private static final List<RowName> NAME = List.of(RowName.of("a"));

    @TempDir
    private Path temporary;

    @Test
    void everyFormatKeepsEverything() {
        Seeds.each("ArchiveRoundTripTest#everyFormatKeepsEverything", 20, seed -> {
            List<Whole> entries = Archives.random(new Random(seed), 60);
            for (ArchiveFormat format : ArchiveFormat.values()) {
                Path target = temporary.resolve(seed + "-" + format);
                try (ArchiveWriter writer = ArchiveWriter.open(target, format, false)) {
                    Archives.write(writer, entries);
                }
                assertEquals(format, ArchiveFormat.detect(target));
                Archives.requireSame(sorted(entries), sorted(Archives.readAll(target)), format.toString());
            }
        });
    }

    private static List<Whole> sorted(List<Whole> entries) {
        return entries.stream().sorted(Comparator.comparing(Whole::path)).toList();
    }

    @Test
    void anArchiveAppearsOnlyWhenItIsWhole() {
        for (ArchiveFormat format : List.of(ArchiveFormat.TAR, ArchiveFormat.TAR_GZ, ArchiveFormat.ZIP)) {
            Path target = temporary.resolve(format.toString());
            try (ArchiveWriter writer = ArchiveWriter.open(target, format, false)) {
                writer.file(NAME, new EntryAttributes(0_644, 0), new byte[10]);
                assertFalse(Files.exists(target));
            }
            assertEquals(List.of(), list(temporary), "nothing is left of what was given up");
            for (int times = 0; times < 2; times++) {
                try (ArchiveWriter writer = ArchiveWriter.open(target, format, times > 0)) {
                    writer.file(NAME, new EntryAttributes(0_644, 0), new byte[10]);
                    writer.finish();
                }
            }
            PfsException e = assertThrows(
                    PfsException.class,
                    () -> ArchiveWriter.open(target, format, false).close());
            assertEquals(ErrorCode.FILE_EXISTS, e.code());
            assertEquals(List.of(target), list(temporary));
            delete(target);
        }
    }

    @Test
    void aFolderKeepsWhatItHas() throws IOException {
        Path target = Files.createDirectory(temporary.resolve("folder"));
        Files.writeString(target.resolve("a"), "old");
        try (ArchiveWriter writer = ArchiveWriter.open(target, ArchiveFormat.FOLDER, false)) {
            PfsException e = assertThrows(
                    PfsException.class, () -> writer.file(NAME, new EntryAttributes(0_644, 0), new byte[10]));
            assertEquals(ErrorCode.FILE_EXISTS, e.code());
        }
        assertEquals("old", Files.readString(target.resolve("a")));
        try (ArchiveWriter writer = ArchiveWriter.open(target, ArchiveFormat.FOLDER, true)) {
            writer.file(NAME, new EntryAttributes(0_644, 5_000), new byte[10]);
            assertEquals(true, writer.has(NAME, 10, 5_000));
            assertEquals(false, writer.has(NAME, 11, 5_000));
            assertEquals(false, writer.has(NAME, 10, 6_000));
            writer.finish();
        }
        assertEquals(10, Files.size(target.resolve("a")));
        assertEquals(List.of(target.resolve("a")), list(target));
    }

    /** Else a table that was imported from an archive could write anywhere when it is exported. */
    @Test
    void noLinkIsFollowedOutOfAFolder() throws IOException {
        Path target = Files.createDirectory(temporary.resolve("folder"));
        Path outside = Files.createDirectory(temporary.resolve("outside"));
        Files.createSymbolicLink(target.resolve("a"), outside);
        try (ArchiveWriter writer = ArchiveWriter.open(target, ArchiveFormat.FOLDER, true)) {
            List<RowName> below = List.of(RowName.of("a"), RowName.of("b"));
            PfsException e = assertThrows(
                    PfsException.class, () -> writer.file(below, new EntryAttributes(0_644, 0), new byte[10]));
            assertEquals(ErrorCode.NOT_A_FILE, e.code());
            writer.file(NAME, new EntryAttributes(0_644, 0), new byte[10]);
        }
        assertEquals(List.of(), list(outside));
        assertFalse(Files.isSymbolicLink(target.resolve("a")), "the link itself was replaced");
    }

    private static List<Path> list(Path folder) {
        try (var files = Files.list(folder)) {
            return files.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
