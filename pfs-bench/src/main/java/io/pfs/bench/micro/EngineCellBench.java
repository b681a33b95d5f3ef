package io.pfs.bench.micro;

import io.pfs.Durability;
import io.pfs.bench.load.EngineDriver;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Cells written in mode sync, beside a bare file that the same bytes are appended to and forced as many at a time as
 * callers wait; and cells read, warm, beside positional reads of a bare file. The rows of a GiB are written in turn, again
 * and again, with whatever checkpoints and collections that takes.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {Heap.MIN, Heap.MAX, Heap.TOUCHED})
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
public class EngineCellBench {
    private static final int ROWS = 2_048;
    private static final int CALLERS = 16;
    /** Of the rows that are written in turn: much more than a checkpoint finds not copied. */
    private static final int WRITTEN_BYTES = 1 << 30;

    private static final int BARE_FILE_BYTES = 1 << 30;

    /** Bytes of a cell. */
    @Param({"16384", "524288"})
    public int bytes;

    private Path folder;
    private EngineDriver engine;
    private BareFile bare;
    private FileChannel reads;
    private byte[] cell;
    private ByteBuffer appended;
    private ByteBuffer target;
    private long first;
    private long round;
    private long written;

    /** What the rounds took. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Spent {
        public long cells;
        public long engineNs;
        public long bareNs;
    }

    private int rows() {
        return Math.min(ROWS, (256 << 20) / bytes);
    }

    @Setup
    public void open() throws IOException {
        folder = BenchFolder.create("engine");
        engine = new EngineDriver(folder.resolve("data"), Durability.SYNC);
        bare = new BareFile(folder.resolve("bare"), BARE_FILE_BYTES, false);
        cell = new byte[bytes];
        new Random(1).nextBytes(cell);
        appended = ByteBuffer.allocateDirect(CALLERS * bytes).put(ByteBuffer.allocate(CALLERS * bytes));
        target = ByteBuffer.allocateDirect(bytes);
        first = engine.nextId();
        writeAll();
        engine.checkpoint();
        Path file = folder.resolve("read");
        reads = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.READ);
        for (int i = 0; i < rows(); i++) {
            reads.write(ByteBuffer.wrap(cell), (long) i * bytes);
        }
    }

    private void writeAll() {
        engine.round(CALLERS, rows(), id -> engine.write(first + (id % rows()), cell));
    }

    @TearDown
    public void close() throws IOException {
        engine.close();
        bare.close();
        reads.close();
        BenchFolder.delete(folder);
    }

    /** What the journal takes before anything of it is copied: that happens between the rounds. */
    @Benchmark
    public void bursts(Spent spent) throws IOException {
        engine.checkpoint();
        writes(spent);
    }

    @Benchmark
    public void writes(Spent spent) throws IOException {
        long start = System.nanoTime();
        long from = first + written;
        engine.round(CALLERS, rows(), id -> engine.write(from + (id % rows()), cell));
        long between = System.nanoTime();
        for (int i = 0; i < rows(); i += CALLERS) {
            bare.writeAndForce(appended.clear());
        }
        spent.bareNs += System.nanoTime() - between;
        spent.engineNs += between - start;
        spent.cells += rows();
        written = (written + rows()) % (WRITTEN_BYTES / bytes);
    }

    @Benchmark
    public void reads(Spent spent) throws IOException {
        round++;
        long from = round;
        long start = System.nanoTime();
        engine.round(CALLERS, rows(), id -> engine.read(first + (id * 31 + from) % rows(), true));
        long between = System.nanoTime();
        for (int i = 0; i < rows(); i++) {
            long place = (i * 31L + from) % rows() * bytes;
            int got = reads.read(target.clear(), place);
            if (got != bytes) {
                throw new IllegalStateException("the benchmark is wrong: read " + got);
            }
        }
        spent.bareNs += System.nanoTime() - between;
        spent.engineNs += between - start;
        spent.cells += rows();
    }
}
