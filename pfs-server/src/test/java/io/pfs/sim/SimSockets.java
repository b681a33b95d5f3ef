package io.pfs.sim;

import io.pfs.ServerId;
import io.pfs.client.net.Identity;
import io.pfs.client.net.RemoteConnection;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.net.LinkHandler;
import io.pfs.net.Network;
import io.pfs.server.rpc.RpcServer;
import io.pfs.server.rpc.Serving;
import io.pfs.server.rpc.SessionLimits;
import io.pfs.testing.TwinLink;
import io.pfs.testing.TwinNetwork;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What clients and a server say, as bytes over connections that can be cut, by the sessions that ship. */
final class SimSockets implements SimWires {
    private static final long PATIENCE_NS = 20_000_000_000L;
    private static final long IDLE_NS = 60_000_000_000L;
    static final Life OF_CLIENTS = new Life("sockets");
    /** They go on while clients wait for somebody who looks at what is there. */
    static final Life OF_SERVERS = new Life("sockets between servers");

    private final SimWorld world;
    private final Prng prng;
    private final Life life;
    private final ClusterMap map;
    private final Address address;
    private final SimWorld.SimClock clock;
    private final TwinNetwork network = new TwinNetwork(this);
    private final SessionLimits limits;
    private final Map<Long, RemoteConnection> clients = new TreeMap<>();
    private double cuts;

    /**
     * Those of a server of the map.
     *
     * @param life whose bytes they carry
     */
    SimSockets(SimWorld world, Prng prng, Life life, ServerId server, ClusterMap map) {
        this.world = world;
        this.prng = prng;
        this.life = life;
        this.map = map;
        this.address = addressOf(server.value());
        this.clock = new SimWorld.SimClock(world);
        long bytesMax = 1L << prng.between(10, 24);
        this.limits = new SessionLimits(64, 1 + prng.below(20), bytesMax, bytesMax << prng.below(4), IDLE_NS);
    }

    static Address addressOf(int server) {
        return new Address("server" + server, 7420);
    }

    /** Connections are cut, one in so many calls, or not any more. */
    void allow(double share) {
        cuts = share;
    }

    /** A server has come up. */
    void rise(Connection engine) {
        Serving serving = new Serving(engine, map, Optional.empty(), limits);
        RpcServer unused = RpcServer.start(network, address, serving, clock, prng);
    }

    /** It is gone, and its connections with it. */
    void fall() {
        network.close();
    }

    /** A connection of a client of this name, by a way of its own. */
    Connection connect(String name, Network way) {
        return RemoteConnection.begin(way, address, new Identity(name, Optional.empty()), clock, prng);
    }

    /** A link of somebody else. */
    void connect(LinkHandler handler) {
        network.connect(address, handler);
    }

    void send(Envelope envelope, Reply.Sink sink) {
        RemoteConnection client = clients.computeIfAbsent(
                envelope.id().clientHigh(),
                id -> RemoteConnection.begin(
                        network, address, new Identity("client" + id, Optional.empty()), clock, prng));
        client.send(List.of(new Call(envelope, world.nowNs() + PATIENCE_NS, sink)));
        mayCut();
    }

    /** Something was sent: that is when a connection may be cut. */
    void mayCut() {
        if (cuts > 0 && !network.links().isEmpty() && prng.chance(cuts)) {
            cut();
        }
    }

    void count(String what) {
        world.tally().count(what);
    }

    /** One of the connections is cut, if there is any. */
    void cut() {
        List<TwinLink> links = network.links();
        if (!links.isEmpty()) {
            world.tally().count("network: connection cut");
            links.get(prng.below(links.size())).cut();
        }
    }

    @Override
    public SimWorld world() {
        return world;
    }

    @Override
    public Life life() {
        return life;
    }

    @Override
    public Prng drawn() {
        return prng;
    }
}
