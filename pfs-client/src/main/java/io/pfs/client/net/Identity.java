package io.pfs.client.net;

import io.pfs.net.Secret;
import java.util.Optional;

/**
 * Who a client is.
 *
 * @param user in whose name it asks
 * @param secret that it shares with the servers, if they want one
 */
public record Identity(String user, Optional<Secret> secret) {}
