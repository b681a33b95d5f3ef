package io.pfs.server.journal;

import io.pfs.disk.Disk;
import io.pfs.testing.MemoryDisk;

final class JournalOnMemoryTest extends JournalContract {
    @Override
    protected Disk newDisk() {
        return new MemoryDisk();
    }
}
