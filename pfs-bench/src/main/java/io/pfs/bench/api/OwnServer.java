package io.pfs.bench.api;

import io.pfs.Durability;
import io.pfs.PfsException;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.Address;
import io.pfs.net.Network;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import io.pfs.server.rpc.RpcServer;
import io.pfs.server.rpc.SessionLimits;
import io.pfs.server.store.EmbeddedServer;
import java.nio.file.Path;
import java.util.Optional;

/** A server in this process, which clients reach over sockets of this machine, as they would any other. */
public final class OwnServer implements AutoCloseable {
    private static final SessionLimits LIMITS = new SessionLimits(4096, 1024, 64L << 20, 1L << 31, 120_000_000_000L);

    private final EmbeddedServer engine;
    private final Network network;
    private final RpcServer rpc;

    private OwnServer(EmbeddedServer engine, Network network, RpcServer rpc) {
        this.engine = engine;
        this.network = network;
        this.rpc = rpc;
    }

    /** On a folder that is missing or empty, on any free port. */
    public static OwnServer start(Path folder, Durability durability) {
        EmbeddedServer engine = EmbeddedServer.open(folder, durability);
        Network network = new NettyNetwork("pfs-net", threads(), Tls.NONE);
        try {
            Address anyPort = new Address("127.0.0.1", 0);
            RpcServer rpc = RpcServer.start(
                    network, anyPort, engine, Optional.empty(), LIMITS, new SystemClock(), new SystemEntropy());
            return new OwnServer(engine, network, rpc);
        } catch (PfsException e) {
            network.close();
            engine.close();
            throw e;
        }
    }

    /** As many as a server has for the network if nothing else is said. */
    static int threads() {
        return Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    }

    public String uri() {
        return "pfs://" + rpc.address();
    }

    @Override
    public void close() {
        rpc.close();
        network.close();
        engine.close();
    }
}
