package io.pfs.bench.whole;

import io.pfs.Durability;
import io.pfs.bench.load.EngineDriver;
import io.pfs.env.system.InputWatch;
import io.pfs.server.store.EmbeddedServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** A process that is killed while it writes as fast as it can; another serves what it wrote. */
final class RecoveryJob implements Job {
    private static final int CELL_BYTES = 1_000;
    private static final int CALLERS = 64;
    private static final int BURST = 8_192;
    private static final int BURSTS = 120;
    private static final int BURSTS_QUICK = 20;
    /** Of a cell and its row in the journal, about. */
    private static final int RECORD_BYTES = CELL_BYTES + 200;

    private static final String READY = "written enough";

    @Override
    public String name() {
        return "recovery";
    }

    @Override
    public void run(Desk desk) throws IOException, InterruptedException {
        Path data = desk.folder().resolve("data");
        int bursts = desk.quick() ? BURSTS_QUICK : BURSTS;
        Process writer = startWriter(data, bursts);
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8))) {
            Stopwatch.require(READY.equals(lines.readLine()), "the writer writes");
        } finally {
            writer.destroyForcibly().waitFor();
        }
        Stopwatch watch = Stopwatch.start();
        try (EmbeddedServer server = EmbeddedServer.open(data, Durability.SYNC)) {
            AtomicLong records = new AtomicLong();
            server.onLoop(group -> records.set(group.recovered().recordsRead()));
            double seconds = watch.seconds();
            double bytes = (double) records.get() * RECORD_BYTES;
            desk.bound("kill -9 at full load until serving", "seconds", seconds, 10);
            desk.told("journal read meanwhile", "MiB", bytes / 1048576);
            desk.bound("recovery of a GiB of journal", "seconds", seconds / bytes * (1 << 30), 10);
        }
    }

    /** Once it has written so many bursts it says so, and writes on. */
    static Process startWriter(Path data, int bursts) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        data.toString(),
                        Integer.toString(bursts))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** The process that is killed. It outlives nobody who started it, or it would fill the disk. */
    public static final class Writer {
        private Writer() {}

        public static void main(String[] args) {
            InputWatch.start();
            EngineDriver engine = new EngineDriver(Path.of(args[0]), Durability.SYNC);
            int bursts = Integer.parseInt(args[1]);
            int burst = 0;
            while (true) { // until it is killed
                engine.round(CALLERS, BURST, id -> engine.write(id, Contents.of(id, CELL_BYTES)));
                burst++;
                if (burst == bursts) {
                    System.out.println(READY);
                    System.out.flush();
                }
            }
        }
    }
}
