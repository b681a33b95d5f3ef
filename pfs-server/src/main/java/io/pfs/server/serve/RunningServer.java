package io.pfs.server.serve;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.net.ClusterConnection;
import io.pfs.client.net.Identity;
import io.pfs.client.net.TokenFile;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.Address;
import io.pfs.net.Network;
import io.pfs.net.Secret;
import io.pfs.net.Speaker;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import io.pfs.server.identity.Users;
import io.pfs.server.lease.LeaseTerms;
import io.pfs.server.rpc.RpcServer;
import io.pfs.server.rpc.Serving;
import io.pfs.server.store.EmbeddedServer;
import io.pfs.server.store.Seat;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** The engine on a folder, and the network before it. */
final class RunningServer implements AutoCloseable {
    private final EmbeddedServer engine;
    private final Doorkeeper door;
    private final Network network;
    private final RpcServer rpc;
    private final AtomicBoolean isClosing = new AtomicBoolean();
    /** Why it ended, if it was not closed. */
    private final CompletableFuture<Optional<PfsException>> ended = new CompletableFuture<>();

    private RunningServer(EmbeddedServer engine, Doorkeeper door, Network network, RpcServer rpc) {
        this.engine = engine;
        this.door = door;
        this.network = network;
        this.rpc = rpc;
        engine.whenFailed(cause -> ended.complete(Optional.of(cause)));
    }

    /** Recovers what is in the folder, then listens. What can't be is refused, and nothing stays open. */
    static RunningServer start(ServerConfig config) {
        config.requireTransport();
        Tls tls = config.tlsCertificate()
                .map(file -> Tls.showing(read(file), read(config.tlsKey().orElseThrow())))
                .orElse(Tls.NONE);
        Optional<Secret> secret = config.authToken().map(TokenFile::read);
        Users users = Doorkeeper.users(config);
        EmbeddedServer engine = open(config, secret);
        Doorkeeper door = keeping(config, users, engine);
        Network network = new NettyNetwork("pfs-net", config.networkThreads(), tls, config.transport());
        try {
            Serving serving = serving(config, engine, secret)
                    .knowing(door.askers(), door.audit())
                    .telling(engine.tellPool());
            RpcServer rpc = RpcServer.start(network, config.listen(), serving, new SystemClock(), new SystemEntropy());
            return new RunningServer(engine, door, network, rpc);
        } catch (PfsException e) {
            network.close();
            door.close();
            engine.close();
            throw e;
        }
    }

    private static Doorkeeper keeping(ServerConfig config, Users users, EmbeddedServer engine) {
        try {
            return Doorkeeper.start(config, users, new SystemClock());
        } catch (PfsException e) {
            engine.close();
            throw e;
        }
    }

    private static EmbeddedServer open(ServerConfig config, Optional<Secret> secret) {
        if (config.poolOfOne().isPresent()) {
            Seat seat = Seat.alone(config.poolOfOne().get());
            return EmbeddedServer.open(config.data(), config.durability(), config.cacheBytes(), seat);
        }
        if (config.cluster().isEmpty()) {
            return EmbeddedServer.open(config.data(), config.durability(), config.cacheBytes(), LeaseTerms.SERVED);
        }
        ClusterSettings cluster = config.cluster().get();
        Identity identity = new Identity(new Speaker.Server(cluster.server()), secret);
        Tls tls = config.tlsTrusted()
                .or(config::tlsCertificate)
                .map(file -> Tls.trusting(read(file)))
                .orElse(Tls.NONE);
        Function<FileSystemFacts, Connection> peers = facts -> new ClusterConnection(
                new NettyNetwork("pfs-peers", 1, tls, config.transport()),
                cluster.map(),
                facts,
                identity,
                new SystemClock(),
                new SystemEntropy());
        Seat seat = new Seat(
                cluster.pool(), cluster.server(), cluster.map().count(), cluster.spreadRule(), Optional.of(peers));
        return EmbeddedServer.open(config.data(), config.durability(), config.cacheBytes(), seat);
    }

    private static Serving serving(ServerConfig config, EmbeddedServer engine, Optional<Secret> secret) {
        return config.cluster()
                .map(cluster -> new Serving(engine, cluster.server(), cluster.map(), secret, config.limits()))
                .orElseGet(() -> Serving.alone(engine, secret, config.limits()));
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new PfsException(ErrorCode.USAGE, file + " can't be read: " + e, e);
        }
    }

    Address address() {
        return rpc.address();
    }

    EmbeddedServer engine() {
        return engine;
    }

    /** Answers what was asked, ends all connections, then closes the folder. */
    @Override
    public void close() {
        if (isClosing.getAndSet(true)) {
            return;
        }
        try {
            rpc.close();
            network.close();
            engine.close();
            door.close();
        } finally {
            ended.complete(Optional.empty());
        }
    }

    /** Waits until it has been closed, or serves nothing any more; then it says why. */
    Optional<PfsException> awaitEnd() {
        return ended.join();
    }
}
