package io.pfs.server.rpc;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes the calls and answers of all connections take. Any thread. */
final class InFlight {
    private final long max;
    private final AtomicLong bytes = new AtomicLong();

    InFlight(long max) {
        this.max = max;
    }

    void add(long more) {
        bytes.addAndGet(more);
    }

    boolean isFull() {
        return bytes.get() >= max;
    }
}
