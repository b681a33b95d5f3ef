package io.pfs.hash;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.testing.Damage;
import io.pfs.testing.Golden;
import io.pfs.testing.Seeds;
import org.junit.jupiter.api.Test;

final class SliceBitmapBytesTest {
    private static final String NAME = "SliceBitmapBytesTest";

    @Test
    void goldenBytesHoldEveryForm() {
        SliceBitmap bitmap = everyForm();
        byte[] bytes = bytes(bitmap);
        Golden.check(SliceBitmapBytesTest.class, "bitmap-v1", bytes);
        assertEquals(bitmap, decode(bytes));
    }

    /** Full to depth 4, every third slice split once more, slice 0 and that of all ones split to depth 10. */
    private static SliceBitmap everyForm() {
        SliceBitmap bitmap = new SliceBitmap();
        for (int slice = 1; slice < 16; slice++) {
            bitmap.add(slice);
        }
        for (int slice = 0; slice < 16; slice += 3) {
            bitmap.split(slice);
        }
        while (bitmap.depth(bitmap.sliceOf(-1)) < 10) {
            bitmap.split(bitmap.sliceOf(-1));
        }
        while (bitmap.depth(0) < 10) {
            bitmap.split(0);
        }
        return bitmap;
    }

    @Test
    void whatIsWrittenIsRead() {
        Seeds.each(NAME, 200, seed -> {
            SliceBitmap bitmap = SplitHistory.ofSeed(seed).bitmap();
            byte[] bytes = bytes(bitmap);
            SliceBitmap read = decode(bytes);
            assertEquals(bitmap, read);
            assertEquals(bitmap.count(), read.count());
            assertArrayEquals(bytes, bytes(read));
        });
    }

    @Test
    void aBillionRowsTakeAQuarterOfAMegabyte() {
        SliceBitmap even = new SliceBitmap();
        for (int slice = 1; slice < 1 << 21; slice++) {
            even.add(slice);
        }
        assertTrue(bytes(even).length < 32, "an even table: " + bytes(even).length);
        SliceBitmap halfway = even.truncated(20);
        for (int slice = 0; slice < 1 << 20; slice += 2) {
            halfway.split(slice);
        }
        int length = bytes(halfway).length;
        assertTrue(length > 100_000 && length <= 256 << 10, "a table between two levels: " + length);
        assertEquals(halfway, decode(bytes(halfway)));
    }

    @Test
    void everyPrefixIsRefused() {
        byte[] bytes = bytes(everyForm());
        Damage.eachPrefix(bytes, (prefix, what) -> {
            PfsException refused = assertThrows(PfsException.class, () -> decode(prefix), what);
            assertEquals(ErrorCode.CORRUPT, refused.code(), what);
        });
    }

    @Test
    void everyFlippedBitIsRefusedOrIsAnotherBitmap() {
        SliceBitmap bitmap = everyForm();
        Damage.eachBitFlip(bytes(bitmap), (damaged, what) -> {
            if (isReadAndCanonical(damaged)) {
                assertFalse(isEqual(bitmap, damaged), what);
            }
        });
    }

    @Test
    void refusalsNameFileAndPlace() {
        byte[] tooNew = {2, 0};
        byte[] tooDeep = {1, 25};
        byte[] unknownForm = {1, 1, 3};
        byte[] emptyLevel = {1, 2, 0, 1, 0};
        byte[] fullAsPacked = {1, 1, 1, 1};
        byte[] padding = {1, 2, 0, 1, 5};
        byte[] orphan = {1, 3, 0, 1, 1, 1, 2};
        byte[] longer = {1, 0, 0};
        byte[][] all = {tooNew, tooDeep, unknownForm, emptyLevel, fullAsPacked, padding, orphan, longer};
        for (byte[] bytes : all) {
            PfsException refused = assertThrows(PfsException.class, () -> decode(bytes));
            assertEquals(ErrorCode.CORRUPT, refused.code());
            assertTrue(refused.getMessage().contains("some-file is damaged at offset "), refused.getMessage());
        }
    }

    /** Whether bytes are read; if so, they are those of what was read. */
    static boolean isReadAndCanonical(byte[] bytes) {
        SliceBitmap read;
        try {
            read = decode(bytes);
        } catch (PfsException e) {
            assertEquals(ErrorCode.CORRUPT, e.code());
            return false;
        }
        assertArrayEquals(bytes, bytes(read));
        return true;
    }

    private static boolean isEqual(SliceBitmap bitmap, byte[] bytes) {
        return bitmap.equals(decode(bytes));
    }

    private static byte[] bytes(SliceBitmap bitmap) {
        ByteWriter out = new ByteWriter(64);
        bitmap.encode(out);
        return out.toBytes();
    }

    private static SliceBitmap decode(byte[] bytes) {
        ByteReader in = new ByteReader("some-file", bytes);
        SliceBitmap bitmap = SliceBitmap.decode(in);
        in.expectEnd("bitmap");
        return bitmap;
    }
}
