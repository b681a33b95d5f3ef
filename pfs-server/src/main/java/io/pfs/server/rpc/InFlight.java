package io.pfs.server.rpc;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes the calls and answers of all connections take, and of these the ones that are held. Any thread. */
final class InFlight {
    private final long max;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong held = new AtomicLong();

    InFlight(long max) {
        this.max = max;
    }

    void add(long more) {
        bytes.addAndGet(more);
    }

    /** Some of them are of a call that is held from now on; says whether there was room for that. */
    boolean hold(long more) {
        boolean isRoom = held.addAndGet(more) <= SessionLimits.heldOf(max);
        if (!isRoom) {
            held.addAndGet(-more);
        }
        return isRoom;
    }

    void letGo(long fewer) {
        held.addAndGet(-fewer);
    }

    boolean isFull() {
        return bytes.get() >= max;
    }
}
