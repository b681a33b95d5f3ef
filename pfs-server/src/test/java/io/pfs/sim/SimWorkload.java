package io.pfs.sim;

import io.pfs.Durability;
import io.pfs.Limits;

/**
 * What is done in one run, drawn from its seed: how many of everything, how small the limits, which faults.
 *
 * @param tables how many there are before the work begins, beside the root
 * @param sharedInTen of ten operations, how many are on rows that all clients use
 * @param openPerClient operations that a client has open at a time
 * @param operationsPerClient at least 2,000 in all
 * @param slowWorkers whether some jobs take so long that much else happens meanwhile
 * @param faults which classes of faults can happen; half of the seeds have none
 */
record SimWorkload(
        int shards,
        int tables,
        int clients,
        int namesPerClientAndTable,
        int sharedInTen,
        int openPerClient,
        int operationsPerClient,
        boolean slowWorkers,
        Limits limits,
        long sliceMemoryBytes,
        Durability durability,
        Faults faults) {

    private static final int OPERATIONS = 2_400;

    /** Each class of faults, on or off. */
    record Faults(
            boolean crashes,
            boolean kills,
            boolean disk,
            boolean space,
            boolean network,
            boolean clocks,
            boolean rot,
            boolean rare) {
        boolean any() {
            return crashes || kills || disk || space || network || clocks;
        }
    }

    static SimWorkload draw(Prng prng) {
        Faults faults = drawFaults(prng.child("faults"));
        int shards = 1 + prng.below(3);
        int clients = 2 + prng.below(10);
        int openPerClient = 1 + prng.child("open").below(3);
        return new SimWorkload(
                shards,
                prng.below(4),
                clients,
                prng.child("hot").oneIn(4) ? 2 : 5 + prng.below(60),
                prng.child("sharing").below(3) * 4,
                openPerClient,
                OPERATIONS / clients + 1,
                prng.child("slow").oneIn(3),
                drawLimits(prng.child("limits"), clients * windowOf(openPerClient)),
                drawMemory(prng.child("memory")),
                drawDurability(prng.child("durability"), faults),
                faults);
    }

    /** Often so little that slices come and go all the time. */
    private static long drawMemory(Prng prng) {
        return prng.oneIn(3) ? 64 << 20 : 32_768L << prng.below(4);
    }

    /** Mode flush promises nothing for the loss of power: it is for lives in which only processes die. */
    private static Durability drawDurability(Prng prng, Faults faults) {
        boolean losesPower = faults.crashes() || faults.disk();
        return !losesPower && prng.oneIn(3) ? Durability.FLUSH : Durability.SYNC;
    }

    /** A client's requests from the lowest open one on: so many at the most. */
    int windowPerClient() {
        return windowOf(openPerClient);
    }

    private static int windowOf(int openPerClient) {
        return openPerClient == 1 ? 1 : 4 * openPerClient;
    }

    /** A slice keeps a reply for each request that may be repeated, or that one could not be told from a new one. */
    private static Limits drawLimits(Prng prng, int repeatable) {
        int batchBytes = 1024 << prng.below(3);
        int sliceRows = 8 << prng.below(3);
        return new Limits(
                sliceRows,
                prng.below(5),
                Math.max(4096, 2 * batchBytes),
                batchBytes,
                4096 << prng.below(4),
                Math.max(4, repeatable),
                4096 << prng.below(4),
                32 << prng.below(3));
    }

    private static Faults drawFaults(Prng prng) {
        if (prng.oneIn(2)) {
            return new Faults(false, false, false, false, false, false, false, prng.oneIn(2));
        }
        return new Faults(
                prng.oneIn(2),
                prng.oneIn(2),
                prng.oneIn(2),
                prng.oneIn(3),
                prng.oneIn(2),
                prng.oneIn(3),
                prng.oneIn(3),
                prng.oneIn(2));
    }
}
