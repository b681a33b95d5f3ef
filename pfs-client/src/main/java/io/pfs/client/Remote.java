package io.pfs.client;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.net.Identity;
import io.pfs.client.net.RemoteConnection;
import io.pfs.client.net.TokenFile;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.Address;
import io.pfs.net.Network;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import io.pfs.wire.Connection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Connects to a server as the options say. */
final class Remote {
    private static final String SCHEME = "pfs://";

    private Remote() {}

    static Connection open(String uri, ClientOptions options) {
        Address address = address(uri);
        Identity identity = new Identity(
                options.user().orElseGet(() -> System.getProperty("user.name", "nobody")),
                options.authToken().map(TokenFile::read));
        Tls tls = options.trusted().map(file -> Tls.trusting(read(file))).orElse(Tls.NONE);
        Network network = new NettyNetwork("pfs-client", 1, tls);
        return RemoteConnection.open(network, address, identity, new SystemClock(), new SystemEntropy());
    }

    private static Address address(String uri) {
        if (!uri.startsWith(SCHEME)) {
            throw new PfsException(ErrorCode.USAGE, "'" + uri + "' is not of the form pfs://HOST:PORT");
        }
        String rest = uri.substring(SCHEME.length());
        String hosts = rest.endsWith("/") ? rest.substring(0, rest.length() - 1) : rest;
        if (hosts.indexOf(',') >= 0) {
            throw new PfsException(ErrorCode.NOT_SUPPORTED, "'" + uri + "' names several servers; name one");
        }
        return Address.parse(hosts);
    }

    private static byte[] read(Path certificates) {
        try {
            return Files.readAllBytes(certificates);
        } catch (IOException e) {
            throw new PfsException(ErrorCode.USAGE, "the certificates to trust can't be read: " + e, e);
        }
    }
}
