package io.pfs.bench.micro;

import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.hash.NameHash;
import io.pfs.row.Row;
import io.pfs.row.RowLayout;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Rows in slices beside a bare hash table of the same names: one thread, {@value #ROWS} names of 16 bytes. A create
 * is measured over whole tables, with their growth and all splits; lookups walk through all names in random order.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms3g", "-Xmx3g", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@OperationsPerInvocation(SliceBench.ROWS)
public class SliceBench {
    static final int ROWS = 5_000_000;
    private static final int LOOKUPS = 10_000;
    private static final NameHash HASH = new NameHash(20_260_101);

    /** A table of slices with all rows. */
    @State(Scope.Benchmark)
    public static class Filled {
        private final SliceTable table = createAll(ROWS);
        private long next;

        @Setup
        public void settle() {
            settleHeap();
        }
    }

    /** A bare table with all names. */
    @State(Scope.Benchmark)
    public static class FilledBare {
        private final BareTable table = addAll();
        private long next;

        @Setup
        public void settle() {
            settleHeap();
        }
    }

    @Benchmark
    public Object create() {
        return createAll(ROWS);
    }

    @Benchmark
    public Object bareCreate() {
        return addAll();
    }

    @Benchmark
    @OperationsPerInvocation(LOOKUPS)
    public long lookup(Filled filled) {
        byte[] name = new byte[Names.BYTES];
        long sum = 0;
        for (int i = 0; i < LOOKUPS; i++) {
            Names.write(Names.scattered(filled.next++, ROWS), name);
            sum += filled.table.lookup(name);
        }
        return checked(sum, LOOKUPS * (long) RowLayout.FIXED_BYTES);
    }

    @Benchmark
    @OperationsPerInvocation(LOOKUPS)
    public long bareLookup(FilledBare filled) {
        byte[] name = new byte[Names.BYTES];
        long sum = 0;
        for (int i = 0; i < LOOKUPS; i++) {
            Names.write(Names.scattered(filled.next++, ROWS), name);
            sum += filled.table.contains(name) ? 1 : 0;
        }
        return checked(sum, LOOKUPS);
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

    private static long checked(long found, long expected) {
        if (found != expected) {
            throw new IllegalStateException("the benchmark is wrong: " + found + " instead of " + expected);
        }
        return found;
    }
}
