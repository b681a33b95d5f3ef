package io.pfs.server.journal;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pfs.Durability;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import io.pfs.testing.MemoryDisk;
import java.util.Map;

/** Any bytes behind a good header and past the checksums: lengths and counts that no writer would write. */
final class JournalRecordsFuzzTest {
    private static final Checksum NEVER_WRONG = (array, offset, length, stored) -> true;

    @FuzzTest
    void anyBytes(byte[] bytes) {
        ByteWriter out = new ByteWriter(bytes.length + FileHeader.BYTES);
        new FileHeader(FileKind.JOURNAL, 2, JournalRig.OWNER, 0).encode(out);
        JournalReaderFuzzTest.recover(new JournalSetup(
                MemoryDisk.of(Map.of(JournalFileName.of(2), out.bytes(bytes).toBytes())),
                1,
                JournalRig.TINY,
                Durability.SYNC,
                new JournalSums(NEVER_WRONG, NEVER_WRONG),
                TailRule.KNOWN_FORCED));
    }
}
