package io.pfs.testing;

import io.pfs.disk.Disk;
import io.pfs.disk.ReservingDiskContract;

final class MemoryDiskTest extends ReservingDiskContract {
    @Override
    protected Disk newDisk() {
        return new MemoryDisk();
    }
}
