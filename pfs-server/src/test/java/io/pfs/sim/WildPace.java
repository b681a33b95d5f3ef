package io.pfs.sim;

import io.pfs.disk.Disk;
import io.pfs.env.Workers;
import io.pfs.server.owner.MemoryEnsemble;
import io.pfs.server.owner.SessionTimes;
import io.pfs.server.rpc.SessionLimits;

/** Everything is late now and then, and nothing costs anything: for worlds in which something shall go wrong. */
final class WildPace implements SeatPace {
    private static final int PLACES = 4;
    private static final int PLACES_OF_MACHINE = 2;
    private static final long READY_NS = 100_000_000;
    private static final long IDLE_NS = 60_000_000_000L;
    private static final int CALLS_MAX = 64;
    private static final long OPENING_NS = 20_000_000;
    /** As where storage first has to find out that somebody is gone. */
    private static final long LONG_OPENING_NS = 1_500_000_000;

    private static final int LONG_ONE_IN = 15;
    private static final int DRIFT_PERCENT_MAX = 5;

    @Override
    public int places() {
        return PLACES;
    }

    @Override
    public int placesOfMachine() {
        return PLACES_OF_MACHINE;
    }

    @Override
    public long readyNs(Prng prng) {
        return prng.between(0, READY_NS);
    }

    @Override
    public SessionTimes session(Prng prng) {
        return SessionTimes.ofMillis(prng.between(200, 800));
    }

    @Override
    public MemoryEnsemble.Manners coordinator(Prng prng, SessionTimes times) {
        return new Lateness(prng, times.timeoutNs() / 2);
    }

    /** Sessions end late, and what members are told is old now and then. */
    private record Lateness(Prng prng, long mostNs) implements MemoryEnsemble.Manners {
        @Override
        public long endsLateNs() {
            return prng.oneIn(3) ? prng.between(0, mostNs) : 0;
        }

        @Override
        public long behindNs() {
            return prng.oneIn(4) ? prng.between(0, mostNs) : 0;
        }
    }

    @Override
    public SimWires wires(SimWorld world, Life life, Prng drawn) {
        return new Wires(world, life, drawn);
    }

    private record Wires(SimWorld world, Life life, Prng drawn) implements SimWires {}

    @Override
    public boolean isOnHdfs(Prng drawn) {
        return drawn.oneIn(2);
    }

    @Override
    public Disk storage(Disk disk) {
        return disk;
    }

    @Override
    public Machine machine(SimWorld world, Life life, Prng drawn) {
        return new Anything(world, drawn);
    }

    private record Anything(SimWorld world, Prng prng) implements Machine {
        @Override
        public int driftPercent() {
            return prng.below(2 * DRIFT_PERCENT_MAX + 1) - DRIFT_PERCENT_MAX;
        }

        @Override
        public SessionLimits limits() {
            long bytesMax = 1L << prng.between(12, 24);
            return new SessionLimits(CALLS_MAX, 1 + prng.below(20), bytesMax, 4 * bytesMax, IDLE_NS);
        }

        @Override
        public int weight() {
            return 1 + prng.below(2);
        }

        @Override
        public long coordinatorNs() {
            return prng.oneIn(30) ? prng.between(1_000_000, 150_000_000) : prng.between(20_000, 1_000_000);
        }

        @Override
        public void opening(Life life, Runnable task) {
            world.plan(life, prng.between(0, prng.oneIn(LONG_ONE_IN) ? LONG_OPENING_NS : OPENING_NS), task);
        }

        @Override
        public void afterStorage(Life life, Runnable task) {
            task.run();
        }

        @Override
        public void closed(Life life, Runnable task) {
            world.plan(life, prng.between(0, 1_000_000), task);
        }

        @Override
        public Loop loop(Life life, Prng drawn) {
            return (calls, task) -> world.plan(life, drawn.between(0, 50_000), task);
        }

        @Override
        public Workers workers(Life life, Prng drawn, boolean areSlow, boolean inTurns) {
            return new SimWorkers(world, life, drawn, areSlow, inTurns);
        }
    }
}
