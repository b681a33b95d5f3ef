package io.pfs.server.journal;

import io.pfs.disk.Disk;
import io.pfs.server.hadoop.MiniHdfs;

final class JournalOnHdfsTest extends JournalContract {
    @Override
    protected Disk newDisk() {
        return MiniHdfs.freshDisk();
    }
}
