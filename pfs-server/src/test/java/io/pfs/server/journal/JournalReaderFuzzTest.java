package io.pfs.server.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteWriter;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import io.pfs.server.journal.JournalRig.Entry;
import io.pfs.testing.MemoryDisk;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Any bytes at all in place of a file: refused as data that isn't ours or isn't whole, or read, and then read again alike. */
final class JournalReaderFuzzTest {
    private static final Set<ErrorCode> REFUSALS =
            Set.of(ErrorCode.CORRUPT, ErrorCode.NOT_OURS, ErrorCode.FORMAT_TOO_NEW, ErrorCode.FORMAT_TOO_OLD);

    @FuzzTest(maxDuration = "3s")
    void anyBytes(byte[] bytes) {
        recover(JournalSetup.of(
                MemoryDisk.of(Map.of(JournalFileName.of(2), bytes)), 1, JournalRig.TINY, Durability.SYNC));
    }

    /** As above, behind a good header and past the checksums: lengths and counts that no writer would write. */
    @FuzzTest(maxDuration = "3s")
    void anyBytesUnderGoodChecksums(byte[] bytes) {
        ByteWriter out = new ByteWriter(bytes.length + FileHeader.BYTES);
        new FileHeader(FileKind.JOURNAL, 2, JournalRig.OWNER, 0).encode(out);
        recover(new JournalSetup(
                MemoryDisk.of(Map.of(JournalFileName.of(2), out.bytes(bytes).toBytes())),
                1,
                JournalRig.TINY,
                Durability.SYNC,
                (array, offset, length, stored) -> true,
                TailRule.KNOWN_FORCED));
    }

    private static void recover(JournalSetup setup) {
        JournalRig first = new JournalRig(setup);
        try {
            first.replay();
        } catch (PfsException e) {
            assertTrue(REFUSALS.contains(e.code()), e.getMessage());
            return;
        }
        List<Entry> found = first.replayed;
        JournalRig second = new JournalRig(setup);
        second.replay();
        assertEquals(found, second.replayed);
    }
}
