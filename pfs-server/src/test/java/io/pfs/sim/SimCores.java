package io.pfs.sim;

import java.util.Arrays;

/** The cores of a machine: who computes has one for a while, and who finds none free waits, in the order in which all came. */
final class SimCores {
    /** Who has more to do comes again behind those who wait. */
    private static final long SLICE_NS = 1_000_000;

    private final SimWorld world;
    private final long[] freeNs;

    SimCores(SimWorld world, int count) {
        this.world = world;
        this.freeNs = new long[count];
    }

    /** Computes for so long, then does this. */
    void compute(Life life, long ns, Runnable then) {
        long left = ns - SLICE_NS;
        long endNs = take(world.nowNs(), Math.min(ns, SLICE_NS));
        world.plan(life, endNs - world.nowNs(), left > 0 ? () -> compute(life, left, then) : then);
    }

    /** Takes a core for so long, not before that time; returns when that is over. */
    long take(long fromNs, long ns) {
        Arrays.sort(freeNs);
        long endNs = Math.max(fromNs, freeNs[0]) + ns;
        freeNs[0] = endNs;
        return endNs;
    }
}
