package io.pfs.client;

import io.pfs.Check;
import io.pfs.client.table.Times;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How a client behaves.
 *
 * @param timeout how long a request that can't be done now is repeated before it fails
 * @param directoriesRemembered how many directories of paths are remembered, so that they need not be looked up again
 * @param user in whose name it asks servers; empty for the user of this process
 * @param authToken the file of the token that it shares with the servers, if they want one
 * @param trusted certificates, in PEM, of the servers that it trusts; with these, connections are encrypted
 * @param localReads whether it reads cells itself where it can open the files of a server's pool
 */
public record ClientOptions(
        Duration timeout,
        int directoriesRemembered,
        Optional<String> user,
        Optional<Path> authToken,
        Optional<Path> trusted,
        boolean localReads) {
    public static final ClientOptions DEFAULT = new ClientOptions(
            Duration.ofSeconds(30), 1 << 14, Optional.empty(), Optional.empty(), Optional.empty(), true);

    public ClientOptions {
        Check.inRange("time-out of requests in ms", Times.millis(timeout), 1, Integer.MAX_VALUE);
        Check.inRange("directories remembered", directoriesRemembered, 1, 1 << 24);
    }

    public ClientOptions withTimeout(Duration other) {
        return new ClientOptions(other, directoriesRemembered, user, authToken, trusted, localReads);
    }

    public ClientOptions withUser(String other) {
        return new ClientOptions(timeout, directoriesRemembered, Optional.of(other), authToken, trusted, localReads);
    }

    public ClientOptions withAuthToken(Path file) {
        return new ClientOptions(timeout, directoriesRemembered, user, Optional.of(file), trusted, localReads);
    }

    public ClientOptions withTrusted(Path certificates) {
        return new ClientOptions(
                timeout, directoriesRemembered, user, authToken, Optional.of(certificates), localReads);
    }

    public ClientOptions withLocalReads(boolean other) {
        return new ClientOptions(timeout, directoriesRemembered, user, authToken, trusted, other);
    }
}
