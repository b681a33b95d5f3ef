package io.pfs.server.serve;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.net.ClusterConnection;
import io.pfs.client.net.Identity;
import io.pfs.client.net.TokenFile;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.ClusterMap;
import io.pfs.net.Network;
import io.pfs.net.Secret;
import io.pfs.net.Speaker;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import io.pfs.wire.FileSystemFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** How a server speaks with its clients and with other servers. */
final class ServerNetworks {
    private final ServerConfig config;
    private final Optional<Secret> secret;
    private final Tls shown;
    private final Tls trusted;

    private ServerNetworks(ServerConfig config, Optional<Secret> secret, Tls shown, Tls trusted) {
        this.config = config;
        this.secret = secret;
        this.shown = shown;
        this.trusted = trusted;
    }

    /** Reads what keys and tokens there are; refuses those that can't be used. */
    static ServerNetworks of(ServerConfig config) {
        Tls shown = config.tlsCertificate()
                .map(file -> Tls.showing(read(file), read(config.tlsKey().orElseThrow())))
                .orElse(Tls.NONE);
        Tls trusted = config.tlsTrusted()
                .or(config::tlsCertificate)
                .map(file -> Tls.trusting(read(file)))
                .orElse(Tls.NONE);
        return new ServerNetworks(config, config.authToken().map(TokenFile::read), shown, trusted);
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, file + " can't be read: " + e, e);
        }
    }

    /** What all who connect must know, if there is anything. */
    Optional<Secret> secret() {
        return secret;
    }

    Network toClients() {
        return new NettyNetwork("pfs-net", config.networkThreads(), shown, config.transport());
    }

    /** The way to other servers, in the name of this one. */
    ClusterConnection toOthers(ClusterMap map, FileSystemFacts facts) {
        return new ClusterConnection(
                new NettyNetwork("pfs-peers", 1, trusted, config.transport()),
                map,
                facts,
                new Identity(new Speaker.Server(), secret),
                new SystemClock(),
                new SystemEntropy());
    }
}
