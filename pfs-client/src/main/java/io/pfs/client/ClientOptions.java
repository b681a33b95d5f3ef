package io.pfs.client;

import io.pfs.Check;
import java.time.Duration;

/**
 * How a client behaves.
 *
 * @param timeout how long a request that can't be done now is repeated before it fails
 * @param directoriesRemembered how many directories of paths are remembered, so that they need not be looked up again
 */
public record ClientOptions(Duration timeout, int directoriesRemembered) {
    public static final ClientOptions DEFAULT = new ClientOptions(Duration.ofSeconds(30), 1 << 14);

    public ClientOptions {
        Check.inRange("time-out of requests in ms", timeout.toMillis(), 1, Integer.MAX_VALUE);
        Check.inRange("directories remembered", directoriesRemembered, 1, 1 << 24);
    }

    public ClientOptions withTimeout(Duration other) {
        return new ClientOptions(other, directoriesRemembered);
    }
}
