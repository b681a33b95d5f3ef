package io.pfs.bench.micro;

import io.pfs.Durability;
import io.pfs.bench.load.EngineDriver;
import io.pfs.server.store.EmbeddedServer;
import io.pfs.wire.Request;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
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
 * Empty rows created in one table of the embedded engine, in mode sync, 64 of them in flight: by 64 callers, or by one that
 * creates 64 in a call. Beside it the bare journal with 64 records of the same size in flight. One operation is a round of
 * each, one after the other; what the engine does in the background goes on in both, and for the moment in which requests are made. Checkpoints are made before, so that their
 * code is compiled, and come by themselves in what is measured.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {Heap.MIN, Heap.MAX, Heap.TOUCHED})
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 10, time = 3)
public class EngineCreateBench {
    /** Of a create: the row with its name, the reply that is kept, and what frames them; without the record's header. */
    private static final int RECORD_BYTES = 130;

    private static final int ROWS_PER_ROUND = 16_384;
    private static final int CHECKPOINTS_BEFORE = 20;
    /** Of the heap, for slices: all rows have room. What it takes if they have not is measured by {@code whole memory}. */
    private static final long ROOM_BYTES = 2L << 30;

    /** Rows a call. */
    @Param({"1", "64"})
    public int batch;

    private Path engineFolder;
    private Path journalFolder;
    private EngineDriver engine;
    private JournalDriver journal;

    /** What the rounds took. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Spent {
        public long rows;
        public long engineNs;
        public long journalNs;
    }

    private int callers() {
        return 64 / batch;
    }

    @Setup
    public void open() {
        engineFolder = BenchFolder.create("engine");
        journalFolder = BenchFolder.create("journal");
        engine = new EngineDriver(EmbeddedServer.open(engineFolder, Durability.SYNC, OptionalLong.of(ROOM_BYTES)));
        journal = new JournalDriver(journalFolder, RECORD_BYTES, callers() * batch);
        for (int i = 0; i < CHECKPOINTS_BEFORE; i++) {
            create(requests());
            engine.checkpoint();
        }
    }

    /** Those of a round. What callers do to make them is none of what is measured, as little as of the journal's payloads. */
    private Request[] requests() {
        long first = engine.nextId();
        Request[] requests = new Request[ROWS_PER_ROUND / batch];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = batch == 1 ? engine.create(first + i) : engine.createMany(first + i, batch);
        }
        return requests;
    }

    private void create(Request[] requests) {
        long first = engine.nextId();
        engine.round(callers(), requests.length, id -> requests[(int) (id - first)]);
    }

    @TearDown
    public void close() throws IOException {
        requireRoom();
        engine.close();
        journal.close();
        BenchFolder.delete(engineFolder);
        BenchFolder.delete(journalFolder);
    }

    private void requireRoom() {
        CompletableFuture<Long> evicted = new CompletableFuture<>();
        engine.server().onLoop(group -> evicted.complete(group.counters().slicesEvicted()));
        if (evicted.join() > 0) {
            throw new IllegalStateException("the benchmark is wrong: rows had no room in " + ROOM_BYTES + " bytes");
        }
    }

    @Benchmark
    public void rounds(Spent spent) {
        Request[] requests = requests();
        long start = System.nanoTime();
        create(requests);
        long between = System.nanoTime();
        for (int rows = 0; rows < ROWS_PER_ROUND; rows += callers() * batch) {
            journal.round();
        }
        spent.journalNs += System.nanoTime() - between;
        spent.engineNs += between - start;
        spent.rows += ROWS_PER_ROUND;
    }
}
