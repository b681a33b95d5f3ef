package io.pfs.server.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.pfs.Durability;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.server.journal.JournalRig.Entry;
import io.pfs.testing.Damage;
import io.pfs.testing.MemoryDisk;
import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every prefix, every flipped bit, and every run of inverted bytes of every file of a small journal. */
final class JournalDamageTest {

    /** A journal at rest, and what its files hold. */
    private record Image(boolean wasClosed, Map<String, byte[]> files, List<Entry> entries, List<Region> regions) {}

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
        return new Image(closed, files, second.all(), regions(disk));
    }

    private static List<Region> regions(MemoryDisk disk) {
        JournalSetup setup = JournalSetup.of(disk, JournalRig.OWNER, JournalRig.TINY, Durability.SYNC);
        List<Region> regions = new ArrayList<>();
        List<String> names = JournalRig.files(disk);
        int records = 0;
        for (int i = 0; i < names.size(); i++) {
            try (JournalReader reader = JournalReader.open(setup, setup.disk()::open, i + 1)) {
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
        try (JournalReader next = JournalReader.open(setup, setup.disk()::open, id)) {
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

    /** What was promised is read as it was, whichever bit it is. */
    private static void eachFlip(Image image) {
        assertTrue(image.regions.size() >= 4, "several files");
        for (Region region : image.regions) {
            int[] at = {0};
            Damage.eachBitFlip(image.files.get(region.name), (damaged, what) -> {
                long offset = at[0]++ / Byte.SIZE;
                Outcome found = recover(image, region, damaged, what);
                if (offset < region.promised) {
                    expectMended(image, found);
                } else {
                    expectTorn(image, region, found, offset);
                }
            });
        }
    }

    @Test
    void everyInvertedByteOfAJournalThatCrashed() {
        eachRun(image(false), 1);
    }

    @Test
    void everyInvertedByteOfAJournalThatWasClosed() {
        eachRun(image(true), 1);
    }

    @Test
    void eachTwoInvertedBytesOfAJournalThatCrashed() {
        eachRun(image(false), 2);
    }

    @Test
    void eachFewInvertedBytesOfAJournalThatCrashed() {
        eachRun(image(false), 5);
    }

    @Test
    void eachFewInvertedBytesOfAJournalThatWasClosed() {
        eachRun(image(true), 5);
    }

    /**
     * What is so small that it can be found out costs nothing; but of a head that is a single byte. Damage to the end of what was promised and to what
     * proves that it was, behind it, is a torn tail, unless it is known that nothing was torn.
     */
    private static void eachRun(Image image, int length) {
        Region last = image.regions.get(image.regions.size() - 1);
        for (Region region : image.regions) {
            int[] at = {0};
            Damage.eachRunChanged(image.files.get(region.name), length, (damaged, what) -> {
                long offset = at[0]++;
                Outcome found = recover(image, region, damaged, what);
                if (offset < JournalHead.END - 1 && length > 1) {
                    expectHeadLost(image, region, found);
                    return;
                }
                boolean isProofLost = region.equals(last) && offset + length > region.promised;
                int promised = (int) Math.min(length, region.promised - offset);
                if (isProofLost && offset < region.promised && image.wasClosed) {
                    expectLackingIsKnown(image.entries, found);
                } else if (offset >= region.promised || isProofLost) {
                    expectTorn(image, region, found, offset);
                } else if (isSmall(region, offset, promised)) {
                    expectMended(image, found);
                } else {
                    expectLost(image, region, found, offset, promised);
                }
            });
        }
    }

    /** In a body; a header is not mended, but what is behind it is read nevertheless. */
    private static boolean isSmall(Region region, long offset, int length) {
        boolean isInOne = batchAt(region, offset) == batchAt(region, offset + length - 1)
                && (offset < JournalHead.END) == (offset + length <= JournalHead.END);
        boolean isInHeader = offset < batchAt(region, offset) + BatchHeader.BYTES;
        boolean isInBody = !isInHeader || offset < JournalHead.END;
        return isInOne && isInBody && length <= SmallDamage.BYTES_MAX;
    }

    private static long batchAt(Region region, long offset) {
        return region.batches.keySet().stream()
                .filter(at -> at <= offset)
                .max(Long::compare)
                .orElse(0L);
    }

    /** In so large a record two bytes could explain the checksum of any batch at many places. */
    @Test
    void whatIsMoreIsNotTakenForLess() {
        MemoryDisk disk = new MemoryDisk();
        JournalRig rig = JournalRig.on(disk, Limits.DEFAULT, Durability.SYNC);
        rig.replay();
        rig.append(0, 30_000);
        rig.settle();
        rig.append(1, 10);
        rig.settle();
        rig.journal.close();
        String name = disk.list().get(0);
        byte[] bytes = disk.names().get(name).bytes();
        Seeds.each("JournalDamageTest#whatIsMoreIsNotTakenForLess", 200, seed -> {
            byte[] damaged = bytes.clone();
            SplittableRandom random = new SplittableRandom(seed);
            int at = random.nextInt(1_000, 25_000);
            int length = random.nextInt(3, 503);
            for (int i = at; i < at + length; i++) {
                damaged[i] ^= (byte) random.nextInt(1, 1 << Byte.SIZE);
            }
            JournalRig again = JournalRig.on(MemoryDisk.of(Map.of(name, damaged)), Limits.DEFAULT, Durability.SYNC);
            Losses losses = again.replay().losses();
            assertEquals(rig.appended.subList(1, 2), again.replayed);
            assertEquals(1, losses.all().size());
        });
    }

    private static void expectMended(Image image, Outcome found) {
        found.expectRead();
        assertEquals(image.entries, found.entries, found.where);
        assertTrue(found.losses.isNothing(), found.where);
        assertEquals(1, found.losses.mended().size(), found.where);
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
            // with its end the last file loses what proved it whole, as in a crash that came earlier, unless it is
            // known to have been ended
            boolean isLast = region.name.equals(last.name);
            long promised = isLast && !image.wasClosed ? headEnd(image, region) : region.promised;
            long knownTo = promised + (isLast && image.wasClosed ? 1 : 0);
            Damage.eachPrefix(image.files.get(region.name), (damaged, what) -> {
                long offset = damaged.length;
                Outcome found = recover(image, region, damaged, what);
                if (offset < JournalHead.END) {
                    assertFalse(found.losses.isNothing(), found.where);
                    expectLackingIsKnown(image.entries, found);
                } else if (offset < promised) {
                    expectLackingIsKnown(image.entries.subList(0, recordsBefore(image, region, promised)), found);
                } else if (offset < knownTo) {
                    assertFalse(found.losses.isNothing(), found.where + ": nobody knows what was behind");
                    assertEquals(image.entries, found.entries, found.where);
                } else {
                    expectTorn(image, region, found, offset);
                }
            });
        }
    }

    private static long headEnd(Image image, Region region) {
        MemoryDisk disk = MemoryDisk.of(image.files);
        try (JournalReader reader = JournalReader.open(
                JournalSetup.of(disk, JournalRig.OWNER, JournalRig.TINY, Durability.SYNC),
                disk::open,
                disk.list().indexOf(region.name) + 1)) {
            return reader.head().forcedTo();
        }
    }

    /** What came of a journal one of whose files is damaged. */
    private record Outcome(String where, List<Entry> entries, Losses losses, Optional<PfsException> refusal) {
        void expectRead() {
            refusal.ifPresent(e -> fail(where + ": " + e.getMessage(), e));
        }
    }

    private static Outcome recover(Image image, Region region, byte[] damaged, String what) {
        Map<String, byte[]> files = new TreeMap<>(image.files);
        files.put(region.name, damaged);
        String where = region.name + ", " + what;
        MemoryDisk disk = MemoryDisk.of(files);
        JournalRig rig = JournalRig.on(disk);
        try {
            Losses losses = rig.replay().losses();
            expectToGoOn(rig, disk, losses, where);
            return new Outcome(where, rig.replayed, losses, Optional.empty());
        } catch (PfsException e) {
            return new Outcome(where, List.of(), new Losses(), Optional.of(e));
        }
    }

    /** What is written behind a loss is there with all that was read before, and the loss is remembered. */
    private static void expectToGoOn(JournalRig rig, MemoryDisk disk, Losses losses, String where) {
        rig.append(4, 10);
        rig.settle();
        JournalRig again = JournalRig.on(disk);
        Losses known = again.replay().losses();
        assertEquals(rig.all(), again.replayed, where);
        assertEquals(losses.all(), known.all(), where);
        for (int shard = 0; shard < 4; shard++) {
            assertEquals(losses.mayLack(new ShardId(shard)), known.mayLack(new ShardId(shard)), where);
        }
        assertFalse(known.mayLack(new ShardId(4)), where);
    }

    /** Where the file before was ended in order, or there is none, the head said nothing that can't be found out. */
    private static void expectHeadLost(Image image, Region region, Outcome found) {
        List<Entry> missing = expectLackingIsKnown(image.entries, found);
        if (found.losses.isNothing()) {
            assertEquals(List.of(), missing, found.where);
            assertTrue(found.losses.mended().toString().contains(region.name), found.where);
        } else {
            assertTrue(found.losses.all().get(0).path().contains(region.name), found.where);
        }
    }

    /** Everything but the batches from the damaged one on. */
    private static void expectTorn(Image image, Region region, Outcome found, long offset) {
        found.expectRead();
        assertEquals(image.entries.subList(0, recordsBefore(image, region, offset)), found.entries, found.where);
        assertTrue(found.losses.isNothing(), found.where);
    }

    /** Everything but records of the damaged batch. */
    private static void expectLost(Image image, Region region, Outcome found, long offset, int length) {
        List<Entry> missing = expectLackingIsKnown(image.entries, found);
        long batchAt = batchAt(region, Math.max(offset, JournalHead.END));
        int before = recordsBefore(image, region, offset);
        assertTrue(image.entries.subList(before, image.entries.size()).containsAll(missing), found.where);
        assertEquals(missing.isEmpty(), found.losses.isNothing(), found.where);
        if (offset + length <= batchAt + BatchHeader.BYTES) {
            assertEquals(List.of(), missing, found.where + ": each record is whole");
        }
        boolean isHeaderLost = offset < batchAt + BatchHeader.BYTES;
        if (!missing.isEmpty()) {
            Loss loss = found.losses.all().get(0);
            OptionalInt known = isHeaderLost ? OptionalInt.empty() : OptionalInt.of(missing.size());
            assertEquals(known, loss.records(), found.where);
            assertTrue(loss.path().contains(region.name) && loss.from() == batchAt, found.where + ": " + loss);
        }
        if (isHeaderLost || missing.stream().anyMatch(entry -> entry.sequence() == 1)) {
            return; // where a shard begins nobody knows, and so not how much it lacks
        }
        boolean allShow = missing.stream().allMatch(entry -> last(found.entries, entry.shard()) > entry.sequence());
        boolean anybodyMayLack = IntStream.range(0, 4).anyMatch(shard -> found.losses.mayLack(new ShardId(shard)));
        assertEquals(!allShow, anybodyMayLack, found.where + ": " + missing);
    }

    /** No shard seems to be whole that lacks something of what was promised. Returns what is missing. */
    private static List<Entry> expectLackingIsKnown(List<Entry> promised, Outcome found) {
        found.expectRead();
        List<Entry> missing = new ArrayList<>(promised);
        missing.removeAll(found.entries);
        List<Entry> there = new ArrayList<>(promised);
        there.removeAll(missing);
        assertEquals(there, found.entries.subList(0, there.size()), found.where);
        for (Entry entry : missing) {
            boolean shows = last(found.entries, entry.shard()) > entry.sequence();
            assertTrue(
                    shows || found.losses.mayLack(new ShardId(entry.shard())),
                    found.where + ": nobody knows that " + entry + " is missing");
        }
        return missing;
    }

    private static long last(List<Entry> entries, int shard) {
        return entries.stream()
                .filter(entry -> entry.shard() == shard)
                .mapToLong(Entry::sequence)
                .max()
                .orElse(0);
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
