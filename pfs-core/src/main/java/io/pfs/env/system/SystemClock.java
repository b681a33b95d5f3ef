package io.pfs.env.system;

import io.pfs.env.Clock;

/** The machine's clocks. */
public final class SystemClock implements Clock {
    @Override
    public long monotonicNs() {
        return System.nanoTime();
    }

    @Override
    public long wallMillis() {
        return System.currentTimeMillis();
    }
}
