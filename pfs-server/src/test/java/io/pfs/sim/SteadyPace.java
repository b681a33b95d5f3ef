package io.pfs.sim;

import io.pfs.disk.Disk;
import io.pfs.env.Workers;
import io.pfs.server.owner.MemoryEnsemble;
import io.pfs.server.owner.SessionTimes;
import io.pfs.server.rpc.SessionLimits;

/**
 * All machines are well: two cores each, a network of one building, storage behind it. What takes time is chosen, not measured: what a message takes,
 * each call of the storage ({@link StorageTimes}), and a core for each request, each job of a worker, each opening and closing of a seat. All other
 * computing takes none, and so there is nothing of what a process does slowly that has just begun.
 */
final class SteadyPace implements SeatPace {
    private static final long US = 1_000;
    private static final long MS = 1_000_000;

    private static final int PLACES = 6;
    private static final long SESSION_MILLIS = 10_000;
    private static final int CORES = 2;

    /** Of a core, for a request with all that comes of it. */
    private static final long REQUEST_NS = 30 * US;

    /** Of a core, to open a seat, beside what the storage takes. */
    private static final long OPENING_NS = 50 * MS;

    private static final long CLOSING_NS = 5 * MS;

    private static final int CONNECTIONS_MAX = 1_000;
    private static final int CALLS_MAX = 4_096;
    private static final long BYTES_MAX = 1L << 30;
    private static final long IDLE_NS = 600_000 * MS;

    private final SimMeter meter = new SimMeter();
    private final StorageTimes times;

    SteadyPace(Prng prng) {
        times = new StorageTimes(prng.child("storage"));
    }

    @Override
    public int places() {
        return PLACES;
    }

    @Override
    public int placesOfMachine() {
        return 1;
    }

    @Override
    public long readyNs(Prng prng) {
        return 0;
    }

    @Override
    public SessionTimes session(Prng prng) {
        return SessionTimes.ofMillis(SESSION_MILLIS);
    }

    @Override
    public MemoryEnsemble.Manners coordinator(Prng prng, SessionTimes session) {
        return MemoryEnsemble.Manners.GOOD;
    }

    @Override
    public SimWires wires(SimWorld world, Life life, Prng drawn) {
        return new Wires(world, life, drawn);
    }

    private record Wires(SimWorld world, Life life, Prng drawn) implements SimWires {
        private static final int SLOW_ONE_IN = 20;

        @Override
        public long latencyNs() {
            return drawn.oneIn(SLOW_ONE_IN) ? drawn.between(120 * US, 400 * US) : drawn.between(40 * US, 120 * US);
        }

        @Override
        public int slowness() {
            return 1;
        }

        @Override
        public int piece(int bytes) {
            return bytes;
        }
    }

    /** What takes how long is not known of it. */
    @Override
    public boolean isOnHdfs(Prng drawn) {
        return false;
    }

    @Override
    public Disk storage(Disk disk) {
        return new MeteredDisk(disk, meter, times);
    }

    @Override
    public Machine machine(SimWorld world, Life life, Prng drawn) {
        return new Well(world, drawn, new SimCores(world, CORES), meter);
    }

    private record Well(SimWorld world, Prng prng, SimCores cores, SimMeter meter) implements Machine {
        @Override
        public int driftPercent() {
            return 0;
        }

        @Override
        public SessionLimits limits() {
            return new SessionLimits(CONNECTIONS_MAX, CALLS_MAX, BYTES_MAX, BYTES_MAX, IDLE_NS);
        }

        @Override
        public int weight() {
            return 1;
        }

        /** It has what is written forced by others first. */
        @Override
        public long coordinatorNs() {
            return prng.between(500 * US, 2_000 * US);
        }

        @Override
        public void opening(Life life, Runnable task) {
            cores.compute(life, OPENING_NS / 2, task);
        }

        @Override
        public void afterStorage(Life life, Runnable task) {
            world.plan(life, meter.takeNs(), task);
        }

        @Override
        public void closed(Life life, Runnable task) {
            cores.compute(life, CLOSING_NS, task);
        }

        @Override
        public Loop loop(Life life, Prng drawn) {
            return new SteadyLoop(world, life, cores);
        }

        @Override
        public Workers workers(Life life, Prng drawn, boolean areSlow, boolean inTurns) {
            return new SteadyWorkers(world, life, cores, meter);
        }
    }

    /** Does one thing after the other. */
    private static final class SteadyLoop implements Loop {
        private final SimWorld world;
        private final Life life;
        private final SimCores cores;
        private long freeNs;

        SteadyLoop(SimWorld world, Life life, SimCores cores) {
            this.world = world;
            this.life = life;
            this.cores = cores;
        }

        @Override
        public void serve(int calls, Runnable task) {
            freeNs = cores.take(Math.max(world.nowNs(), freeNs), calls * REQUEST_NS);
            world.plan(life, freeNs - world.nowNs(), task);
        }
    }
}
