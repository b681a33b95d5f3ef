package io.pfs.sim;

import io.pfs.disk.Disk;
import io.pfs.pool.Pool;
import io.pfs.pool.PoolContract;
import io.pfs.pool.local.LocalPool;

/** The local pool on a simulated disk. */
public final class SimPoolTest extends PoolContract {
    private final Disk disk = SimDiskTest.quietDisk();

    @Override
    protected Pool newPool() {
        return new LocalPool(disk);
    }

    @Override
    protected void closePool() {
        disk.close();
    }
}
