package io.pfs.testing;

import io.pfs.disk.Disk;
import io.pfs.disk.DiskContract;

final class MemoryDiskTest extends DiskContract {
    @Override
    protected Disk newDisk() {
        return new MemoryDisk();
    }
}
