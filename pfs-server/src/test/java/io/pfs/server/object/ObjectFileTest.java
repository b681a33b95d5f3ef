package io.pfs.server.object;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.cell.ObjectFile;
import io.pfs.cell.ObjectReader;
import io.pfs.cell.SegmentFile;
import io.pfs.pool.local.LocalPool;
import io.pfs.row.CellLocation;
import io.pfs.testing.Damage;
import io.pfs.testing.Golden;
import io.pfs.testing.MemoryDisk;
import io.pfs.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ObjectFileTest {
    private static final int CHUNK = ObjectFile.CHUNK_BYTES;

    private static byte[] small() {
        return ObjectRig.file(
                "a large ".getBytes(StandardCharsets.US_ASCII), "cell".getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void golden() {
        Golden.check(ObjectFileTest.class, "object-v3", small());
    }

    @Test
    void goldenBytesAreRead() {
        byte[] golden = Golden.bytes(ObjectFileTest.class, "object-v3");
        assertEquals("a large cell", new String(ObjectRig.read(golden, 12, 0, 100), StandardCharsets.US_ASCII));
        try (SegmentFile file = ObjectFile.open(ObjectRig.poolOf(golden), ObjectRig.ID)) {
            assertEquals(12, ObjectReader.size(file));
            assertEquals(ObjectRig.LABEL, ObjectReader.label(file));
        }
    }

    @Test
    void anyPartOfAnyLengthIsRead() {
        Seeds.each("ObjectFileTest", 30, seed -> {
            Random random = new Random(seed);
            int[] lengths = {1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 1 + random.nextInt(5 * CHUNK)};
            byte[] bytes = ObjectRig.random(lengths[random.nextInt(lengths.length)], seed);
            byte[] file = ObjectRig.file(pieces(bytes, random));
            assertEquals(ObjectFile.fileBytes(bytes.length), file.length);
            for (int i = 0; i < 20; i++) {
                int from = random.nextInt(bytes.length + 2);
                int length = random.nextInt(bytes.length + 10);
                int start = Math.min(from, bytes.length);
                int end = Math.min(bytes.length, start + length);
                assertArrayEquals(
                        Arrays.copyOfRange(bytes, start, end),
                        ObjectRig.read(file, bytes.length, from, length),
                        () -> length + " from " + from);
            }
        });
    }

    private static byte[][] pieces(byte[] bytes, Random random) {
        List<byte[]> pieces = new ArrayList<>();
        int at = 0;
        while (at < bytes.length) {
            int end = Math.min(bytes.length, at + 1 + random.nextInt(2 * CHUNK));
            pieces.add(Arrays.copyOfRange(bytes, at, end));
            at = end;
        }
        return pieces.toArray(byte[][]::new);
    }

    @Test
    void sizesUpTo48BitsHavePlaces() {
        long most = CellLocation.OFFSET_MAX;
        CellLocation location = CellLocation.ofObject(1, most);
        assertEquals(most, location.size());
        assertTrue(location.isObject());
        assertEquals(most, ObjectFile.bytesOf(ObjectFile.chunksEnd(most)));
        assertEquals(most, location.offset());
        assertThrows(PfsException.class, () -> CellLocation.ofObject(1, most + 1));
    }

    /** Whole chunks may be left of a file that was cut; nothing else is. */
    @Test
    void noPrefixGivesWrongBytes() {
        byte[] bytes = "a large cell".getBytes(StandardCharsets.US_ASCII);
        Damage.eachPrefix(small(), (file, what) -> assertRightOrRefused(bytes, file, what));
    }

    /** But for a bit of the label or the footer, which are not asked for by a reader, each costs the chunk. */
    @Test
    void noFlippedBitGivesWrongBytes() {
        byte[] bytes = "a large cell".getBytes(StandardCharsets.US_ASCII);
        int[] refused = {0};
        Damage.eachBitFlip(small(), (file, what) -> refused[0] += assertRightOrRefused(bytes, file, what) ? 0 : 1);
        assertEquals((64 + 4 + bytes.length) * Byte.SIZE, refused[0]);
    }

    private static boolean assertRightOrRefused(byte[] bytes, byte[] file, String what) {
        try {
            assertArrayEquals(bytes, ObjectRig.read(file, bytes.length, 0, bytes.length), what);
            return true;
        } catch (PfsException e) {
            boolean isDamage = e.code() == ErrorCode.CORRUPT || e.code() == ErrorCode.NOT_OURS;
            assertTrue(isDamage && e.getMessage().contains(ObjectFile.name(ObjectRig.ID)), () -> what + ": " + e);
            return false;
        }
    }

    @Test
    void damageCostsOneChunk() {
        byte[] bytes = ObjectRig.random(3 * CHUNK, 1);
        byte[] file = ObjectRig.file(bytes);
        file[(int) ObjectFile.chunkAt(1) + 100] ^= 1;
        assertArrayEquals(Arrays.copyOf(bytes, CHUNK), ObjectRig.read(file, bytes.length, 0, CHUNK));
        byte[] last = Arrays.copyOfRange(bytes, 2 * CHUNK, 3 * CHUNK);
        assertArrayEquals(last, ObjectRig.read(file, bytes.length, 2L * CHUNK, CHUNK));
        PfsException refused =
                assertThrows(PfsException.class, () -> ObjectRig.read(file, bytes.length, CHUNK - 1L, 2));
        assertEquals(ErrorCode.CORRUPT, refused.code());
    }

    /** What was forced is read by what the force said, whatever is written behind it, is torn there, or ends it. */
    @Test
    void whatWasForcedIsReadWhileMoreIsWritten() {
        Seeds.each("ObjectFileTest", 30, seed -> {
            Random random = new Random(seed);
            byte[] bytes = ObjectRig.random(1 + random.nextInt(4 * CHUNK), seed);
            MemoryDisk disk = new MemoryDisk();
            LocalPool pool = new LocalPool(disk);
            List<CellLocation> forced = new ArrayList<>();
            try (ObjectWriter writer = ObjectRig.writer(pool);
                    SegmentFile file = ObjectFile.open(pool, ObjectRig.ID)) {
                for (byte[] piece : pieces(bytes, random)) {
                    writer.write(List.of(piece));
                    if (random.nextInt(3) > 0) {
                        forced.add(writer.force());
                        byte[] durable =
                                disk.names().get(ObjectFile.name(ObjectRig.ID)).forced();
                        requireRead(bytes, durable, forced.get(forced.size() - 1));
                    }
                    forced.forEach(location -> assertRead(bytes, file, location));
                }
                writer.seal();
                forced.forEach(location -> assertRead(bytes, file, location));
            }
        });
    }

    private static void requireRead(byte[] bytes, byte[] durable, CellLocation location) {
        try (SegmentFile file = ObjectFile.open(ObjectRig.poolOf(durable), ObjectRig.ID)) {
            assertRead(bytes, file, location);
        }
    }

    private static void assertRead(byte[] bytes, SegmentFile file, CellLocation location) {
        int length = (int) location.size();
        assertArrayEquals(Arrays.copyOf(bytes, length), ObjectReader.readPart(file, location, 0, length + 10));
        assertArrayEquals(
                Arrays.copyOfRange(bytes, length - 1, length), ObjectReader.readPart(file, location, length - 1, 9));
    }

    @Test
    void noFlippedBitOfWhatWasForcedGivesWrongBytes() {
        byte[] bytes = "a large cell".getBytes(StandardCharsets.US_ASCII);
        MemoryDisk disk = new MemoryDisk();
        CellLocation location;
        try (ObjectWriter writer = ObjectRig.writer(new LocalPool(disk))) {
            writer.write(List.of(bytes));
            location = writer.force();
        }
        int[] refused = {0};
        Damage.eachBitFlip(disk.names().get(ObjectFile.name(ObjectRig.ID)).forced(), (file, what) -> {
            try {
                requireRead(bytes, file, location);
            } catch (PfsException e) {
                refused[0]++;
            }
        });
        assertEquals((64 + bytes.length) * Byte.SIZE, refused[0]);
    }

    /** A row that says another length than the object has gets no bytes that are not its own. */
    @Test
    void anotherLengthIsRefused() {
        byte[] bytes = ObjectRig.random(CHUNK + 10, 1);
        byte[] file = ObjectRig.file(bytes);
        for (long length : new long[] {CHUNK + 9, CHUNK + 11, 3 * CHUNK}) {
            assertThrows(PfsException.class, () -> ObjectRig.read(file, length, CHUNK, 5));
        }
    }

    @Test
    void whatIsNotSealedHasNoSize() {
        MemoryDisk disk = new MemoryDisk();
        LocalPool pool = new LocalPool(disk);
        try (ObjectWriter writer = ObjectRig.writer(pool)) {
            writer.write(List.of(new byte[3 * CHUNK]));
        }
        try (SegmentFile file = ObjectFile.open(pool, ObjectRig.ID)) {
            assertEquals(
                    ErrorCode.CORRUPT,
                    assertThrows(PfsException.class, () -> ObjectReader.size(file))
                            .code());
        }
        assertEquals(List.of(ObjectRig.ID), ObjectFile.ids(pool));
        disk.create("object-zzz").close();
        assertEquals(
                ErrorCode.NOT_OURS,
                assertThrows(PfsException.class, () -> ObjectFile.ids(pool)).code());
    }
}
