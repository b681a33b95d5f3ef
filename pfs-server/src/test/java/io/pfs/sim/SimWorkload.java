package io.pfs.sim;

import io.pfs.Durability;
import io.pfs.Limits;
import io.pfs.server.table.SpreadRule;
import java.util.EnumSet;
import java.util.Set;

/**
 * What is done in one run, drawn from its seed: how many of everything, how small the limits, which faults.
 *
 * @param servers half of the seeds have one
 * @param tables how many there are before the work begins, beside the root
 * @param sharedInTen of ten operations, how many are on rows that all clients use
 * @param openPerClient operations that a client has open at a time
 * @param operationsPerClient at least 2,000 in all
 * @param slowWorkers whether some jobs take so long that much else happens meanwhile
 * @param faults which classes of faults can happen; half of the seeds have none
 * @param spreadRule when a table goes over all servers
 */
record SimWorkload(
        int servers,
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
        Set<FaultClass> faults,
        SpreadRule spreadRule) {

    static final int OPERATIONS = 2_400;
    private static final int SERVERS_MAX = 5;

    boolean has(FaultClass fault) {
        return faults.contains(fault);
    }

    /** Whether calls of a disk may fail. */
    boolean failsCalls() {
        return has(FaultClass.DISK) || has(FaultClass.READS) || has(FaultClass.NAMES);
    }

    boolean hasBlows() {
        return faults.stream().anyMatch(FaultClass::isBlow);
    }

    /** Of so many in a whole run, those that belong to this one, which may have been cut. */
    int shareOf(int whole) {
        return Math.min(whole, whole * operationsPerClient * clients / OPERATIONS + 1);
    }

    /** The same, drawn from the same seed, with something left out. */
    SimWorkload cut(Cut cut) {
        Set<FaultClass> left = EnumSet.noneOf(FaultClass.class);
        left.addAll(faults);
        left.removeAll(cut.without());
        int operations = Math.min(operationsPerClient, cut.operations() / clients + 1);
        return new SimWorkload(
                Math.min(servers, cut.servers()),
                shards,
                tables,
                clients,
                namesPerClientAndTable,
                sharedInTen,
                openPerClient,
                operations,
                slowWorkers,
                limits,
                sliceMemoryBytes,
                durability,
                left,
                spreadRule);
    }

    /** The same with so many replies kept in a slice at the least. */
    SimWorkload withReplies(int least) {
        Limits more = new Limits(
                limits.sliceRowsMax(),
                limits.tinyRowsMax(),
                limits.journalFileBytes(),
                limits.journalBatchBytesMax(),
                limits.metadataFileBytes(),
                Math.max(least, limits.repliesPerSliceMax()),
                limits.columnFileBytes(),
                limits.cellEmbedBytesMax());
        return new SimWorkload(
                servers,
                shards,
                tables,
                clients,
                namesPerClientAndTable,
                sharedInTen,
                openPerClient,
                operationsPerClient,
                slowWorkers,
                more,
                sliceMemoryBytes,
                durability,
                faults,
                spreadRule);
    }

    /** The same with so many servers, and a shard for each at least. */
    SimWorkload withServers(int count) {
        return new SimWorkload(
                count,
                Math.max(shards, shardsFor(count)),
                tables,
                clients,
                namesPerClientAndTable,
                sharedInTen,
                openPerClient,
                operationsPerClient,
                slowWorkers,
                limits,
                sliceMemoryBytes,
                durability,
                faults,
                spreadRule);
    }

    static SimWorkload draw(Prng prng) {
        int servers = drawServers(prng.child("servers"));
        Set<FaultClass> faults = drawFaults(prng.child("faults"), servers);
        int shards = Math.max(1 << prng.below(3), shardsFor(servers));
        int clients = 2 + prng.below(10);
        int openPerClient = 1 + prng.child("open").below(3);
        return new SimWorkload(
                servers,
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
                faults,
                drawSpreadRule(prng.child("spread")));
    }

    private static int drawServers(Prng prng) {
        return prng.oneIn(2) ? 1 : 2 + prng.below(SERVERS_MAX - 1);
    }

    /** One for each server at least. */
    private static int shardsFor(int servers) {
        return Integer.highestOneBit(2 * servers - 1);
    }

    /** Often so little that slices come and go all the time. */
    private static long drawMemory(Prng prng) {
        return prng.oneIn(3) ? 64 << 20 : 32_768L << prng.below(4);
    }

    /** Such that many tables are spread while they are used; in some runs none. */
    private static SpreadRule drawSpreadRule(Prng prng) {
        return prng.oneIn(3) ? SpreadRule.DEFAULT : new SpreadRule(1 + prng.below(100), 1, 1 + prng.below(3));
    }

    /** Mode flush promises nothing for the loss of power: it is for lives in which only processes die. */
    private static Durability drawDurability(Prng prng, Set<FaultClass> faults) {
        boolean losesPower = faults.contains(FaultClass.CRASHES) || faults.contains(FaultClass.DISK);
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

    private static Set<FaultClass> drawFaults(Prng prng, int servers) {
        Set<FaultClass> faults = EnumSet.noneOf(FaultClass.class);
        boolean isCalm = prng.oneIn(2);
        for (FaultClass each : FaultClass.values()) {
            boolean isDrawn = prng.child(each.name()).oneIn(oneSeedIn(each));
            boolean canBe = !each.isBetweenServers() || servers > 1;
            if (isDrawn && canBe && (!isCalm || each.isHarmless())) {
                faults.add(each);
            }
        }
        return faults;
    }

    private static int oneSeedIn(FaultClass fault) {
        return switch (fault) {
            case CRASHES, KILLS, DISK, NETWORK, RARE, PARTITIONS -> 2;
            case SPACE, CLOCKS, ROT, READS, NAMES, CLOSES, POISON, TURNS -> 3;
        };
    }
}
