package io.pfs.bench.hadoop;

import java.util.List;
import java.util.Optional;

/** What is wanted of PFS: so many times what another does, and so many a second where the machine is one like ours. */
final class Wanted {
    private static final int KIB = 1 << 10;
    private static final int FEW = 8;
    private static final int MANY = 32;

    /** Times of another store. */
    private static final List<Times> TIMES = List.of(
            new Times(Figures.create(0), FEW, Systems.HDFS, 10),
            new Times(Figures.create(0), MANY, Systems.HDFS, 10),
            new Times(Figures.create(KIB), FEW, Systems.HDFS, 30),
            new Times(Figures.create(KIB), MANY, Systems.HDFS, 50),
            new Times(Figures.create(16 * KIB), FEW, Systems.HDFS, 30),
            new Times(Figures.create(16 * KIB), MANY, Systems.HDFS, 50),
            new Times(Figures.create(64 * KIB), FEW, Systems.HDFS, 20),
            new Times(Figures.create(64 * KIB), MANY, Systems.HDFS, 20),
            new Times(Figures.read(KIB), FEW, Systems.HDFS, 8),
            new Times(Figures.read(KIB), MANY, Systems.HDFS, 8),
            new Times(Figures.read(16 * KIB), FEW, Systems.HDFS, 8),
            new Times(Figures.read(16 * KIB), MANY, Systems.HDFS, 8),
            new Times(Figures.read(64 * KIB), FEW, Systems.HDFS, 8),
            new Times(Figures.read(64 * KIB), MANY, Systems.HDFS, 8),
            new Times(Figures.STATUS, FEW, Systems.HDFS, 3),
            new Times(Figures.STATUS, MANY, Systems.HDFS, 3),
            new Times(Figures.RENAME, FEW, Systems.HDFS, 2),
            new Times(Figures.RENAME, MANY, Systems.HDFS, 2),
            new Times(Figures.DELETE, FEW, Systems.HDFS, 2),
            new Times(Figures.DELETE, MANY, Systems.HDFS, 2),
            new Times(Figures.LIST, 1, Systems.HDFS, 2),
            new Times(Figures.DELETE_TREE, 1, Systems.HDFS, 2),
            new Times(Figures.create(KIB), FEW, Systems.FILES, 20),
            new Times(Figures.create(KIB), MANY, Systems.FILES, 20),
            new Times(Figures.create(16 * KIB), FEW, Systems.FILES, 20),
            new Times(Figures.create(16 * KIB), MANY, Systems.FILES, 20),
            new Times(Figures.create(64 * KIB), FEW, Systems.APPENDS, 0.8),
            new Times(Figures.create(64 * KIB), MANY, Systems.APPENDS, 0.8),
            new Times(Figures.WRITE_LARGE, 1, Systems.SOCKET, 0.6),
            new Times(Figures.READ_LARGE, 1, Systems.SOCKET, 0.6));

    private static final List<PerSecond> PER_SECOND = List.of(
            new PerSecond(Figures.create(0), MANY, 34_000),
            new PerSecond(Figures.create(KIB), MANY, 25_000),
            new PerSecond(Figures.read(KIB), MANY, 41_000),
            new PerSecond(Figures.create(16 * KIB), MANY, 20_000),
            new PerSecond(Figures.read(16 * KIB), MANY, 40_000),
            new PerSecond(Figures.STATUS, MANY, 80_000),
            new PerSecond(Figures.RENAME, MANY, 35_000),
            new PerSecond(Figures.DELETE, MANY, 37_000),
            new PerSecond(Figures.REAP_EMPTY, 1, 200_000),
            new PerSecond(Figures.REAP, 1, 200_000));

    private Wanted() {}

    private record Times(String what, int threads, String beside, double least) {}

    private record PerSecond(String what, int threads, double least) {}

    /** How many times what this store does. */
    static Optional<Double> times(Figures.Key key, String beside) {
        return TIMES.stream()
                .filter(it -> it.what.equals(key.what()) && it.threads == key.threads() && it.beside.equals(beside))
                .map(Times::least)
                .findFirst();
    }

    /** How many a second. */
    static Optional<Double> perSecond(Figures.Key key) {
        return PER_SECOND.stream()
                .filter(it -> it.what.equals(key.what()) && it.threads == key.threads())
                .map(PerSecond::least)
                .findFirst();
    }
}
