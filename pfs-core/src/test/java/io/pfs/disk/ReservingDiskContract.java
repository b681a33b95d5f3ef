package io.pfs.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** What every disk does that reserves space: any part of a file may be written, in any order, and its end be cut. */
public abstract class ReservingDiskContract extends DiskContract {
    @Test
    public void saysThatItReservesSpace() {
        assertTrue(disk().reservesSpace());
    }

    @Test
    public void writesStandWhereTheyWerePut() {
        try (DiskFile file = disk().create("a")) {
            file.write(bytes("0123456789"), 0);
            file.write(bytes("ab"), 4);
            file.force();
            assertEquals(10, file.size());
        }
        assertEquals("0123ab6789", read("a"));
    }

    @Test
    public void gapReadsAsZeros() {
        try (DiskFile file = disk().create("a")) {
            file.write(bytes("x"), 10_000);
            assertEquals(10_001, file.size());
            ByteBuffer gap = ByteBuffer.allocate(10_000);
            assertEquals(10_000, file.read(gap, 0));
            assertArrayEquals(new byte[10_000], gap.array());
        }
    }

    @Test
    public void truncateCutsAndTheCutPartIsGone() {
        try (DiskFile file = disk().create("a")) {
            file.write(bytes("0123456789"), 0);
            file.truncate(4);
            assertEquals(4, file.size());
            file.write(bytes("x"), 6);
            file.force();
        }
        assertEquals("0123\0\0x", read("a"));
    }

    @Test
    public void preallocateLengthensWithZerosAndNeverShortens() {
        try (DiskFile file = disk().create("a")) {
            file.write(bytes("abc"), 0);
            file.preallocate(100_000);
            assertEquals(100_000, file.size());
            file.preallocate(5);
            assertEquals(100_000, file.size());
            ByteBuffer all = ByteBuffer.allocate(100_001);
            assertEquals(100_000, file.read(all, 0));
            assertEquals('c', all.get(2));
            for (int i = 3; i < 100_000; i++) {
                assertEquals(0, all.get(i));
            }
        }
    }
}
