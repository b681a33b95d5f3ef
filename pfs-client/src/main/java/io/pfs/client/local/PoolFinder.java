package io.pfs.client.local;

import io.pfs.ServerId;
import io.pfs.pool.PoolReader;
import io.pfs.wire.PoolPlace;
import java.util.Optional;

/** Finds the pool that a server tells of, if this process can open files in it. May read, but nothing large. */
@FunctionalInterface
public interface PoolFinder extends AutoCloseable {
    /**
     * What this server has in the pool.
     *
     * @param server whose part it is: one process may have those of several
     */
    Optional<PoolReader> find(ServerId server, PoolPlace place);

    /** Nothing is found or read any more. */
    @Override
    default void close() {}
}
