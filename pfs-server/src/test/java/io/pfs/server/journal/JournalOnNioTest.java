package io.pfs.server.journal;

import io.pfs.disk.Disk;
import io.pfs.disk.nio.NioDisk;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class JournalOnNioTest extends JournalContract {
    @TempDir
    Path temp;

    @Override
    protected Disk newDisk() {
        return NioDisk.open(temp);
    }
}
