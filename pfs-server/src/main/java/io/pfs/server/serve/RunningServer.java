package io.pfs.server.serve;

import io.pfs.PfsException;
import io.pfs.env.system.Messages;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.Address;
import io.pfs.net.Network;
import io.pfs.net.Secret;
import io.pfs.server.identity.Users;
import io.pfs.server.lease.LeaseTerms;
import io.pfs.server.rpc.RpcServer;
import io.pfs.server.rpc.Serving;
import io.pfs.server.store.EmbeddedServer;
import io.pfs.server.store.Engine;
import io.pfs.server.store.FolderEngine;
import io.pfs.server.store.Seat;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** The engine on a folder, and the network before it. */
final class RunningServer implements Served {
    /** Most clients answer at once. */
    private static final long LEASES_NS = 250_000_000;

    private final Engine engine;
    private final Doorkeeper door;
    private final Network network;
    private final RpcServer rpc;
    private final AtomicBoolean isClosing = new AtomicBoolean();
    /** Why it ended, if it was not closed. */
    private final CompletableFuture<Optional<PfsException>> ended = new CompletableFuture<>();

    private RunningServer(Engine engine, Doorkeeper door, Network network, RpcServer rpc) {
        this.engine = engine;
        this.door = door;
        this.network = network;
        this.rpc = rpc;
        engine.whenFailed(cause -> ended.complete(Optional.of(cause)));
    }

    /** Recovers what is in the folder, then listens. What can't be is refused, and nothing stays open. */
    static RunningServer start(ServerConfig config) {
        config.requireTransport();
        ServerNetworks networks = ServerNetworks.of(config);
        Users users = Doorkeeper.users(config);
        Engine engine = open(config, networks);
        engine.lacking().ifPresent(Messages::tell);
        Doorkeeper door = keeping(config, users, engine);
        Network network = networks.toClients();
        try {
            Serving serving = serving(config, engine, networks.secret())
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

    private static Doorkeeper keeping(ServerConfig config, Users users, Engine engine) {
        try {
            return Doorkeeper.start(config, users, new SystemClock());
        } catch (PfsException e) {
            engine.close();
            throw e;
        }
    }

    private static Engine open(ServerConfig config, ServerNetworks networks) {
        if (config.poolOfOne().isPresent()) {
            Seat seat = Seat.alone(config.poolOfOne().get());
            return EmbeddedServer.open(config.data(), config.durability(), config.cacheBytes(), seat);
        }
        if (config.cluster().isEmpty()) {
            return FolderEngine.open(
                    config.data(), config.loops(), config.durability(), config.cacheBytes(), LeaseTerms.SERVED);
        }
        ClusterSettings cluster = config.cluster().get();
        Seat seat = Seat.fixed(
                cluster.pool(),
                cluster.server(),
                cluster.map().count(),
                cluster.spreadRule(),
                facts -> networks.toOthers(cluster.map(), facts));
        return EmbeddedServer.open(config.data(), config.durability(), config.cacheBytes(), seat);
    }

    private static Serving serving(ServerConfig config, Engine engine, Optional<Secret> secret) {
        return config.cluster()
                .map(cluster -> new Serving(engine, cluster.map(), secret, config.limits()))
                .orElseGet(() -> Serving.alone(engine, secret, config.limits()));
    }

    @Override
    public Address address() {
        return rpc.address();
    }

    Engine engine() {
        return engine;
    }

    /** While clients can be reached. A life that does not has the next one wait for the leases. */
    private void takeLeasesBack() {
        try {
            engine.takeLeasesBack(LEASES_NS);
        } catch (RuntimeException e) {
            // it serves nothing any more, as whoever closes the engine will hear
        }
    }

    /** Answers what was asked, ends all connections, then closes the folder. */
    @Override
    public void close() {
        if (isClosing.getAndSet(true)) {
            return;
        }
        try {
            takeLeasesBack();
            rpc.close();
            network.close();
            engine.close();
            door.close();
        } finally {
            ended.complete(Optional.empty());
            Messages.finish();
        }
    }

    @Override
    public Optional<PfsException> awaitEnd() {
        return ended.join();
    }
}
