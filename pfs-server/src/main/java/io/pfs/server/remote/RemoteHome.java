package io.pfs.server.remote;

import io.pfs.Epoch;
import io.pfs.disk.Disk;

/** What one server has in a pool, while one life of it has that. */
public interface RemoteHome extends AutoCloseable {
    /** That of this life. */
    Epoch epoch();

    Disk journal();

    Disk pool();

    Tenure tenure();

    /** Gives it back in order: the next life need not watch first. */
    @Override
    void close();
}
