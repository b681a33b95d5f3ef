package io.pfs.client.local;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.disk.nio.NioDisk;
import io.pfs.pool.HomeName;
import io.pfs.pool.PoolReader;
import io.pfs.pool.ReadFile;
import io.pfs.pool.local.LocalPool;
import java.nio.file.Path;

/**
 * What one seat has in a pool in a folder, in which whoever takes a seat renames its home: in the home of its newest life, which is looked for when a file is not
 * there. Any thread.
 */
final class HomeInFolder implements PoolReader {
    private final Path pool;
    private final String home;
    private volatile Path newest;

    /** Throws why there is none. */
    HomeInFolder(Path pool, ServerId seat) {
        this.pool = pool;
        this.home = HomeName.before(seat);
        this.newest = find();
    }

    private Path find() {
        String name = HomeName.of(home, HomeName.newestIn(pool.toString(), home, NioDisk.reading(pool)::list));
        return pool.resolve(name).resolve(HomeName.POOL);
    }

    /** A file that is open stays so, whatever its folder is called. */
    @Override
    public ReadFile open(String name) {
        while (true) {
            Path tried = newest;
            try {
                return new LocalPool(NioDisk.reading(tried)).open(name);
            } catch (PfsException e) {
                Path now = find();
                if (e.code() != ErrorCode.FILE_MISSING || now.equals(tried)) {
                    throw e;
                }
                newest = now;
            }
        }
    }
}
