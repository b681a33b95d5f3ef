package io.pfs.server.store;

import io.pfs.server.remote.Tenure;
import java.util.OptionalLong;

/**
 * How long a server has answered nothing for its storage alone, which it doesn't reach, while by its lease it still has what it serves: then
 * nobody else can have that either, and another one might reach the storage. For one thread.
 */
final class Silence {
    /** Longer than a storage takes that goes to its standby. */
    static final long LONG_NS = 30_000_000_000L;

    private final Tenure storage;
    private final Tenure lease;
    private OptionalLong sinceNs = OptionalLong.empty();

    Silence(Tenure storage, Tenure lease) {
        this.storage = storage;
        this.lease = lease;
    }

    /** To be asked every now and then. */
    boolean isTooLong(long nowNs) {
        if (storage.holds() || !lease.holds()) {
            sinceNs = OptionalLong.empty();
            return false;
        }
        long since = sinceNs.orElse(nowNs);
        sinceNs = OptionalLong.of(since);
        return nowNs - since >= LONG_NS;
    }
}
