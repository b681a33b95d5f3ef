package io.pfs.client.local;

import io.pfs.pool.Pool;
import io.pfs.wire.PoolPlace;
import java.util.Optional;

/** Finds the folder that a server tells of, if this process can open files in it. May read, but nothing large. */
@FunctionalInterface
public interface PoolFinder {
    Optional<Pool> find(PoolPlace place);
}
