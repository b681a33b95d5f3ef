package io.pfs.server.image;

import static io.pfs.server.image.RandomSlices.FILE_ID;
import static io.pfs.server.image.RandomSlices.HASH;
import static io.pfs.server.image.RandomSlices.stamp;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.Position;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;
import io.pfs.row.Row;
import io.pfs.server.image.SliceRecord.Payload;
import io.pfs.server.lz4.Lz4;
import io.pfs.server.slice.NameFilter;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.slice.Slice;
import io.pfs.testing.Damage;
import io.pfs.testing.Seeds;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Damaged records are refused, and what no checksum guards is refused or is rows of the slice; never anything else. */
final class SliceDamageTest {
    private static final int OFFSET = 64;

    private final SliceDecoder decoder = new SliceDecoder(Limits.DEFAULT);

    @Test
    void noPrefixOfARecordIsBelieved() {
        Damage.eachPrefix(recordOfFourKilobytes(false), this::isRefused);
        Damage.eachPrefix(recordOfFourKilobytes(true), this::isRefused);
    }

    @Test
    void noRecordWithAFlippedBitIsBelieved() {
        Damage.eachBitFlip(recordOfFourKilobytes(false), this::isRefused);
        Damage.eachBitFlip(recordOfFourKilobytes(true), this::isRefused);
    }

    @Test
    void noScannerFindsARecordWithAFlippedBit() {
        byte[] record = recordOfFourKilobytes(false);
        Damage.eachBitFlip(record, (bytes, what) -> {
            assertEquals(0, found(bytes, true), what);
            assertEquals(0, found(bytes, false), what);
        });
        assertEquals(1, found(record, true), "undamaged");
        assertEquals(1, found(record, false), "undamaged");
    }

    @Test
    void noScannerFindsAPrefixOfARecord() {
        Damage.eachPrefix(recordOfFourKilobytes(false), (bytes, what) -> {
            assertEquals(0, found(bytes, true), what);
            assertEquals(0, found(bytes, false), what);
        });
    }

    private static int found(byte[] bytes, boolean isForwards) {
        int[] found = {0};
        ScanSource source =
                (offset, target, at, length) -> System.arraycopy(bytes, (int) offset - OFFSET, target, at, length);
        SliceScanner scanner = new SliceScanner("test", FILE_ID, source, OFFSET, OFFSET + bytes.length);
        SliceScanner.Visitor counter = record -> ++found[0] > 0;
        if (isForwards) {
            scanner.forwards(counter);
        } else {
            scanner.backwards(counter);
        }
        return found[0];
    }

    /** The checksums are right, so the bytes go through the whole decoder. */
    @Test
    void damageUnderGoodChecksumsIsRefusedOrGivesRowsOfTheSlice() {
        Seeds.each("SliceDamageTest#damageUnderGoodChecksumsIsRefusedOrGivesRowsOfTheSlice", 400, seed -> {
            Random random = new Random(seed);
            Slice slice = new RandomSlices(seed).slice(1 + random.nextInt(60), random.nextInt(10));
            byte[] raw = rawPayload(slice);
            for (int round = 0; round < 50; round++) {
                byte[] damaged = damaged(random, raw);
                outcome(slice, damaged, damaged.length, damaged.length, "round " + round);
            }
        });
    }

    @Test
    void everyFlippedBitUnderGoodChecksumsIsRefusedOrGivesRowsOfTheSlice() {
        Slice slice = new RandomSlices(11).slice(40, 12);
        Damage.eachBitFlip(rawPayload(slice), (bytes, what) -> outcome(slice, bytes, bytes.length, bytes.length, what));
        Damage.eachPrefix(rawPayload(slice), (bytes, what) -> outcome(slice, bytes, bytes.length, bytes.length, what));
    }

    @Test
    void garbageInsteadOfLz4IsRefused() {
        Slice slice = new RandomSlices(11).slice(40, 0);
        Lz4 lz4 = new Lz4();
        byte[] raw = rawPayload(slice);
        int length = lz4.compress(raw, 0, raw.length);
        byte[] stored = Arrays.copyOf(lz4.bytes(), length);
        int padded = Math.max(raw.length, length + 1);
        Damage.eachBitFlip(stored, (bytes, what) -> outcome(slice, bytes, bytes.length, padded, what));
        Random random = new Random(1);
        for (int i = 0; i < 2000; i++) {
            byte[] garbage = new byte[1 + random.nextInt(200)];
            random.nextBytes(garbage);
            outcome(slice, garbage, garbage.length, garbage.length + 1 + random.nextInt(1000), "garbage " + i);
        }
    }

    static byte[] damaged(Random random, byte[] bytes) {
        byte[] damaged = bytes.clone();
        switch (random.nextInt(4)) {
            case 0 -> damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            case 1 -> damaged[random.nextInt(Math.min(40, damaged.length))] = (byte) (random.nextBoolean() ? 0xff : 0);
            case 2 -> damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length + 20));
            default -> {
                int from = random.nextInt(damaged.length);
                int to = random.nextInt(damaged.length);
                System.arraycopy(damaged, from, damaged, to, Math.min(8, damaged.length - Math.max(from, to)));
            }
        }
        return damaged;
    }

    /** Decodes a payload as if it had been written so. */
    static void outcome(Slice of, byte[] stored, int storedLength, int rawLength, String what) {
        ByteWriter out = new ByteWriter(256);
        SliceRecord forged = new SliceRecord(
                SliceRecord.Kind.DELTA,
                of.key(),
                of.depth(),
                new Position(stamp(0).epoch(), of.sequence()),
                of.sequence(),
                1,
                stamp(0).shard(),
                of.rowCount(),
                stamp(0).place(),
                new Payload(storedLength, rawLength, Checksum.of(stored, 0, storedLength)),
                SliceRecord.VERSION);
        forged.encode(stored, out);
        Slice read;
        try {
            ByteReader in = new ByteReader("test", out.toBytes());
            SliceDecoder.part(in, FILE_ID, of.key()).hasAny(HASH, new long[] {of.sequence()}, true);
            read = new SliceDecoder(Limits.DEFAULT)
                    .decode(new ByteReader("test", out.toBytes()), FILE_ID, HASH)
                    .slice();
        } catch (PfsException e) {
            assertEquals(ErrorCode.CORRUPT, e.code(), () -> what + ": " + e);
            return;
        }
        RowCursor rows = read.rows();
        while (rows.next()) {
            Row.decode(new ByteReader(what, 0, rows.array(), rows.rowAt(), rows.rowAt() + rows.rowLength()));
        }
    }

    private void isRefused(byte[] bytes, String what) {
        try {
            decoder.decode(new ByteReader("slices.meta", OFFSET, bytes, 0, bytes.length), FILE_ID, HASH);
        } catch (PfsException e) {
            assertEquals(ErrorCode.CORRUPT, e.code(), () -> what + ": " + e);
            assertTrue(e.getMessage().contains("slices.meta"), () -> what + ": " + e);
            return;
        }
        fail("believed " + what);
    }

    @Test
    void aNewerVersionIsRefusedAsSuch() {
        byte[] record = recordOfFourKilobytes(false);
        record[4] = SliceRecord.VERSION + 1;
        int crc = Checksum.of(record, 0, SliceRecord.HEADER_BYTES - 4);
        for (int i = 0; i < 4; i++) {
            record[SliceRecord.HEADER_BYTES - 4 + i] = (byte) (crc >>> (8 * i));
        }
        ByteReader in = new ByteReader("slices.meta", OFFSET, record, 0, record.length);
        PfsException refusal = assertThrows(PfsException.class, () -> decoder.decode(in, FILE_ID, HASH));
        assertEquals(ErrorCode.FORMAT_TOO_NEW, refusal.code());
        PfsException scan = assertThrows(PfsException.class, () -> found(record, true));
        assertEquals(ErrorCode.FORMAT_TOO_NEW, scan.code());
    }

    private static byte[] rawPayload(Slice slice) {
        ByteWriter out = new ByteWriter(4096);
        SliceRecord record = new SliceEncoder().delta(slice, slice.sequence(), Optional.empty(), stamp(0), out);
        ByteReader stored = new ByteReader("test", 0, out.array(), SliceRecord.HEADER_BYTES, out.length());
        Payload payload = record.payload();
        return payload.stored() == payload.raw()
                ? stored.bytes("payload", payload.raw())
                : Lz4.decompress(stored, payload.stored(), payload.raw());
    }

    /** One with names, rows of all kinds and a filter; compressed, because its names hold the same words, or not. */
    private static byte[] recordOfFourKilobytes(boolean isCompressed) {
        ByteWriter out = new ByteWriter(4096);
        for (int rows = 10; out.length() < 3500; rows += 10) {
            Slice slice =
                    new RandomSlices(rows).slice(rows, 20, isCompressed ? RandomSlices.WORDS : 1, isCompressed ? 0 : 2);
            Optional<NameFilter> filter = isCompressed ? Optional.empty() : Optional.of(NameFilter.of(slice));
            out.clear();
            SliceRecord record = new SliceEncoder().image(slice, filter, stamp(OFFSET), out);
            assertEquals(
                    isCompressed, record.payload().stored() < record.payload().raw());
        }
        assertTrue(out.length() < 6000, "about 4 KiB: " + out.length());
        return out.toBytes();
    }
}
