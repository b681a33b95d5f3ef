package io.pfs.sim;

import io.pfs.ServerId;
import io.pfs.client.net.ClusterConnection;
import io.pfs.client.net.Identity;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Carries messages between clients and servers, and between shards: late, twice, or not at all. */
public final class SimNetwork {
    private final SimWorld world;
    private final Prng prng;
    private final ClusterMap map;
    /** Those of each server, or none. */
    private final List<SimSockets> sockets = new ArrayList<>();

    /** Those of each server for the others. */
    private final List<SimSockets> peerSockets = new ArrayList<>();

    private final Map<String, SimWeb> webs = new TreeMap<>();
    private double loss;
    private double duplication;

    public SimNetwork(SimWorld world, Prng prng, int servers) {
        this(world, prng, servers, false);
    }

    private SimNetwork(SimWorld world, Prng prng, int servers, boolean hasSockets) {
        this.world = world;
        this.prng = prng;
        Prng own = prng.child("sockets");
        map = servers == 1 ? ClusterMap.ALONE : mapOf(servers);
        if (own.oneIn(3) || hasSockets) {
            for (int server = 0; server < servers; server++) {
                Prng its = server == 0 ? own : own.child("server " + server);
                sockets.add(new SimSockets(world, its, SimSockets.OF_CLIENTS, new ServerId(server), map));
                Prng peers = own.child("peers " + server);
                peerSockets.add(new SimSockets(world, peers, SimSockets.OF_SERVERS, new ServerId(server), map));
            }
        }
    }

    private static ClusterMap mapOf(int servers) {
        return ClusterMap.fixed(
                IntStream.range(0, servers).mapToObj(SimSockets::addressOf).toList());
    }

    /** Where the servers are that there are sockets to. */
    ClusterMap map() {
        return map;
    }

    int numberOf(Address address) {
        return map.isAlone() ? 0 : map.addresses().indexOf(address);
    }

    /** A client's connections to all servers, as one, if there are sockets. */
    Optional<Connection> connect(String name, FileSystemFacts facts) {
        Prng own = prng.child("client " + name);
        SimWeb web = new SimWeb(this, this::sockets, server -> false, own.child("web"));
        webs.put(name, web);
        if (sockets.size() < 2) {
            return sockets(0).map(one -> one.connect(name, web));
        }
        Identity identity = new Identity(name, Optional.empty());
        return Optional.of(new ClusterConnection(web, map, facts, identity, new SimWorld.SimClock(world), own));
    }

    /** All connections of a client end, and nothing that is on its way arrives. */
    void cutOff(String client) {
        webs.get(client).cutAll();
    }

    /** One over which clients have connections in any case. */
    static SimNetwork withSockets(SimWorld world, Prng prng, int servers) {
        return new SimNetwork(world, prng, servers, true);
    }

    /** What clients and this server talk over, if it is not messages that come late, twice or not at all. */
    Optional<SimSockets> sockets(int server) {
        return sockets.isEmpty() ? Optional.empty() : Optional.of(sockets.get(server));
    }

    /** What other servers and this one talk over, if there are sockets. */
    Optional<SimSockets> peerSockets(int server) {
        return peerSockets.isEmpty() ? Optional.empty() : Optional.of(peerSockets.get(server));
    }

    void allow(double lossShare, double duplicationShare) {
        loss = lossShare;
        duplication = duplicationShare;
        sockets.forEach(net -> net.allow(lossShare / 4));
        peerSockets.forEach(net -> net.allow(lossShare / 4));
    }

    /** Delivers {@code arrive} to a process, unless fate or the end of that process says otherwise. */
    void send(Life receiver, String what, Runnable arrive) {
        if (loss > 0 && prng.chance(loss)) {
            world.tally().count("network: " + what + " lost");
            return;
        }
        world.plan(receiver, latencyNs(), arrive);
        if (duplication > 0 && prng.chance(duplication)) {
            world.tally().count("network: " + what + " repeated");
            world.plan(receiver, latencyNs() + prng.between(0, 5_000_000), arrive);
        }
    }

    private long latencyNs() {
        boolean slow = prng.oneIn(50);
        return slow ? prng.between(1_000_000, 50_000_000) : prng.between(20_000, 500_000);
    }
}
