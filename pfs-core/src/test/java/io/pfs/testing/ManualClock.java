package io.pfs.testing;

import io.pfs.env.Clock;

/** Time that passes when a test says so. */
public final class ManualClock implements Clock {
    private long nowNs;

    public void pass(long ns) {
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
