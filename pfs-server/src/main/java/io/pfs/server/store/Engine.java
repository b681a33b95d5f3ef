package io.pfs.server.store;

import io.pfs.PfsException;
import io.pfs.wire.Connection;
import io.pfs.wire.PoolPlace;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What serves a file system in this process, or what one of several servers has of it. Any thread. */
public interface Engine extends Connection {
    /** Those that it consists of, each with a loop of its own, by their numbers. */
    List<EmbeddedServer> loops();

    /**
     * Where clients of other processes may read cells themselves, if they find it; empty if they shall not, as nothing could be written there. Blocks.
     */
    Optional<PoolPlace> tellPool();

    /** What of its journals or of its shards can't be had, if so, for people. */
    Optional<String> lacking();

    /** Has somebody told, on whatever thread, if something is not served any more though nobody closed this: only opening it anew helps. */
    void whenFailed(Consumer<PfsException> told);

    /**
     * Grants no more leases, and wants those back that are out, so that who opens these shards next need not wait for them. Waits until they are back, but
     * not longer than so: who has them may be silent.
     */
    void takeLeasesBack(long withinNs);

    /** Writes a checkpoint and waits for it. */
    void checkpoint();
}
