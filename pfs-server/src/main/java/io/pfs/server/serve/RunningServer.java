package io.pfs.server.serve;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.net.TokenFile;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.Address;
import io.pfs.net.Network;
import io.pfs.net.Secret;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import io.pfs.server.rpc.RpcServer;
import io.pfs.server.store.EmbeddedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The engine on a folder, and the network before it. */
final class RunningServer implements AutoCloseable {
    private final EmbeddedServer engine;
    private final Network network;
    private final RpcServer rpc;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private RunningServer(EmbeddedServer engine, Network network, RpcServer rpc) {
        this.engine = engine;
        this.network = network;
        this.rpc = rpc;
    }

    /** Recovers what is in the folder, then listens. What can't be is refused, and nothing stays open. */
    static RunningServer start(ServerConfig config) {
        Tls tls = config.tlsCertificate()
                .map(file -> Tls.showing(read(file), read(config.tlsKey().orElseThrow())))
                .orElse(Tls.NONE);
        Clock clock = new SystemClock();
        Entropy entropy = new SystemEntropy();
        Optional<Secret> secret = config.authToken().map(TokenFile::read);
        EmbeddedServer engine = EmbeddedServer.open(config.data(), config.durability(), config.cacheBytes());
        Network network = new NettyNetwork("pfs-net", config.networkThreads(), tls);
        try {
            RpcServer rpc = RpcServer.start(network, config.listen(), engine, secret, config.limits(), clock, entropy);
            return new RunningServer(engine, network, rpc);
        } catch (PfsException e) {
            network.close();
            engine.close();
            throw e;
        }
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

    /** Answers what was asked, ends all connections, then closes the folder. */
    @Override
    public void close() {
        try {
            rpc.close();
            network.close();
            engine.close();
        } finally {
            ended.complete(null);
        }
    }

    /** Waits until it has been closed. */
    void awaitEnd() {
        ended.join();
    }
}
