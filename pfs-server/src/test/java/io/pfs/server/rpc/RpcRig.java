package io.pfs.server.rpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.Durability;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.net.Identity;
import io.pfs.client.net.RemoteConnection;
import io.pfs.client.table.Table;
import io.pfs.env.Clock;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import io.pfs.server.store.EmbeddedServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A server on a folder, over real sockets, and one client that means well. */
final class RpcRig implements AutoCloseable {
    static final SessionLimits LIMITS = new SessionLimits(64, 64, 8 << 20, 32 << 20, 120_000_000_000L);

    private final EmbeddedServer engine;
    private final Gate gate;
    private final WatchedNetwork network = new WatchedNetwork(new NettyNetwork("test-server", 2, Tls.NONE));
    private final RpcServer server;
    private final Pfs good;
    private final Table table;
    private int served;
    private boolean isStopped;

    RpcRig(Path folder, SessionLimits limits) {
        this(folder, limits, new SystemClock());
    }

    /** With a clock of the server. */
    RpcRig(Path folder, SessionLimits limits, Clock clock) {
        engine = EmbeddedServer.open(folder, Durability.FLUSH);
        gate = new Gate(engine);
        server = RpcServer.start(
                network, new Address("127.0.0.1", 0), gate, Optional.empty(), limits, clock, new SystemEntropy());
        good = connect("good");
        table = good.ensureTable("/good");
    }

    /** One more client that means well. */
    Pfs connect(String user) {
        return Pfs.over(
                RemoteConnection.open(
                        new NettyNetwork("test-client", 1, Tls.NONE),
                        server.address(),
                        new Identity(user, Optional.empty()),
                        new SystemClock(),
                        new SystemEntropy()),
                ClientOptions.DEFAULT);
    }

    RawClient raw() {
        return new RawClient(server.address());
    }

    void publish(ClusterMap map) {
        server.publish(map);
    }

    Gate gate() {
        return gate;
    }

    WatchedNetwork network() {
        return network;
    }

    /** The table of the good client. */
    Table table() {
        return table;
    }

    /** The good client is served. */
    void requireServed() {
        served++;
        byte[] bytes = ("cell " + served).getBytes(StandardCharsets.UTF_8);
        table.put("row", "content", bytes);
        assertArrayEquals(bytes, table.get("row", "content").orElseThrow());
    }

    /** Calls that take little are served, whatever others have. */
    void requireBriefServed() {
        served++;
        table.put("brief", "content", new byte[] {(byte) served});
    }

    /** The server ends, as it does when it is told to. */
    void stop() {
        requireServed();
        isStopped = true;
        server.close();
    }

    /** Whatever happened, the good client is served, and the server made no mistake. */
    @Override
    public void close() {
        try {
            if (!isStopped) {
                requireServed();
            }
            assertEquals(List.of(), List.copyOf(network.mistakes()), "no client can have the server make a mistake");
        } finally {
            good.close();
            if (!isStopped) {
                server.close();
            }
            network.close();
            engine.close();
        }
    }
}
