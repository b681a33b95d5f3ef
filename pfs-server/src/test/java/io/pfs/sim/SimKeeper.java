package io.pfs.sim;

import io.pfs.PfsException;
import java.util.Optional;

/** Keeps a server running: whatever ends a life of it, the next one follows. */
final class SimKeeper {
    private static final long SUPERVISED_EVERY_NS = 20_000_000;
    private static final Life FOREVER = new Life("world");

    private final SimWorld world;
    private final Prng prng;
    private final SimServer server;
    private final Fate fate;
    private final Runnable lifeIsOver;

    /** @param lifeIsOver is told when a server was recovered: what was asked of the one before has happened, or never will */
    SimKeeper(SimWorld world, Prng prng, SimServer server, Fate fate, Runnable lifeIsOver) {
        this.world = world;
        this.prng = prng;
        this.server = server;
        this.fate = fate;
        this.lifeIsOver = lifeIsOver;
    }

    /** Lets the next thing happen. */
    void step() {
        try {
            Simulation.require(world.step(), "something is still to come");
        } catch (SimCrash crash) {
            server.crash();
            restartLater();
        } catch (PfsException e) {
            fate.closingFailed(e);
        }
    }

    void restart() {
        if (server.isUp()) {
            return;
        }
        try {
            Optional<PfsException> refusal = server.tryStart();
            if (refusal.isEmpty()) {
                world.tally().count("server: recovered");
                lifeIsOver.run();
                fate.recovered();
                return;
            }
            fate.requireExcuse(refusal.get());
            server.kill();
        } catch (SimCrash crash) {
            world.tally().count("crash during recovery");
            server.crash();
        }
        restartLater();
    }

    private void restartLater() {
        world.plan(FOREVER, prng.between(1_000_000, 30_000_000), this::restart);
    }

    /** A server that stopped itself is started anew, as a service manager does. */
    private void supervise() {
        Optional<PfsException> stopped = server.stopped();
        if (stopped.isPresent()) {
            world.tally().count("server: had stopped itself");
            fate.requireStopExcuse(stopped.get());
            server.kill();
            restart();
        }
        superviseLater();
    }

    void superviseLater() {
        world.plan(FOREVER, SUPERVISED_EVERY_NS, this::supervise);
    }

    void requireUp() {
        if (server.stopped().isPresent() || server.isClosing()) {
            server.kill();
        }
        if (!server.isUp()) {
            restart();
        }
        Simulation.require(server.isUp(), "a healed server starts");
    }
}
