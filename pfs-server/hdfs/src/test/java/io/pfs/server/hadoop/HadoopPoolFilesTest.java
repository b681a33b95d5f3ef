package io.pfs.server.hadoop;

import io.pfs.disk.Disk;
import io.pfs.pool.local.LocalPoolContract;

/** Files of a pool on HDFS are those of a local one. */
final class HadoopPoolFilesTest extends LocalPoolContract {
    @Override
    protected Disk newDisk() {
        return MiniHdfs.freshDisk();
    }
}
