package io.pfs.sim;

import java.util.Optional;

/** Carries messages between clients and a server, and between shards: late, twice, or not at all. */
public final class SimNetwork {
    private final SimWorld world;
    private final Prng prng;
    private final Optional<SimSockets> sockets;
    private double loss;
    private double duplication;

    public SimNetwork(SimWorld world, Prng prng) {
        this.world = world;
        this.prng = prng;
        Prng own = prng.child("sockets");
        this.sockets = own.oneIn(3) ? Optional.of(new SimSockets(world, own)) : Optional.empty();
    }

    /** What clients and servers talk over, if it is not messages that come late, twice or not at all. */
    Optional<SimSockets> sockets() {
        return sockets;
    }

    void allow(double lossShare, double duplicationShare) {
        loss = lossShare;
        duplication = duplicationShare;
        sockets.ifPresent(net -> net.allow(lossShare / 4));
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
