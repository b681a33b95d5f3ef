package io.pfs.env.system;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Timers;

/** For a store that is driven by its caller alone and has nothing that happens by itself, later. */
public final class NoTimers implements Timers {
    @Override
    public Timer after(long delayNs, Runnable task) {
        throw new PfsException(ErrorCode.NOT_SUPPORTED, "nothing happens later in a store that has no loop of its own");
    }

    @Override
    public boolean ring() {
        return false;
    }
}
