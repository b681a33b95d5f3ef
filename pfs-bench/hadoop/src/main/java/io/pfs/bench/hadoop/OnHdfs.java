package io.pfs.bench.hadoop;

import io.pfs.Durability;
import io.pfs.bench.load.EngineDriver;
import io.pfs.bench.whole.Contents;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.store.EmbeddedServer;
import io.pfs.server.store.PoolAt;
import io.pfs.server.store.RemoteFolders;
import io.pfs.server.store.Seat;
import io.pfs.wire.Request;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;

/** An engine whose pool and journal are on HDFS, beside HDFS itself, and beside what HDFS lets anybody append. */
final class OnHdfs {
    /** Of these a second, by HDFS itself, 20 times as many are wanted. */
    private static final double WANTED_TIMES = 20;

    private static final int IN_FLIGHT = 256;
    private static final int BYTES = 1 << 10;
    private static final int BATCH_BYTES = 16 << 10;
    private static final int ROUNDS = 3;
    private static final int FILE_BYTES_MAX = 64 << 20;

    private final URI hdfs;
    private final Path folder;
    private final double seconds;
    private final Consumer<String> told;
    private final StringBuilder report = new StringBuilder();

    OnHdfs(URI hdfs, Path folder, double seconds, Consumer<String> told) {
        this.hdfs = hdfs;
        this.folder = folder;
        this.seconds = seconds;
        this.told = told;
    }

    String run(Configuration conf) throws IOException {
        double empty;
        double filled;
        try (FileSystem files = FileSystem.newInstance(hdfs, conf)) {
            add("appends of 16 KiB, hsync", appends(files, Durability.SYNC), Double.NaN);
            add("appends of 16 KiB, hflush", appends(files, Durability.FLUSH), Double.NaN);
            told.accept("creates by HDFS itself");
            empty = creates(files, 0);
            filled = creates(files, BYTES);
        }
        add("HDFS: create", empty, Double.NaN);
        add("HDFS: create, write 1 KiB", filled, Double.NaN);
        for (Durability mode : EnumSet.of(Durability.SYNC, Durability.FLUSH)) {
            rows(mode, empty, filled);
        }
        return report.toString();
    }

    private void add(String what, double perSecond, double beside) {
        report.append(String.format(Locale.ROOT, "%-36s %10s", what, String.format(Locale.ROOT, "%,.0f", perSecond)));
        if (!Double.isNaN(beside)) {
            double times = perSecond / beside;
            report.append(String.format(Locale.ROOT, " %8.1f", times))
                    .append(times >= WANTED_TIMES ? "  met" : "  NOT met");
        }
        report.append('\n');
    }

    /** One after the other, as a journal does. */
    private double appends(FileSystem files, Durability mode) throws IOException {
        told.accept("bare appends, " + mode);
        byte[] batch = Contents.of(1, BATCH_BYTES);
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/appends-" + mode);
        long count = 0;
        long begin = System.nanoTime();
        long end = begin + (long) (seconds * 1e9);
        try (FSDataOutputStream out = files.create(path)) {
            for (; System.nanoTime() < end && out.getPos() < FILE_BYTES_MAX; count++) {
                out.write(batch);
                if (mode == Durability.SYNC) {
                    out.hsync();
                } else {
                    out.hflush();
                }
            }
            return count / ((System.nanoTime() - begin) / 1e9);
        }
    }

    private double creates(FileSystem files, int bytes) throws IOException {
        try (Crowd crowd = new Crowd(IN_FLIGHT)) {
            return crowd.run(seconds, (thread, index) -> {
                        org.apache.hadoop.fs.Path path =
                                new org.apache.hadoop.fs.Path("/own-" + bytes + "/" + thread + "-" + index);
                        try (FSDataOutputStream out = files.create(path)) {
                            out.write(Contents.of(index, bytes));
                        }
                        return true;
                    })
                    .perSecond();
        }
    }

    private void rows(Durability mode, double empty, double filled) {
        String word = mode.name().toLowerCase(Locale.ROOT);
        PoolAt pool = PoolAt.of(hdfs + "/pool-" + word);
        RemoteFolders.format(pool, 1, new SystemClock(), new SystemEntropy());
        try (EngineDriver engine = new EngineDriver(
                EmbeddedServer.open(folder.resolve("data-" + word), mode, OptionalLong.empty(), Seat.alone(pool)))) {
            byte[] cell = Contents.of(2, BYTES);
            double creates = perSecond(engine, "creates, " + word, engine::create);
            double writes = perSecond(engine, "creates of 1 KiB, " + word, id -> engine.write(id, cell));
            add("PFS, " + word + ": create", creates, empty);
            add("PFS, " + word + ": create, write 1 KiB", writes, filled);
        }
    }

    /** The middle one of some rounds, after one that warms up and says how many take the time. */
    private double perSecond(EngineDriver engine, String what, LongFunction<Request> requests) {
        told.accept(what);
        int calls = IN_FLIGHT * 20;
        double rate = round(engine, calls, requests);
        double[] rates = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            calls = (int) Math.max(calls, rate * seconds);
            rate = round(engine, calls, requests);
            rates[i] = rate;
        }
        Arrays.sort(rates);
        return rates[ROUNDS / 2];
    }

    private static double round(EngineDriver engine, int calls, LongFunction<Request> requests) {
        long begin = System.nanoTime();
        engine.round(IN_FLIGHT, calls, requests);
        return calls / ((System.nanoTime() - begin) / 1e9);
    }
}
