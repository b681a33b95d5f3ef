package io.pfs.pool.local;

import io.pfs.disk.nio.NioDisk;
import io.pfs.pool.Pool;
import io.pfs.pool.PoolContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class LocalPoolNioTest extends PoolContract {
    @TempDir
    Path temp;

    private NioDisk disk;

    @Override
    protected Pool newPool() {
        disk = NioDisk.open(temp);
        return new LocalPool(disk);
    }

    @Override
    protected void closePool() {
        disk.close();
    }
}
