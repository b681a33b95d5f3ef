package io.pfs.client.net;

import io.pfs.net.Secret;
import io.pfs.net.Speaker;
import java.util.Optional;

/**
 * Who a client is.
 *
 * @param speaker in whose name it asks
 * @param secret that it shares with the servers, if they want one
 */
public record Identity(Speaker speaker, Optional<Secret> secret) {
    /** A user's client. */
    public Identity(String user, Optional<Secret> secret) {
        this(new Speaker.User(user), secret);
    }
}
