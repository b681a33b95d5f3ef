package io.pfs.bench.micro;

import io.pfs.Durability;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.bench.load.EngineDriver;
import io.pfs.bench.load.Names;
import io.pfs.hash.NameHash;
import io.pfs.row.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Rows created and looked up in the embedded engine in mode memory, by one caller that asks for 64 in a call; lookups
 * beside those in bare slices of as many rows.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {Heap.MIN, Heap.MAX, Heap.TOUCHED})
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
public class EngineMemoryBench {
    private static final int ROWS = 1_000_000;
    private static final int ROWS_PER_ROUND = 65_536;
    private static final int BATCH = 64;
    private static final int CALLERS = 1;

    private Path folder;
    private EngineDriver engine;
    private SliceTable slices;
    private long firstRow;
    private long next;

    /** What the rounds took. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Spent {
        public long rows;
        public long engineNs;
        public long sliceNs;
    }

    /** A store for each iteration: in all of them together more rows would be created than fit. */
    @Setup(Level.Iteration)
    public void open() {
        folder = BenchFolder.create("engine");
        engine = new EngineDriver(folder, Durability.MEMORY);
        firstRow = engine.nextId() * BATCH;
        engine.round(CALLERS, ROWS / BATCH, id -> engine.createMany(id, BATCH));
        slices = new SliceTable(new NameHash(1), Limits.DEFAULT);
        byte[] name = new byte[Names.BYTES];
        byte[] row = Row.emptyFile(new FileId(1), 0644, 0, 0, 0).toBytes();
        for (int i = 0; i < ROWS; i++) {
            Names.write(i, name);
            slices.create(name, row);
        }
    }

    @TearDown(Level.Iteration)
    public void close() throws IOException {
        engine.close();
        BenchFolder.delete(folder);
    }

    @Benchmark
    public void creates(Spent spent) {
        long start = System.nanoTime();
        engine.round(CALLERS, ROWS_PER_ROUND / BATCH, id -> engine.createMany(id, BATCH));
        spent.engineNs += System.nanoTime() - start;
        spent.rows += ROWS_PER_ROUND;
    }

    private List<RowName> scattered(long id) {
        List<RowName> names = new ArrayList<>(BATCH);
        for (int i = 0; i < BATCH; i++) {
            names.add(EngineDriver.name(firstRow + Names.scattered(id * BATCH + i, ROWS / BATCH * BATCH)));
        }
        return names;
    }

    @Benchmark
    public void lookups(Spent spent) {
        long from = next;
        next += ROWS_PER_ROUND;
        long start = System.nanoTime();
        engine.round(CALLERS, ROWS_PER_ROUND / BATCH, id -> engine.readMany(scattered(id)));
        long between = System.nanoTime();
        byte[] name = new byte[Names.BYTES];
        long found = 0;
        for (int i = 0; i < ROWS_PER_ROUND; i++) {
            Names.write(Names.scattered(from + i + ROWS / 2, ROWS), name);
            found += slices.lookup(name) > 0 ? 1 : 0;
        }
        spent.sliceNs += System.nanoTime() - between;
        spent.engineNs += between - start;
        spent.rows += ROWS_PER_ROUND;
        if (found != ROWS_PER_ROUND) {
            throw new IllegalStateException("the benchmark is wrong: found " + found);
        }
    }
}
