package io.pfs.server.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Whatever the bytes: entries in bounded memory, contents as long as declared, then an end or a refusal. */
final class ZipReaderFuzzTest {
    /** One for all runs: making a file takes longer than reading it. */
    private static final Path FILE = temporaryFile();

    private static Path temporaryFile() {
        try {
            Path file = Files.createTempFile("fuzz-", ".zip");
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @FuzzTest
    void read(byte[] bytes) throws IOException {
        try (ArchiveReader reader = ZipReader.open(Files.write(FILE, bytes))) {
            int entries = 0;
            for (Optional<ArchiveEntry> next = reader.next(); next.isPresent(); next = reader.next()) {
                entries++;
                readSome(reader, next.get());
            }
            assertTrue(entries <= bytes.length / ZipMember.FIXED_BYTES);
        } catch (PfsException e) {
            assertTrue(e.code().kind() == ErrorCode.Kind.DATA || e.code() == ErrorCode.NOT_SUPPORTED, e.getMessage());
        }
    }

    private static void readSome(ArchiveReader reader, ArchiveEntry entry) {
        if (entry.kind() == EntryKind.FILE) {
            try {
                assertEquals(entry.bytes(), reader.content(entry, 1 << 16).length);
            } catch (PfsException e) {
                assertTrue(e.code() == ErrorCode.CORRUPT || e.code() == ErrorCode.TOO_LARGE, e.getMessage());
            }
        }
    }
}
