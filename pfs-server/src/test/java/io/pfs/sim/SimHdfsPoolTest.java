package io.pfs.sim;

import io.pfs.disk.Disk;
import io.pfs.pool.local.LocalPoolContract;

/** The local pool on HDFS as the simulator has it. */
final class SimHdfsPoolTest extends LocalPoolContract {
    @Override
    protected Disk newDisk() {
        return SimHdfsTest.quietDisk();
    }
}
