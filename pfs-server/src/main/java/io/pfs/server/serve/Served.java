package io.pfs.server.serve;

import io.pfs.PfsException;
import io.pfs.net.Address;
import java.util.Optional;

/** A server that runs. */
interface Served extends AutoCloseable {
    /** Where it listens. */
    Address address();

    /** Waits until it has been closed, or serves nothing any more; then it says why. */
    Optional<PfsException> awaitEnd();

    /** Ends it in order. */
    @Override
    void close();
}
