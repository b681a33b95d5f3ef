package io.pfs.sim;

import io.pfs.PfsException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The fates of all servers, each struck alone; and what strikes several at once, or what is between them. */
final class SimFates {
    private static final Life FOREVER = new Life("fates");

    private final SimWorld world;
    private final Prng prng;
    private final SimCluster cluster;
    private final List<Fate> fates = new ArrayList<>();
    private final List<Runnable> blows = new ArrayList<>();
    private boolean striking;
    private int pace = 1;

    SimFates(SimCluster cluster, Prng prng, Auditor auditor) {
        this.world = cluster.world();
        this.prng = prng.child("fates");
        this.cluster = cluster;
        for (SimServer server : cluster.servers()) {
            Prng own = prng.child(server.number() == 0 ? "fate" : "fate " + server.number());
            fates.add(new Fate(cluster, server, own, auditor));
        }
        choose(FaultClass.PARTITIONS, this::partition);
        choose(FaultClass.CRASHES, () -> strikeAll("all servers lost their power at once", Fate::crash));
        choose(FaultClass.KILLS, () -> strikeAll("all servers were killed at once", Fate::kill));
    }

    private void choose(FaultClass allowed, Runnable blow) {
        if (!cluster.isOne() && cluster.workload().has(allowed)) {
            blows.add(blow);
        }
    }

    Fate of(SimServer server) {
        return fates.get(server.number());
    }

    /** Half of what strikes is from now on that a server ends in order. */
    void endInOrderOften() {
        fates.forEach(Fate::endInOrderOften);
    }

    /** From now on all strike so many times as seldom. */
    void slowDown(int times) {
        pace = times;
        fates.forEach(fate -> fate.slowDown(times));
    }

    void begin(Consumer<SimServer> restart) {
        striking = true;
        if (cluster.workload().has(FaultClass.NETWORK)) {
            cluster.network().allow(0.02, 0.2);
        }
        cluster.servers().forEach(server -> of(server).begin(() -> restart.accept(server)));
        if (!blows.isEmpty()) {
            planNext();
        }
    }

    /** Heals everything. */
    void end() {
        striking = false;
        fates.forEach(Fate::end);
        cluster.network().allow(0, 0);
        cluster.partitions().heal();
    }

    /** Whether each has struck as often as it may. */
    boolean isSpent() {
        return fates.stream().allMatch(Fate::isSpent);
    }

    private void planNext() {
        world.plan(FOREVER, pace * prng.between(20_000_000, 400_000_000), this::strike);
    }

    private void strike() {
        if (striking) {
            blows.get(prng.below(blows.size())).run();
            planNext();
        }
    }

    /** For a while one does not hear the other, or neither does; clients reach both. */
    private void partition() {
        List<SimServer> servers = new ArrayList<>(cluster.servers());
        SimServer one = servers.remove(prng.below(servers.size()));
        SimServer other = servers.get(prng.below(servers.size()));
        world.tally().count("cluster: partition");
        world.trace("partition", 10L * one.number() + other.number());
        cluster.cutOff(one, other);
        if (!prng.oneIn(3)) {
            cluster.cutOff(other, one);
        }
        world.plan(FOREVER, prng.between(5_000_000, 500_000_000), cluster.partitions()::heal);
    }

    private void strikeAll(String what, Consumer<Fate> blow) {
        if (cluster.areAllUp()) {
            world.tally().count("cluster: " + what);
            fates.forEach(blow);
        }
    }

    /** The last writes of a process that ends failed. */
    void closingFailed(PfsException failure) {
        Fate met = fates.get(0);
        for (Fate fate : fates) {
            met = fate.isClosing() ? fate : met;
        }
        met.closingFailed(failure);
    }
}
