package io.pfs.server.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.journal.JournalRig.Entry;
import io.pfs.testing.MemoryDisk;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Any bytes at all in place of a file: refused as data that isn't ours or isn't whole, or read, and then read again alike. */
final class JournalReaderFuzzTest {
    private static final Set<ErrorCode> REFUSALS =
            Set.of(ErrorCode.CORRUPT, ErrorCode.NOT_OURS, ErrorCode.FORMAT_TOO_NEW, ErrorCode.FORMAT_TOO_OLD);

    @FuzzTest
    void anyBytes(byte[] bytes) {
        recover(JournalSetup.of(
                MemoryDisk.of(Map.of(JournalFileName.of(2), bytes)), 1, JournalRig.TINY, Durability.SYNC));
    }

    static void recover(JournalSetup setup) {
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
