package io.pfs.server.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.journal.JournalRig.Entry;
import io.pfs.testing.Damage;
import io.pfs.testing.MemoryDisk;
import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Every prefix and every flipped bit of every file of a small journal. */
final class JournalDamageTest {
    private static final Set<ErrorCode> REFUSALS =
            Set.of(ErrorCode.CORRUPT, ErrorCode.NOT_OURS, ErrorCode.FORMAT_TOO_NEW, ErrorCode.FORMAT_TOO_OLD);

    /** A journal at rest, and what its files hold. */
    private record Image(Map<String, byte[]> files, List<Entry> entries, List<Region> regions) {}

    /**
     * One file of it.
     *
     * @param promised below this everything is known to be forced
     * @param batches where the batches of the unpromised tail begin, and how many records there are before each
     */
    private record Region(String name, long promised, Map<Long, Integer> batches, long end) {}

    private static Image image(boolean closed) {
        MemoryDisk disk = new MemoryDisk();
        JournalRig first = JournalRig.on(disk);
        first.replay();
        int count = Seeds.nightly() ? 160 : 14;
        for (int i = 0; i < count; i++) {
            first.append(i % 3, 20 + i * 37 % 90);
            if (i % 3 != 1) {
                first.settle();
            }
        }
        first.settle();
        // the second run carries over the last batch of the first
        JournalRig second = JournalRig.on(disk);
        second.replay();
        for (int i = 0; i < 3; i++) {
            second.append(i, 40 + i);
            second.append(3, 9);
            second.settle();
        }
        if (closed) {
            second.journal.close();
        }
        Map<String, byte[]> files = new TreeMap<>();
        disk.names().forEach((name, inode) -> files.put(name, inode.bytes()));
        return new Image(files, second.all(), regions(disk));
    }

    private static List<Region> regions(MemoryDisk disk) {
        JournalSetup setup = JournalSetup.of(disk, JournalRig.OWNER, JournalRig.TINY, Durability.SYNC);
        List<Region> regions = new ArrayList<>();
        List<String> names = disk.list();
        int records = 0;
        for (int i = 0; i < names.size(); i++) {
            try (JournalReader reader = JournalReader.open(setup, i + 1)) {
                boolean last = i == names.size() - 1;
                long limit =
                        last ? reader.footer().map(JournalFooter::end).orElse(Long.MAX_VALUE) : nextCut(setup, i + 2);
                Map<Long, Integer> batches = new TreeMap<>();
                long promised = Math.max(reader.head().forcedTo(), limit == Long.MAX_VALUE ? 0 : limit);
                while (reader.at() < limit && batchStands(disk, names.get(i), reader.at())) {
                    JournalReader.Whole batch = reader.next(Long.MAX_VALUE);
                    batches.put(batch.offset(), records);
                    records += batch.header().records();
                    promised = Math.max(promised, batch.header().forced());
                }
                regions.add(new Region(names.get(i), promised, batches, reader.at()));
            }
        }
        return regions;
    }

    private static boolean batchStands(MemoryDisk disk, String name, long at) {
        byte[] bytes = disk.names().get(name).bytes();
        return at < bytes.length && bytes[(int) at] != 0;
    }

    private static long nextCut(JournalSetup setup, long id) {
        try (JournalReader next = JournalReader.open(setup, id)) {
            return next.head().previousEnd();
        }
    }

    @Test
    void everyFlippedBitOfAJournalThatCrashed() {
        eachFlip(image(false));
    }

    @Test
    void everyFlippedBitOfAJournalThatWasClosed() {
        eachFlip(image(true));
    }

    private static void eachFlip(Image image) {
        assertTrue(image.regions.size() >= 4, "several files");
        for (Region region : image.regions) {
            int[] at = {0};
            Damage.eachBitFlip(image.files.get(region.name), (damaged, what) -> {
                long offset = at[0]++ / Byte.SIZE;
                expect(image, region, damaged, what, offset < region.promised, offset);
            });
        }
    }

    @Test
    void everyPrefixOfAJournalThatCrashed() {
        eachPrefix(image(false));
    }

    @Test
    void everyPrefixOfAJournalThatWasClosed() {
        eachPrefix(image(true));
    }

    private static void eachPrefix(Image image) {
        Region last = image.regions.get(image.regions.size() - 1);
        for (Region region : image.regions) {
            Damage.eachPrefix(image.files.get(region.name), (damaged, what) -> {
                long offset = damaged.length;
                // with its end the last file loses what proved it whole, as in a crash that came earlier
                boolean refused =
                        region.name.equals(last.name) ? offset < headEnd(image, region) : offset < region.promised;
                expect(image, region, damaged, what, refused, offset);
            });
        }
    }

    private static long headEnd(Image image, Region region) {
        MemoryDisk disk = MemoryDisk.of(image.files);
        try (JournalReader reader = JournalReader.open(
                JournalSetup.of(disk, JournalRig.OWNER, JournalRig.TINY, Durability.SYNC),
                disk.list().indexOf(region.name) + 1)) {
            return reader.head().forcedTo();
        }
    }

    /** Either refused, naming the file, or everything but the batches from the damaged one on. */
    private static void expect(Image image, Region region, byte[] damaged, String what, boolean refused, long offset) {
        Map<String, byte[]> files = new TreeMap<>(image.files);
        files.put(region.name, damaged);
        String where = region.name + ", " + what;
        try {
            List<Entry> found = JournalRig.recover(MemoryDisk.of(files));
            assertTrue(!refused, where + ": should have been refused, found " + found);
            assertEquals(image.entries.subList(0, recordsBefore(image, region, offset)), found, where);
        } catch (PfsException e) {
            if (!refused || !REFUSALS.contains(e.code()) || !e.getMessage().contains(region.name)) {
                fail(where + ": " + e.getMessage(), e);
            }
        }
    }

    private static int recordsBefore(Image image, Region region, long offset) {
        int records = image.entries.size();
        if (offset < region.end) {
            for (Map.Entry<Long, Integer> batch : region.batches.entrySet()) {
                if (batch.getKey() <= offset) {
                    records = batch.getValue();
                }
            }
        }
        return records;
    }
}
