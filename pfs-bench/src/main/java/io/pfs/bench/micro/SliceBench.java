package io.pfs.bench.micro;

import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.bench.load.Names;
import io.pfs.hash.NameHash;
import io.pfs.row.Row;
import io.pfs.row.RowLayout;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Rows in slices beside a bare hash table of the same names: one thread, {@value #ROWS} names of 16 bytes. Creates are
 * measured over whole tables, with their growth and all splits; lookups walk through all names in random order.
 *
 * <p>Machines change their speed from second to second, so one operation is one round of each, one after the other, and
 * the counters hold what each took in all: rows a second are {@code rows * 1e9 / ...Ns}, and the ratio of slices to the
 * bare table is {@code bareNs / sliceNs}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms3g", "-Xmx3g", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 3, time = 4)
@Measurement(iterations = 5, time = 4)
public class SliceBench {
    static final int ROWS = 5_000_000;
    private static final int LOOKUPS = 10_000;
    private static final NameHash HASH = new NameHash(20_260_101);

    /** What the rounds took. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Spent {
        public long rows;
        public long sliceNs;
        public long bareNs;
    }

    /** Two tables of the same names. */
    @State(Scope.Benchmark)
    public static class Filled {
        private SliceTable slices;
        private BareTable bare;
        private long next;

        @Setup
        public void fill() {
            slices = createAll(ROWS);
            bare = addAll();
            settleHeap();
        }
    }

    @Benchmark
    public void creates(Spent spent) {
        settleHeap();
        long start = System.nanoTime();
        createAll(ROWS);
        spent.sliceNs += System.nanoTime() - start;
        settleHeap();
        start = System.nanoTime();
        addAll();
        spent.bareNs += System.nanoTime() - start;
        spent.rows += ROWS;
    }

    @Benchmark
    public void lookups(Filled filled, Spent spent) {
        long start = System.nanoTime();
        lookUpInSlices(filled.slices, filled.next);
        long between = System.nanoTime();
        lookUpInBare(filled.bare, filled.next);
        spent.bareNs += System.nanoTime() - between;
        spent.sliceNs += between - start;
        spent.rows += LOOKUPS;
        filled.next += LOOKUPS;
    }

    private static void lookUpInSlices(SliceTable table, long from) {
        byte[] name = new byte[Names.BYTES];
        long sum = 0;
        for (int i = 0; i < LOOKUPS; i++) {
            Names.write(Names.scattered(from + i, ROWS), name);
            sum += table.lookup(name);
        }
        checked(sum, LOOKUPS * (long) RowLayout.FIXED_BYTES);
    }

    /** Other names than the slices were just asked for: theirs are in the cache. */
    private static void lookUpInBare(BareTable table, long from) {
        byte[] name = new byte[Names.BYTES];
        long sum = 0;
        for (int i = 0; i < LOOKUPS; i++) {
            Names.write(Names.scattered(from + i + ROWS / 2, ROWS), name);
            sum += table.contains(name) ? 1 : 0;
        }
        checked(sum, LOOKUPS);
    }

    static SliceTable createAll(int rows) {
        SliceTable table = new SliceTable(HASH, Limits.DEFAULT);
        byte[] name = new byte[Names.BYTES];
        byte[] row = Row.emptyFile(new FileId(1), 0644, 0, 0, 0).toBytes();
        long created = 0;
        for (int i = 0; i < rows; i++) {
            Names.write(i, name);
            created += table.create(name, row) ? 1 : 0;
        }
        checked(created, rows);
        return table;
    }

    private static BareTable addAll() {
        BareTable table = new BareTable(HASH, Names.BYTES);
        byte[] name = new byte[Names.BYTES];
        long added = 0;
        for (int i = 0; i < ROWS; i++) {
            Names.write(i, name);
            added += table.add(name) ? 1 : 0;
        }
        checked(added, ROWS);
        return table;
    }

    /** What the collector still has to do for the rows just made is not the lookups' affair. */
    private static void settleHeap() {
        System.gc();
    }

    /** Also keeps the compiler from leaving out what nobody would look at. */
    private static void checked(long found, long expected) {
        if (found != expected) {
            throw new IllegalStateException("the benchmark is wrong: " + found + " instead of " + expected);
        }
    }
}
