package io.pfs.sim;

import io.pfs.disk.Disk;
import io.pfs.server.journal.JournalContract;

/** The local journal on HDFS as the simulator has it. */
final class SimHdfsJournalTest extends JournalContract {
    @Override
    protected Disk newDisk() {
        return SimHdfsTest.quietDisk();
    }
}
