package io.pfs.testing;

import io.pfs.disk.Disk;
import io.pfs.disk.DiskContract;

final class AppendOnlyDiskTest extends DiskContract {
    @Override
    protected Disk newDisk() {
        return new AppendOnlyDisk(new MemoryDisk());
    }
}
