package io.pfs.sim;

import io.pfs.env.Clock;

/** The clocks of a client's machine: they run at a rate of their own, and the monotonic one stands still while the machine sleeps. */
final class MachineClock implements Clock {
    private static final long NS_PER_MS = 1_000_000;
    /** Wall time is told in whole milliseconds. */
    static final long SEEN_NS_MIN = 2 * NS_PER_MS;

    private final SimWorld world;
    private final long part;
    private long stoodNs;
    private long asleepSinceNs = -1;

    /**
     * A machine.
     *
     * @param part of how many fortieths they are ahead of the world's
     */
    MachineClock(SimWorld world, long part) {
        this.world = world;
        this.part = part;
    }

    private long passedNs() {
        return world.nowNs() + part * (world.nowNs() / 40);
    }

    void sleeps() {
        asleepSinceNs = passedNs();
    }

    void wakes() {
        stoodNs += passedNs() - asleepSinceNs;
        asleepSinceNs = -1;
    }

    @Override
    public long monotonicNs() {
        return (asleepSinceNs < 0 ? passedNs() : asleepSinceNs) - stoodNs;
    }

    @Override
    public long wallMillis() {
        return world.wallMillis() + (passedNs() - world.nowNs()) / NS_PER_MS;
    }
}
