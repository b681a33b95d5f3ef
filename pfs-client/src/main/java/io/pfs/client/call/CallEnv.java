package io.pfs.client.call;

import io.pfs.Check;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.env.Timers;

/**
 * What requests need of the world.
 *
 * @param timeoutNs how long a request is repeated before it is given up
 */
public record CallEnv(Clock clock, Timers timers, Entropy entropy, long timeoutNs) {
    public CallEnv {
        Check.inRange("time-out of a request in ns", timeoutNs, 1, Long.MAX_VALUE / 2);
    }
}
