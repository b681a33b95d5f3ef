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
    private final long longNs;
    private OptionalLong sinceNs = OptionalLong.empty();

    /** @param longNs how long is too long */
    Silence(Tenure storage, Tenure lease, long longNs) {
        this.storage = storage;
        this.lease = lease;
        this.longNs = longNs;
    }

    /** To be asked every now and then. */
    boolean isTooLong(long nowNs) {
        if (storage.holds() || !lease.holds()) {
            sinceNs = OptionalLong.empty();
            return false;
        }
        long since = sinceNs.orElse(nowNs);
        sinceNs = OptionalLong.of(since);
        return nowNs - since >= longNs;
    }
}
