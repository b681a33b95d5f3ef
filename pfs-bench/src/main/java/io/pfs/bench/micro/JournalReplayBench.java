package io.pfs.bench.micro;

import io.pfs.Durability;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.disk.nio.NioDisk;
import io.pfs.env.system.InlineWorkers;
import io.pfs.env.system.NoTimers;
import io.pfs.env.system.SystemClock;
import io.pfs.server.journal.Journal;
import io.pfs.server.journal.JournalSetup;
import io.pfs.server.journal.LocalJournal;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Opens a journal of a million records of 200 bytes and visits each; an operation is a record. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class JournalReplayBench implements Journal.Listener {
    private static final int PAYLOAD_BYTES = 200;
    private static final int RECORDS = 1 << 20;
    private static final int CALLERS = 256;

    private Path folder;
    private NioDisk disk;

    @Setup(Level.Trial)
    public void write() {
        folder = BenchFolder.create("replay");
        // fewer than the driver trims
        int perRun = RECORDS / 2;
        for (int run = 0; run < 2; run++) {
            try (JournalDriver driver = new JournalDriver(folder, PAYLOAD_BYTES, CALLERS, run * (long) perRun)) {
                for (int i = 1; i < perRun / CALLERS; i++) {
                    driver.round();
                }
            }
        }
        disk = NioDisk.open(folder);
    }

    @TearDown(Level.Trial)
    public void close() {
        disk.close();
        BenchFolder.delete(folder);
    }

    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public long replay() {
        long[] bytes = {0};
        LocalJournal journal = new LocalJournal(
                JournalSetup.of(disk, 1, Limits.DEFAULT, Durability.SYNC),
                new InlineWorkers(),
                new NoTimers(),
                new SystemClock(),
                this);
        Journal.Replayed replayed =
                journal.replay((shard, position, array, offset, length) -> bytes[0] += array[offset] + length);
        journal.close();
        if (replayed.records() != RECORDS) {
            throw new IllegalStateException("replayed " + replayed.records() + " of " + RECORDS);
        }
        return bytes[0];
    }

    @Override
    public void durable(Journal.Durable durable) {
        throw new IllegalStateException("nothing was appended");
    }

    @Override
    public void failed(PfsException cause, Journal.Durable kept) {
        throw cause;
    }
}
