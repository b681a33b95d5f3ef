package io.pfs.server.exchange;

import io.pfs.env.Clock;

/** Time that passes when a test says so. */
final class ManualClock implements Clock {
    private long nowNs;

    void pass(long ns) {
        nowNs += ns;
    }

    @Override
    public long monotonicNs() {
        return nowNs;
    }

    @Override
    public long wallMillis() {
        return nowNs / 1_000_000;
    }
}
