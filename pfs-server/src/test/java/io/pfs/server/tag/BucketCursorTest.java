package io.pfs.server.tag;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteWriter;
import io.pfs.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BucketCursorTest {
    static void isReadOrRefused(byte[] bytes) {
        BucketCursor cursor = new BucketCursor();
        cursor.open(bytes);
        ByteWriter rows = new ByteWriter(64);
        try {
            while (cursor.nextRow()) {
                while (cursor.nextValue()) {
                    assertTrue(cursor.valueAt() + cursor.valueLength() <= bytes.length);
                }
                cursor.copyRow(rows);
            }
        } catch (PfsException e) {
            assertEquals(ErrorCode.CORRUPT, e.code());
            return;
        }
        assertArrayEquals(bytes, rows.toBytes());
    }

    @Test
    void anyBytesAreReadOrRefused() {
        Seeds.each("BucketCursorTest", 2000, seed -> {
            Random random = new Random(seed);
            byte[] bytes = new byte[random.nextInt(24)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (random.nextInt(8) == 0 ? random.nextInt() : random.nextInt(6));
            }
            isReadOrRefused(bytes);
        });
    }

    @Test
    void aValueIsFoundForItsIndexAlone() {
        byte[] name = "n".getBytes(StandardCharsets.UTF_8);
        byte[] bucket = {1, 'n', 7, 3, 2, 8, 9, 4, 1, 8, 1, 'm', 0};
        BucketCursor one = new BucketCursor();
        BucketCursor other = new BucketCursor();
        one.open(bucket);
        assertTrue(one.nextRow() && one.isNamed(name, 0, 1) && one.nextValue());
        assertEquals(3, one.id());
        assertTrue(other.finds(bucket, one));
        byte[] otherId = bucket.clone();
        otherId[3] = 2;
        assertFalse(other.finds(otherId, one));
        byte[] otherValue = bucket.clone();
        otherValue[6] = 10;
        assertFalse(other.finds(otherValue, one));
        assertTrue(one.nextValue() && !one.nextValue() && one.nextRow() && !one.nextValue() && !one.nextRow());
        isReadOrRefused(Arrays.copyOf(bucket, 10));
    }
}
