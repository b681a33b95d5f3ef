package io.pfs.disk.overlay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.disk.ReservingDiskContract;
import io.pfs.testing.MemoryDisk;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class OverlayDiskTest extends ReservingDiskContract {
    private static final byte[] BYTES = {1, 2, 3};

    @Override
    protected Disk newDisk() {
        return new OverlayDisk(new MemoryDisk());
    }

    private static MemoryDisk below() {
        TreeMap<String, byte[]> files = new TreeMap<>();
        files.put("a", BYTES);
        files.put("b", BYTES);
        return MemoryDisk.of(files);
    }

    @Test
    void whatHappensHereIsNotSeenBelow() {
        MemoryDisk below = below();
        OverlayDisk disk = new OverlayDisk(below);
        disk.delete("a");
        disk.rename("b", "c");
        try (DiskFile made = disk.create("a")) {
            made.write(ByteBuffer.wrap(new byte[10]), 0);
            made.force();
        }
        disk.forceFolder();
        assertEquals(List.of("a", "c"), disk.list());
        disk.close();
        assertEquals(List.of("a", "b"), below.list());
        assertArrayEquals(BYTES, below.names().get("a").bytes());
        assertArrayEquals(BYTES, below.names().get("b").bytes());
    }

    /** Else who looks at a small folder needs memory for all that a journal makes ahead. */
    @Test
    void whatWasNeverWrittenTakesNoMemory() {
        OverlayDisk disk = new OverlayDisk(new MemoryDisk());
        long gigabyte = 1L << 30;
        for (int nth = 0; nth < 64; nth++) {
            try (DiskFile file = disk.create("file-" + nth)) {
                file.preallocate(gigabyte);
                file.write(ByteBuffer.wrap(BYTES), nth);
                assertEquals(gigabyte, file.size());
            }
        }
        try (DiskFile file = disk.open("file-7")) {
            ByteBuffer read = ByteBuffer.allocate(12);
            assertEquals(12, file.read(read, 7));
            assertArrayEquals(new byte[] {1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0}, read.array());
            assertEquals(2, file.read(ByteBuffer.allocate(9), gigabyte - 2));
            file.truncate(8);
            file.preallocate(gigabyte);
            assertEquals(12, file.read(read.clear(), 7));
            assertArrayEquals(new byte[] {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, read.array());
        }
    }

    @Test
    void aFileBelowIsReadUnderItsNewNameAndNotWritten() {
        OverlayDisk disk = new OverlayDisk(below());
        disk.rename("b", "c");
        try (DiskFile file = disk.open("c")) {
            byte[] read = new byte[3];
            assertEquals(3, file.read(ByteBuffer.wrap(read), 0));
            assertArrayEquals(BYTES, read);
            assertThrows(PfsException.class, () -> file.write(ByteBuffer.wrap(BYTES), 0));
            assertThrows(PfsException.class, () -> file.truncate(1));
            assertThrows(PfsException.class, () -> file.preallocate(100));
        }
        assertFalse(disk.exists("b"));
    }
}
