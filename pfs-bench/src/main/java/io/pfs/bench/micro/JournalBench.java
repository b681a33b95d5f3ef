package io.pfs.bench.micro;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
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
 * Group commit in mode sync, record by record of 200 bytes, beside bare files that write the same payloads alone with one
 * write and one force for as many records.
 *
 * <p>Devices change their speed from second to second, so one operation is one round of each, one after the other, and
 * the counters hold what each took in all: records a second are {@code records * 1e9 / ...Ns}, and the ratio of the
 * journal to a bare file is {@code bare...Ns / journalNs}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class JournalBench {
    private static final int PAYLOAD_BYTES = 200;
    private static final int BARE_FILE_BYTES = 64 << 20;

    /** Appends in flight. */
    @Param({"1", "64", "256"})
    public int callers;

    private Path folder;
    private JournalDriver driver;
    private BareFile growing;
    private BareFile overwritten;
    private ByteBuffer bytes;

    /** What the rounds took. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Spent {
        public long records;
        public long journalNs;
        /** Of a bare file that gets longer with each write. */
        public long bareGrowingNs;
        /** Of a bare file whose blocks were written before: the stricter ceiling. */
        public long bareOverwrittenNs;
    }

    @Setup(Level.Trial)
    public void open() throws IOException {
        folder = BenchFolder.create("journal");
        driver = new JournalDriver(folder, PAYLOAD_BYTES, callers);
        growing = new BareFile(folder.resolve("bare-growing"), BARE_FILE_BYTES, false);
        overwritten = new BareFile(folder.resolve("bare-overwritten"), BARE_FILE_BYTES, true);
        bytes = ByteBuffer.allocateDirect(callers * PAYLOAD_BYTES);
    }

    @TearDown(Level.Trial)
    public void close() throws IOException {
        driver.close();
        growing.close();
        overwritten.close();
        BenchFolder.delete(folder);
    }

    @Benchmark
    public void rounds(Spent spent) throws IOException {
        long start = System.nanoTime();
        driver.round();
        long journal = System.nanoTime();
        overwritten.writeAndForce(bytes.clear());
        long overwriting = System.nanoTime();
        growing.writeAndForce(bytes.clear());
        spent.bareGrowingNs += System.nanoTime() - overwriting;
        spent.bareOverwrittenNs += overwriting - journal;
        spent.journalNs += journal - start;
        spent.records += callers;
    }
}
