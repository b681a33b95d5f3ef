package io.pfs.server.boost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ShardId;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.env.Clock;
import io.pfs.format.ByteWriter;
import io.pfs.pool.Pool;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.boost.BoostSection.Part;
import io.pfs.server.change.Change.CheckpointDone;
import io.pfs.server.change.Change.ValidFile;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.server.slice.NameFilter;
import io.pfs.testing.Golden;
import io.pfs.testing.MemoryDisk;
import io.pfs.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The bytes of the boost index, and chains of checkpoints in it. */
final class BoostFormatTest {
    private static final ShardId SHARD = new ShardId(5);
    private static final Clock CLOCK = new Clock() {
        @Override
        public long monotonicNs() {
            return 0;
        }

        @Override
        public long wallMillis() {
            return 1_700_000_000_000L;
        }
    };

    private final MemoryDisk disk = new MemoryDisk();
    private final Pool pool = new LocalPool(disk);

    private static CheckpointDone done(long number) {
        return new CheckpointDone(number, 10 * number, List.of(new ValidFile(1, 1_000 * number)));
    }

    private static BoostEntry entry(long table, int slice, int depth, RecordPlace image, Optional<RecordPlace> delta) {
        NameFilter filter = new NameFilter(5, 40 + slice);
        filter.add(0x1234_5678_9abc_def0L);
        long imageSequence = delta.isPresent() ? 33 : 40 + slice;
        return new BoostEntry(
                new SliceKey(new TableId(table), new SliceId(slice)),
                new StoredAt(image, delta, depth, 40 + slice, imageSequence, 7, Optional.of(filter)));
    }

    private static Part golden(long number, Mark base) {
        RecordPlace bundle = new RecordPlace(1, 64, 512, 9);
        RecordPlace image = new RecordPlace(2, 4096, 1024);
        List<BoostEntry> entries = new ArrayList<>();
        entries.add(entry(0x0005_0000_0000_0001L, 0, 0, bundle, Optional.empty()));
        entries.add(entry(0x0005_0000_0000_0002L, 0, 1, bundle, Optional.empty()));
        entries.add(entry(0x0005_0000_0000_0002L, 1, 1, image, Optional.of(bundle)));
        return new Part(SHARD, Mark.of(done(number)), base, entries, List.of());
    }

    @Test
    void goldenBytes() {
        BoostWriter writer = new BoostWriter(pool, CLOCK, 0x0a0b0c0dL, 3);
        Part whole = golden(1, Mark.NONE);
        assertTrue(writer.write(new BoostSection(List.of(whole))));
        StoredAt before = whole.entries().get(0).stored();
        long[] added = {0x0102_0304_0506_0708L};
        StoredAt now = new StoredAt(
                before.image(),
                Optional.of(new RecordPlace(2, 8192, 256)),
                0,
                44,
                40,
                8,
                before.filter().map(filter -> filter.with(added, 44)));
        BoostEntry changed = new BoostEntry(whole.entries().get(0).key(), now, added);
        Part next = new Part(SHARD, Mark.of(done(2)), whole.mark(), List.of(changed), List.of());
        assertTrue(writer.write(new BoostSection(List.of(next))));
        Golden.check(
                BoostFormatTest.class,
                "boost-v1",
                disk.names().values().iterator().next().bytes());

        Map<SliceKey, StoredAt> read =
                BoostIndex.read(pool).slicesOf(SHARD, done(2)).orElseThrow();
        assertEquals(now, read.get(changed.key()));
        assertEquals(3, read.size());
    }

    /** A checkpoint that never counted, and the one that came instead. */
    @Test
    void aChainPassesByWhatNeverCounted() {
        BoostWriter writer = new BoostWriter(pool, CLOCK, 1, 1);
        Part first = golden(1, Mark.NONE);
        Part never = new Part(
                SHARD, Mark.of(done(2)), first.mark(), golden(2, Mark.NONE).entries(), List.of());
        BoostEntry other = entry(0x0005_0000_0000_0009L, 0, 0, new RecordPlace(4, 64, 128), Optional.empty());
        Part instead = new Part(SHARD, Mark.of(done(3)), first.mark(), List.of(other), List.of());
        for (Part part : List.of(first, never, instead)) {
            assertTrue(writer.write(new BoostSection(List.of(part))));
        }
        BoostIndex index = BoostIndex.read(pool);
        assertEquals(4, index.slicesOf(SHARD, done(3)).orElseThrow().size());
        assertEquals(3, index.slicesOf(SHARD, done(1)).orElseThrow().size());
        assertEquals(Optional.empty(), index.slicesOf(SHARD, done(4)));
        assertEquals(Optional.empty(), index.slicesOf(new ShardId(6), done(3)));
        assertEquals(3, index.highestNumber(SHARD));
    }

    /** A section that has more bytes than this is not read, so that what is damaged takes no memory; an index of very many rows has to be cut. */
    @Test
    void whatIsLongIsSeveralSections() {
        BoostWriter writer = new BoostWriter(pool, CLOCK, 1, 1, 100);
        List<Part> shards = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Part one = golden(1, Mark.NONE);
            shards.add(new Part(new ShardId(i), one.mark(), one.base(), one.entries(), List.of()));
        }
        assertTrue(writer.write(new BoostSection(shards)));
        Part next = golden(2, shards.get(9).mark());
        assertTrue(writer.write(new BoostSection(
                List.of(new Part(new ShardId(9), next.mark(), next.base(), next.entries(), List.of())))));
        BoostIndex index = BoostIndex.read(pool);
        for (int i = 0; i < 9; i++) {
            assertEquals(
                    3, index.slicesOf(new ShardId(i), done(1)).orElseThrow().size());
        }
        assertEquals(3, index.slicesOf(new ShardId(9), done(2)).orElseThrow().size());
        byte[] bytes = disk.names().values().iterator().next().bytes();
        long heads = IntStream.range(0, bytes.length - SectionFrame.BYTES)
                .filter(at -> SectionFrame.standsAt(bytes, at))
                .count();
        assertEquals(11, heads);
    }

    /** A server that is alone has all tables in one shard. */
    @Test
    void whatIsLongOfOneShardIsSeveralSections() {
        RecordPlace image = new RecordPlace(2, 4096, 1024);
        List<BoostEntry> open = new ArrayList<>();
        for (int slice = 0; slice < 1 << 13; slice++) {
            open.add(entry(0x0005_0000_0000_0002L, slice, 13, image, Optional.empty()));
        }
        PackedSlices packed = new PackedSlices();
        for (long table : new long[] {0x0005_0000_0000_0009L, 0x0005_0000_0000_0001L, 0x0005_0000_0000_0003L}) {
            packed.put(new TableId(table), List.of(entry(table, 0, 0, image, Optional.empty())));
        }
        BoostWriter writer = new BoostWriter(pool, CLOCK, 1, 1, 10_000);
        Mark first = Mark.of(done(1));
        assertTrue(writer.write(new BoostSection(List.of(new Part(SHARD, first, Mark.NONE, open, packed.all())))));
        BoostEntry changed = entry(0x0005_0000_0000_0002L, 7, 13, new RecordPlace(4, 64, 128), Optional.empty());
        Part next = new Part(SHARD, Mark.of(done(2)), first, List.of(changed), List.of());
        assertTrue(writer.write(new BoostSection(List.of(next))));

        BoostIndex index = BoostIndex.read(pool);
        SortedMap<SliceKey, StoredAt> before = index.slicesOf(SHARD, done(1)).orElseThrow();
        assertEquals((1 << 13) + 3, before.size());
        open.forEach(entry -> assertEquals(entry.stored(), before.get(entry.key())));
        SortedMap<SliceKey, StoredAt> after = index.slicesOf(SHARD, done(2)).orElseThrow();
        assertEquals((1 << 13) + 3, after.size());
        assertEquals(changed.stored(), after.get(changed.key()));
        byte[] bytes = disk.names().values().iterator().next().bytes();
        long heads = IntStream.range(0, bytes.length - SectionFrame.BYTES)
                .filter(at -> SectionFrame.standsAt(bytes, at))
                .count();
        assertTrue(heads > 4, heads + " sections");
    }

    @Test
    void whatIsWrittenIsRead() {
        Seeds.each("BoostFormatTest#whatIsWrittenIsRead", 60, seed -> {
            Random random = new Random(seed);
            SortedMap<SliceKey, StoredAt> slices = randomSlices(random);
            List<BoostEntry> entries = new ArrayList<>();
            slices.forEach((key, stored) -> entries.add(new BoostEntry(key, stored)));
            MemoryDisk own = new MemoryDisk();
            Pool ownPool = new LocalPool(own);
            BoostWriter writer = new BoostWriter(ownPool, CLOCK, 1, 1);
            int packedFrom = random.nextInt(entries.size() + 1);
            PackedSlices packed = new PackedSlices();
            byTable(entries.subList(packedFrom, entries.size())).forEach(packed::put);
            Part part = new Part(SHARD, Mark.of(done(1)), Mark.NONE, entries.subList(0, packedFrom), packed.all());
            assertTrue(writer.write(new BoostSection(List.of(part))));
            assertEquals(Optional.of(slices), BoostIndex.read(ownPool).slicesOf(SHARD, done(1)));
        });
    }

    @Test
    void packedSlicesComeBackAsTheyWere() {
        Seeds.each("BoostFormatTest#packedSlicesComeBackAsTheyWere", 40, seed -> {
            Random random = new Random(seed);
            TreeMap<TableId, List<BoostEntry>> model = new TreeMap<>();
            PackedSlices packed = new PackedSlices();
            for (int step = 0; step < 2_000; step++) {
                TableId table = new TableId(random.nextInt(300));
                if (random.nextInt(3) > 0) {
                    RecordPlace place = new RecordPlace(1, 8L * random.nextInt(1_000), 8 + 8 * random.nextInt(99));
                    List<BoostEntry> slices = List.of(entry(table.value(), 0, 0, place, Optional.empty()));
                    packed.put(table, slices);
                    model.put(table, slices);
                } else {
                    assertEquals(
                            described(model.getOrDefault(table, List.of())), described(packed.take(table)), "" + step);
                    model.remove(table);
                }
                assertEquals(model.size(), packed.tables());
            }
            model.forEach((table, slices) -> assertEquals(described(slices), described(packed.take(table))));
        });
    }

    /** What is kept of a table that nobody uses, and what it takes in the index. */
    @Test
    void aTinyTableTakesFewBytes() {
        PackedSlices packed = new PackedSlices();
        ByteWriter out = new ByteWriter(1 << 20);
        EntryWriter writer = new EntryWriter(out);
        int tables = 100_000;
        for (int t = 0; t < tables; t++) {
            RecordPlace bundle = new RecordPlace(1, 16_384L * (t / 100), 16_384, 100);
            TableId table = TableId.of(SHARD, 1_000_000 + 3L * t);
            NameFilter filter = new NameFilter(7, 5_000_000 + t);
            StoredAt stored = new StoredAt(bundle, Optional.empty(), 0, 5_000_000 + 17L * t, 0, 5, Optional.of(filter));
            List<BoostEntry> slices = List.of(new BoostEntry(new SliceKey(table, new SliceId(0)), stored));
            packed.put(table, slices);
            writer.table(table, slices);
        }
        int filterBytes = 2 + new NameFilter(7, 1).encodedBytes();
        double perEntry = (double) out.length() / tables - filterBytes;
        double inMemory = (double) packed.memoryBytes() / tables;
        System.out.printf(
                "boost index: %.1f bytes an entry beside %d of filter, %.0f in memory%n",
                perEntry, filterBytes, inMemory);
        assertTrue(perEntry <= 20, perEntry + " bytes an entry");
        assertTrue(inMemory <= 110, inMemory + " bytes a table in memory");
    }

    private static List<String> described(List<BoostEntry> entries) {
        return entries.stream().map(entry -> entry.key() + " " + entry.stored()).toList();
    }

    private static Map<TableId, List<BoostEntry>> byTable(List<BoostEntry> entries) {
        TreeMap<TableId, List<BoostEntry>> byTable = new TreeMap<>();
        entries.forEach(entry -> byTable.computeIfAbsent(entry.key().table(), t -> new ArrayList<>())
                .add(entry));
        return byTable;
    }

    private static SortedMap<SliceKey, StoredAt> randomSlices(Random random) {
        TreeMap<SliceKey, StoredAt> slices = new TreeMap<>();
        int count = 1 + random.nextInt(60);
        for (int i = 0; i < count; i++) {
            int depth = random.nextInt(6);
            TableId table = random.nextInt(4) == 0 ? new TableId(random.nextLong()) : new TableId(random.nextInt(9));
            SliceKey key = new SliceKey(table, new SliceId(random.nextInt(1 << depth)));
            long sequence = random.nextLong() >>> (1 + random.nextInt(60));
            Optional<RecordPlace> delta = random.nextBoolean() ? Optional.of(randomPlace(random)) : Optional.empty();
            long imageSequence = delta.isPresent() ? sequence - (sequence > 3 ? 3 : 0) : sequence;
            Optional<NameFilter> filter = Optional.empty();
            if (random.nextInt(3) > 0) {
                NameFilter some = new NameFilter(random.nextInt(80), sequence);
                random.longs(random.nextInt(20)).forEach(some::add);
                filter = Optional.of(some);
            }
            slices.put(
                    key,
                    new StoredAt(
                            randomPlace(random), delta, depth, sequence, imageSequence, random.nextInt(2_000), filter));
        }
        return slices;
    }

    private static RecordPlace randomPlace(Random random) {
        return new RecordPlace(
                random.nextInt(5), 8L * random.nextInt(40), 8 * (1 + random.nextInt(3)), 1 + random.nextInt(3));
    }
}
