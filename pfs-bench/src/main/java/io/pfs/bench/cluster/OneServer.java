package io.pfs.bench.cluster;

import io.pfs.Durability;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.client.net.ClusterConnection;
import io.pfs.client.net.Identity;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.net.Network;
import io.pfs.net.Speaker;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import io.pfs.server.rpc.RpcServer;
import io.pfs.server.rpc.Serving;
import io.pfs.server.rpc.SessionLimits;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.store.EmbeddedServer;
import io.pfs.server.store.Seat;
import io.pfs.server.table.SpreadRule;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** One of the servers in this process: the engine, and the network before it. */
final class OneServer implements AutoCloseable {
    private static final SessionLimits LIMITS = new SessionLimits(4096, 1024, 64L << 20, 1L << 31, 120_000_000_000L);
    private static final int HEAP_SHARE = 4;
    /** As it is in a server but for the rows: directories here are small. */
    private static final SpreadRule RULE =
            new SpreadRule(1_000, SpreadRule.DEFAULT.requestsPerSecond(), SpreadRule.DEFAULT.clients());

    private final EmbeddedServer engine;
    private final Network network;
    private final RpcServer rpc;

    private OneServer(EmbeddedServer engine, Network network, RpcServer rpc) {
        this.engine = engine;
        this.network = network;
        this.rpc = rpc;
    }

    /** One of several, with its data beside the pool. */
    static OneServer start(Path folder, ClusterMap map, ServerId server, Traffic steps) {
        Identity identity = new Identity(new Speaker.Server(), Optional.empty());
        Seat seat = new Seat(
                folder.resolve("pool"),
                server,
                map.count(),
                RULE,
                facts -> new CountedConnection(
                        new ClusterConnection(
                                new NettyNetwork(ServerTime.named("peers"), 1, Tls.NONE),
                                map,
                                facts,
                                identity,
                                new SystemClock(),
                                new SystemEntropy()),
                        steps));
        OptionalLong memory = OptionalLong.of(Runtime.getRuntime().maxMemory() / HEAP_SHARE / map.count());
        EmbeddedServer engine =
                EmbeddedServer.open(folder.resolve("data-" + server.value()), Durability.SYNC, memory, seat);
        return serve(engine, map.addressOf(server).orElseThrow(), new Serving(engine, map, Optional.empty(), LIMITS));
    }

    /** One that is alone. */
    static OneServer alone(Path folder, Address address) {
        EmbeddedServer engine = EmbeddedServer.open(folder.resolve("data-0"), Durability.SYNC);
        return serve(engine, address, Serving.alone(engine, Optional.empty(), LIMITS));
    }

    private static OneServer serve(EmbeddedServer engine, Address address, Serving serving) {
        Network network = new NettyNetwork(ServerTime.named("net"), 1, Tls.NONE);
        try {
            RpcServer rpc = RpcServer.start(network, address, serving, new SystemClock(), new SystemEntropy());
            return new OneServer(engine, network, rpc);
        } catch (PfsException e) {
            network.close();
            engine.close();
            throw e;
        }
    }

    void checkpoint() {
        engine.checkpoint();
    }

    /** What its shards have counted of something. */
    long count(Function<GroupCounters, Long> of) {
        long[] counted = new long[1];
        engine.onLoop(group -> counted[0] = of.apply(group.counters()));
        return counted[0];
    }

    @Override
    public void close() {
        rpc.close();
        network.close();
        engine.close();
    }
}
