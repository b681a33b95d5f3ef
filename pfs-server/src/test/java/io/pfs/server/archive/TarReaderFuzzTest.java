package io.pfs.server.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.ByteArrayInputStream;
import java.util.Optional;

/** Whatever the bytes: entries in bounded memory, each from further on, then an end or a refusal. */
final class TarReaderFuzzTest {
    @FuzzTest
    void read(byte[] bytes) {
        try (TarReader reader = TarReader.of("fuzz.tar", new ByteArrayInputStream(bytes))) {
            long before = -1;
            for (Optional<ArchiveEntry> next = reader.next(); next.isPresent(); next = reader.next()) {
                ArchiveEntry entry = next.get();
                assertTrue(entry.offset() > before && entry.offset() < bytes.length, entry.toString());
                before = entry.offset();
                readSome(reader, entry);
            }
        } catch (PfsException e) {
            assertEquals(ErrorCode.CORRUPT, e.code(), e.getMessage());
        }
    }

    private static void readSome(ArchiveReader reader, ArchiveEntry entry) {
        try {
            EntryPath.names(entry.path());
            assertEquals(entry.bytes(), reader.content(entry, 1 << 16).length);
        } catch (PfsException e) {
            assertTrue(e.code() != ErrorCode.INVARIANT_BROKEN, e.getMessage());
        }
    }
}
