package io.pfs.sim;

import io.pfs.env.Timers;
import io.pfs.testing.TwinNetwork;

/** How bytes travel in the simulator: late, some very late, and in pieces, to whom they find alive. */
interface SimWires extends TwinNetwork.World {
    long LATE_NS = 50_000_000;

    SimWorld world();

    /** Whose bytes they carry. */
    Life life();

    Prng drawn();

    @Override
    default void plan(long delayNs, Runnable task) {
        world().plan(life(), delayNs, task);
    }

    @Override
    default Timers timers() {
        return world().timers(life());
    }

    @Override
    default long latencyNs() {
        return drawn().oneIn(50) ? drawn().between(1_000_000, LATE_NS) : drawn().between(10_000, 200_000);
    }

    /** Some hear of everything late, while they are heard at once. */
    @Override
    default int slowness() {
        return drawn().oneIn(6) ? 1 + drawn().below(60) : 1;
    }

    /** What was late anyway is not late as many times: who lists a table asks a thousand times. */
    @Override
    default long latencyNs(int slowness) {
        return Math.min(slowness * latencyNs(), LATE_NS);
    }

    @Override
    default int piece(int bytes) {
        return drawn().oneIn(4) ? 1 + drawn().below(bytes) : bytes;
    }
}
