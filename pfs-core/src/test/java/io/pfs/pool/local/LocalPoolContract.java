package io.pfs.pool.local;

import io.pfs.disk.Disk;
import io.pfs.pool.Pool;
import io.pfs.pool.PoolContract;

/** What a local pool does on every disk. */
public abstract class LocalPoolContract extends PoolContract {
    private Disk disk;

    /** An empty folder. */
    protected abstract Disk newDisk();

    @Override
    protected final Pool newPool() {
        disk = newDisk();
        return new LocalPool(disk);
    }

    @Override
    protected final void closePool() {
        disk.close();
    }
}
