package io.pfs.server.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.server.journal.JournalRig.Entry;
import io.pfs.testing.Golden;
import io.pfs.testing.MemoryDisk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of version 2, and those of version 1, which are read for ever. */
final class JournalGoldenTest {
    private static final String SECOND_FILE = "journal-0000000000000002";
    private static final int BATCHES_END = 424;
    /** Where the records of each batch stand. */
    private static final int[][] RECORDS = {{184, 215}, {272, 333}, {392, 421}};

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
    void bytesAreThoseOfVersion2() {
        Golden.check(JournalGoldenTest.class, "journal-v2", write());
    }

    @ParameterizedTest
    @ValueSource(strings = {"journal-v1", "journal-v2"})
    void bytesAreRead(String golden) {
        byte[] bytes = Golden.bytes(JournalGoldenTest.class, golden);
        assertEquals(ENTRIES, JournalRig.recover(MemoryDisk.of(Map.of(SECOND_FILE, bytes))));
    }

    /** Its two checksums prove nothing of each other. */
    @Test
    void nothingIsChangedBackInBatchesOfVersion1() {
        byte[] bytes = Golden.bytes(JournalGoldenTest.class, "journal-v1");
        for (int[] records : RECORDS) {
            for (int bit = records[0] * Byte.SIZE; bit < records[1] * Byte.SIZE; bit++) {
                byte[] damaged = bytes.clone();
                damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                JournalRig rig = JournalRig.on(MemoryDisk.of(Map.of(SECOND_FILE, damaged)));
                Losses losses = rig.replay().losses();
                assertTrue(ENTRIES.containsAll(rig.replayed), "bit " + bit);
                assertFalse(losses.isNothing(), "bit " + bit);
                assertEquals(List.of(), losses.mended(), "bit " + bit);
            }
        }
    }

    /** Its last batch is copied to a file of today, if nothing proves that it was forced. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void afterVersion1ItGoesOn(boolean isClosed) {
        byte[] bytes = Golden.bytes(JournalGoldenTest.class, "journal-v1");
        int length = isClosed ? bytes.length : BATCHES_END;
        MemoryDisk disk = MemoryDisk.of(Map.of(SECOND_FILE, Arrays.copyOf(bytes, length)));
        JournalRig rig = JournalRig.on(disk);
        rig.replay();
        rig.append(new Entry(3, 4, 91, new byte[] {10}));
        rig.settle();
        List<Entry> all = new ArrayList<>(ENTRIES);
        all.add(new Entry(3, 4, 91, new byte[] {10}));
        assertEquals(all, JournalRig.recover(disk));
    }
}
