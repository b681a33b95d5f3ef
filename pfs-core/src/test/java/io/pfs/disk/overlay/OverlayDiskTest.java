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
