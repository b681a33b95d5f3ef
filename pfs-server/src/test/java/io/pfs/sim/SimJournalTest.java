package io.pfs.sim;

import io.pfs.disk.Disk;
import io.pfs.server.journal.JournalContract;

/** The local journal on a simulated disk. */
public final class SimJournalTest extends JournalContract {
    @Override
    protected Disk newDisk() {
        return SimDiskTest.quietDisk();
    }
}
