package io.pfs.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Carries messages between clients and servers, and between shards: late, twice, or not at all. */
public final class SimNetwork {
    private final SimWorld world;
    private final Prng prng;
    /** Those of each server, or none. */
    private final List<SimSockets> sockets = new ArrayList<>();

    private double loss;
    private double duplication;

    public SimNetwork(SimWorld world, Prng prng, int servers) {
        this(world, prng, servers, false);
    }

    private SimNetwork(SimWorld world, Prng prng, int servers, boolean hasSockets) {
        this.world = world;
        this.prng = prng;
        Prng own = prng.child("sockets");
        if (own.oneIn(3) || hasSockets) {
            sockets.add(new SimSockets(world, own));
            for (int server = 1; server < servers; server++) {
                sockets.add(new SimSockets(world, own.child("server " + server)));
            }
        }
    }

    /** One over which clients have connections in any case. */
    static SimNetwork withSockets(SimWorld world, Prng prng, int servers) {
        return new SimNetwork(world, prng, servers, true);
    }

    /** What clients and this server talk over, if it is not messages that come late, twice or not at all. */
    Optional<SimSockets> sockets(int server) {
        return sockets.isEmpty() ? Optional.empty() : Optional.of(sockets.get(server));
    }

    void allow(double lossShare, double duplicationShare) {
        loss = lossShare;
        duplication = duplicationShare;
        sockets.forEach(net -> net.allow(lossShare / 4));
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
