package io.pfs.server.image;

import static io.pfs.server.image.RandomSlices.FILE_ID;
import static io.pfs.server.image.RandomSlices.HASH;
import static io.pfs.server.image.RandomSlices.assertSame;
import static io.pfs.server.image.RandomSlices.stamp;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.row.Row;
import io.pfs.server.image.SliceRecord.Kind;
import io.pfs.server.slice.Slice;
import io.pfs.testing.Damage;
import io.pfs.testing.Golden;
import io.pfs.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Several small slices in one record. */
final class BundleTest {
    private static final int OFFSET = 64;

    private final SliceEncoder encoder = new SliceEncoder();
    private final BundleEncoder bundle = new BundleEncoder();
    private final SliceDecoder decoder = new SliceDecoder(Limits.DEFAULT);

    /** What was put into a bundle: the slice, or what changed in it. */
    private record Put(Slice slice, Kind kind) {}

    private void add(Put put) {
        bundle.add(
                put.kind == Kind.IMAGE
                        ? encoder.image(put.slice, Optional.empty())
                        : encoder.delta(
                                put.slice,
                                put.slice.sequence() - 1,
                                put.slice.rowCount(),
                                Optional.empty(),
                                Optional.empty()));
    }

    private static Slice tiny(long table, long sequence, int rows) {
        Slice slice = new Slice(new SliceKey(new TableId(table), new SliceId(0)), 0, HASH, Limits.DEFAULT);
        for (int i = 0; i < rows; i++) {
            byte[] name = ("part-" + i).getBytes(StandardCharsets.UTF_8);
            byte[] row = Row.emptyFile(new FileId(100 + i), 0644, 7, 8, 1_700_000_000_000L)
                    .toBytes();
            slice.put(HASH.of(name, 0, name.length), name, 0, name.length, row, 0, row.length);
        }
        slice.advance(sequence);
        return slice;
    }

    private byte[] golden() {
        add(new Put(tiny(0x0007_0000_0000_0001L, 11, 1), Kind.IMAGE));
        add(new Put(tiny(0x0007_0000_0000_0002L, 12, 2), Kind.DELTA));
        add(new Put(tiny(0x0007_0000_0000_0009L, 10, 0), Kind.IMAGE));
        ByteWriter out = new ByteWriter(512);
        bundle.encode(stamp(OFFSET), out);
        return out.toBytes();
    }

    @Test
    void namesAreSoughtInASliceOfABundle() {
        Slice slice = tiny(1, 10, 3);
        add(new Put(slice, Kind.IMAGE));
        ByteWriter out = new ByteWriter(512);
        bundle.encode(stamp(OFFSET), out);

        SlicePart part = SliceDecoder.part(reader(out.toBytes()), FILE_ID, slice.key());
        assertFalse(part.hasAny(HASH, new long[] {hashOf("part-7")}, false));
        assertFalse(part.hasAny(HASH, new long[] {hashOf("part-7"), hashOf("part-8")}, false));
        assertTrue(part.hasAny(HASH, new long[] {hashOf("part-7"), hashOf("part-2")}, false));
        assertEquals(3, decoder.decode(part, HASH).slice().rowCount(), "what was looked through can be read");
    }

    private static long hashOf(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return HASH.of(bytes, 0, bytes.length);
    }

    private static ByteReader reader(byte[] bytes) {
        return new ByteReader("bundle", OFFSET, bytes, 0, bytes.length);
    }

    private StoredSlice read(byte[] bytes, SliceKey key) {
        return decoder.decode(reader(bytes), FILE_ID, key, HASH);
    }

    private static SliceKey key(long table) {
        return new SliceKey(new TableId(table), new SliceId(0));
    }

    @Test
    void goldenBytes() {
        Golden.check(BundleTest.class, "bundle-v2", golden());
        assertIsTheGoldenBundle(Golden.bytes(BundleTest.class, "bundle-v1"));
        assertIsTheGoldenBundle(Golden.bytes(BundleTest.class, "bundle-v2"));
    }

    private void assertIsTheGoldenBundle(byte[] bytes) {
        SlicePart first = SliceDecoder.part(reader(bytes), FILE_ID, key(0x0007_0000_0000_0001L));
        assertEquals(0x2e, first.memoryBytes(), "who keeps it does not keep the bundle");
        assertEquals(1, read(bytes, key(0x0007_0000_0000_0001L)).slice().rowCount());
        StoredSlice delta = read(bytes, key(0x0007_0000_0000_0002L));
        assertEquals(Kind.DELTA, delta.record().kind());
        assertEquals(11, delta.record().imageSequence());
        assertEquals(12, delta.record().newest().sequence());
        assertEquals(0, read(bytes, key(0x0007_0000_0000_0009L)).slice().rowCount());
        PfsException refused = assertThrows(PfsException.class, () -> read(bytes, key(3)));
        assertEquals(ErrorCode.CORRUPT, refused.code());
    }

    @Test
    void eachSliceOfABundleIsReadAsItWas() {
        Seeds.each("BundleTest#eachSliceOfABundleIsReadAsItWas", 60, seed -> {
            Random random = new Random(seed);
            RandomSlices slices = new RandomSlices(seed);
            List<Put> puts = new ArrayList<>();
            for (int i = 1 + random.nextInt(20); i > 0; i--) {
                puts.add(new Put(slices.slice(random.nextInt(9), 0), Kind.IMAGE));
            }
            puts.forEach(this::add);
            assertEquals(puts.size(), bundle.count());
            ByteWriter out = new ByteWriter(4096);
            SliceRecord record = bundle.encode(stamp(OFFSET), out);
            assertEquals(0, bundle.count());
            assertEquals(out.length(), record.length());
            assertEquals(puts.size() == 1 ? Kind.IMAGE : Kind.BUNDLE, record.kind());
            for (Put put : puts) {
                StoredSlice read = read(out.toBytes(), put.slice.key());
                assertSame(put.slice, read.slice(), put.slice.key().toString());
                assertEquals(record.length(), read.record().length());
            }
        });
    }

    @Test
    void noDamageToABundleIsBelieved() {
        byte[] bytes = golden();
        Damage.eachBitFlip(bytes, this::isRefused);
        Damage.eachPrefix(bytes, this::isRefused);
    }

    private void isRefused(byte[] bytes, String what) {
        PfsException refused = assertThrows(PfsException.class, () -> read(bytes, key(0x0007_0000_0000_0001L)), what);
        assertEquals(ErrorCode.CORRUPT, refused.code(), what);
    }

    /** If only payloads are damaged, it is still known whose they were. */
    @Test
    void aDirectoryIsGuardedOnItsOwn() {
        byte[] whole = golden();
        SliceRecord record = SliceRecord.decode(new ByteReader("bundle", OFFSET, whole, 0, whole.length), FILE_ID);
        int from = SliceRecord.HEADER_BYTES;
        int to = from + record.directoryLength();
        Damage.eachBitFlip(whole, (bytes, what) -> {
            boolean isHit = false;
            for (int i = from; i < to; i++) {
                isHit |= bytes[i] != whole[i];
            }
            assertEquals(!isHit, BundleEntry.isDirectoryOf(record, bytes, from, to - from), what);
        });
    }

    @Test
    void directoriesUnderGoodChecksumsAreRefusedOrInsideTheirBundle() {
        byte[] whole = golden();
        SliceRecord record = SliceRecord.decode(new ByteReader("bundle", OFFSET, whole, 0, whole.length), FILE_ID);
        byte[] directory = new byte[record.directoryLength()];
        System.arraycopy(whole, SliceRecord.HEADER_BYTES, directory, 0, directory.length);
        assertEquals(3, entries(record, directory));
        Damage.eachBitFlip(directory, (bytes, what) -> assertTrue(entries(record, bytes) <= 3, what));
        Damage.eachPrefix(directory, (bytes, what) -> assertEquals(0, entries(record, bytes), what));
    }

    /** How many entries there are; none if it is refused. */
    static int entries(SliceRecord bundle, byte[] directory) {
        List<BundleEntry> entries;
        try {
            entries = BundleEntry.decode(new ByteReader("directory", directory), bundle);
        } catch (PfsException e) {
            assertEquals(ErrorCode.CORRUPT, e.code());
            return 0;
        }
        int bytes = bundle.payload().raw() - bundle.directoryLength();
        for (BundleEntry entry : entries) {
            assertTrue(entry.at() >= 0 && entry.length() >= 0 && entry.at() + entry.length() <= bytes);
        }
        return entries.size();
    }

    static SliceRecord goldenRecord() {
        byte[] whole = new BundleTest().golden();
        return SliceRecord.decode(new ByteReader("bundle", OFFSET, whole, 0, whole.length), FILE_ID);
    }
}
