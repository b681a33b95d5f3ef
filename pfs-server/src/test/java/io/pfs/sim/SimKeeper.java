package io.pfs.sim;

import io.pfs.PfsException;
import java.util.Optional;
import java.util.function.Consumer;

/** Keeps servers running: whatever ends a life of one, the next one follows. */
final class SimKeeper {
    private static final long SUPERVISED_EVERY_NS = 20_000_000;
    private static final Life FOREVER = new Life("world");

    private final SimWorld world;
    private final Prng prng;
    private final SimCluster cluster;
    private final SimFates fates;
    private final Consumer<SimServer> lifeIsOver;

    /** @param lifeIsOver is told when a server was recovered: what was asked of the life before has happened, or never will */
    SimKeeper(SimWorld world, Prng prng, SimCluster cluster, SimFates fates, Consumer<SimServer> lifeIsOver) {
        this.world = world;
        this.prng = prng;
        this.cluster = cluster;
        this.fates = fates;
        this.lifeIsOver = lifeIsOver;
    }

    /** Lets the next thing happen. */
    void step() {
        try {
            Simulation.require(world.step(), "something is still to come");
        } catch (SimCrash crash) {
            SimServer struck = cluster.ownerOf(crash.disk());
            struck.crash();
            restartLater(struck);
        } catch (PfsException e) {
            fates.closingFailed(e);
        }
    }

    void restart(SimServer server) {
        if (server.isUp()) {
            return;
        }
        try {
            Optional<PfsException> refusal = server.tryStart();
            if (refusal.isEmpty()) {
                world.tally().count("server: recovered");
                lifeIsOver.accept(server);
                fates.of(server).recovered();
                return;
            }
            fates.of(server).requireExcuse(refusal.get());
            server.kill();
        } catch (SimCrash crash) {
            world.tally().count("crash during recovery");
            server.crash();
        }
        restartLater(server);
    }

    private void restartLater(SimServer server) {
        world.plan(FOREVER, prng.between(1_000_000, 30_000_000), () -> restart(server));
    }

    /** A server that stopped itself is started anew, as a service manager does. */
    private void supervise() {
        for (SimServer server : cluster.servers()) {
            Optional<PfsException> stopped = server.stopped();
            if (stopped.isPresent()) {
                world.tally().count("server: had stopped itself");
                fates.of(server).requireStopExcuse(stopped.get());
                server.kill();
                restart(server);
            }
        }
        superviseLater();
    }

    void superviseLater() {
        world.plan(FOREVER, SUPERVISED_EVERY_NS, this::supervise);
    }

    void requireUp() {
        for (SimServer server : cluster.servers()) {
            if (server.stopped().isPresent() || server.isClosing()) {
                server.kill();
            }
            if (!server.isUp()) {
                restart(server);
            }
            Simulation.require(server.isUp(), "a healed server starts");
        }
    }
}
