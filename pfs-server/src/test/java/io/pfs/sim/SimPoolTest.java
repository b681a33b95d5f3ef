package io.pfs.sim;

import io.pfs.disk.Disk;
import io.pfs.pool.local.LocalPoolContract;

/** The local pool on a simulated disk. */
public final class SimPoolTest extends LocalPoolContract {
    @Override
    protected Disk newDisk() {
        return SimDiskTest.quietDisk();
    }
}
