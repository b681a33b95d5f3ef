package io.pfs.pool.local;

import io.pfs.disk.Disk;
import io.pfs.disk.nio.NioDisk;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class LocalPoolNioTest extends LocalPoolContract {
    @TempDir
    Path temp;

    @Override
    protected Disk newDisk() {
        return NioDisk.open(temp);
    }
}
