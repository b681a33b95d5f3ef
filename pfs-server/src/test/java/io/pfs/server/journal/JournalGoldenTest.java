package io.pfs.server.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.server.journal.JournalRig.Entry;
import io.pfs.testing.Golden;
import io.pfs.testing.MemoryDisk;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The bytes of version 1, for ever. */
final class JournalGoldenTest {
    private static final String SECOND_FILE = "journal-0000000000000002";

    private static final List<Entry> ENTRIES = List.of(
            new Entry(3, 1, 7, new byte[] {1, 2, 3}),
            new Entry(3, 1, 8, new byte[] {4, 5, 6, 7, 8}),
            new Entry(0xabcd, 2, 0x1_0000_0001L, new byte[0]),
            new Entry(3, 4, 90, new byte[] {9}));

    /** A second file: one carried batch, two of its own, closed. */
    private static byte[] write() {
        MemoryDisk disk = new MemoryDisk();
        JournalRig first = JournalRig.on(disk);
        first.replay();
        first.append(ENTRIES.get(0));
        first.settle();
        JournalRig second = JournalRig.on(disk);
        second.replay();
        second.append(ENTRIES.get(1));
        second.append(ENTRIES.get(2));
        second.settle();
        second.append(ENTRIES.get(3));
        second.settle();
        second.journal.close();
        return disk.names().get(SECOND_FILE).bytes();
    }

    @Test
    void bytesAreThoseOfVersion1() {
        Golden.check(JournalGoldenTest.class, "journal-v1", write());
    }

    @Test
    void bytesOfVersion1AreRead() {
        byte[] bytes = Golden.bytes(JournalGoldenTest.class, "journal-v1");
        assertEquals(ENTRIES, JournalRig.recover(MemoryDisk.of(Map.of(SECOND_FILE, bytes))));
    }
}
