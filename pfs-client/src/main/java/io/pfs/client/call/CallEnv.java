package io.pfs.client.call;

import io.pfs.Check;
import io.pfs.Limits;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.env.Timers;

/**
 * What requests need of the world.
 *
 * @param timeoutNs how long a request is repeated before it is given up
 * @param windowMax requests from the lowest open ones on, of all windows; what is more waits
 */
public record CallEnv(Clock clock, Timers timers, Entropy entropy, long timeoutNs, int windowMax) {
    /** Of which a slice keeps the answers of several clients. */
    public static final int WINDOW_MAX = 2048;

    public CallEnv {
        Check.inRange("requests of a window", windowMax, 1, Limits.REQUESTS_OPEN_MAX);
        Check.inRange("time-out of a request in ns", timeoutNs, 1, Long.MAX_VALUE / 2);
    }
}
