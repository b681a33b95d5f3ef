package io.pfs.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.api.Indexes;
import io.pfs.api.TaggedRows;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.call.Promise;
import io.pfs.client.table.Hit;
import io.pfs.client.table.IndexProgress;
import io.pfs.client.table.Table;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.inspect.FolderCheck;
import io.pfs.testing.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server is killed while tags are set and indexes are made and dropped, again and again on one folder. */
final class KilledIndexingTest {
    private static final int ROUNDS = 2;
    private static final int ROUNDS_NIGHTLY = 60;
    private static final int WRITERS = 3;
    private static final int ROWS = 1500;
    private static final int ROWS_OF_A_WRITER = 100;
    private static final int SETS_BEFORE_KILL_MAX = 150;
    private static final int DELETE_EVERY = 7;
    /** While all rows are looked at for each, not all marks are searched for. */
    private static final int SCANNED_EVERY = 10;

    private static final int QUERIES = 6;
    private static final ClientOptions PATIENT = ClientOptions.DEFAULT.withTimeout(Duration.ofMinutes(2));

    @TempDir
    private Path data;

    /** Sets tags of its own rows until it is told to end; says what it set last. */
    private record Writer(Table table, int writer, long first, Semaphore answered, Semaphore end)
            implements Callable<Map<String, Long>> {
        @Override
        public Map<String, Long> call() {
            Map<String, Long> marks = new TreeMap<>();
            TaggedRows rows = new TaggedRows(new Random(first + writer), ROWS);
            for (long nth = first; !end.tryAcquire(); nth++) {
                String name = "w" + writer + "-" + nth % ROWS_OF_A_WRITER;
                if (nth % DELETE_EVERY == 0) {
                    table.delete(name);
                    marks.remove(name);
                } else {
                    long mark = nth * WRITERS + writer;
                    rows.tag(table.edit(name)).tag("mark", mark).apply();
                    marks.put(name, mark);
                }
                answered.release();
            }
            return marks;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sync", "memory"})
    void searchesFindWhatIsThere(String durability) throws Exception {
        long seed = Long.getLong("pfs.seed", 1);
        try {
            new Storm(durability, new Random(seed)).go();
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + ", " + durability + ": " + e, e);
        }
        System.out.println("killed indexing: durability " + durability + ", seed " + seed);
        assertEquals(List.of(), FolderCheck.damage(data, new SystemClock(), new SystemEntropy()));
    }

    private final class Storm {
        private final String durability;
        private final Random random;
        private final TaggedRows rows;
        private String address = "127.0.0.1:0";

        Storm(String durability, Random random) {
            this.durability = durability;
            this.random = random;
            this.rows = new TaggedRows(random, ROWS);
        }

        void go() throws IOException, InterruptedException, ExecutionException {
            fill();
            ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
            ServerProcess server = start(durability, address);
            try (Pfs pfs = Pfs.connect(server.uri(), PATIENT)) {
                for (int round = 0; round < (Seeds.nightly() ? ROUNDS_NIGHTLY : ROUNDS); round++) {
                    Table table = pfs.openTable("/t");
                    Semaphore answered = new Semaphore(0);
                    Semaphore end = new Semaphore(0);
                    List<Future<Map<String, Long>>> written = new ArrayList<>();
                    for (int w = 0; w < WRITERS; w++) {
                        Writer writer = new Writer(table, w, 1 + 100_000L * round, answered, end);
                        written.add(threads.submit(writer));
                    }
                    answered.acquire(1 + random.nextInt(SETS_BEFORE_KILL_MAX));
                    changeIndexes(table);
                    answered.acquire(1 + random.nextInt(SETS_BEFORE_KILL_MAX));
                    server.close(); // kill -9
                    server = start(durability, address);
                    end.release(WRITERS);
                    look(pfs, table, written);
                    if (random.nextBoolean()) {
                        Indexes.await(table);
                        look(pfs, table, written);
                    }
                }
            } finally {
                threads.shutdownNow();
                server.close();
            }
        }

        /** What is there before, so that it is not lost, whatever the durability is later. */
        private void fill() throws IOException, InterruptedException {
            try (ServerProcess server = start("sync", address);
                    Pfs pfs = Pfs.connect(server.uri(), PATIENT)) {
                address = server.uri().substring("pfs://".length());
                rows.fill(pfs.createTable("/t"), ROWS);
                assertEquals(0, server.stop());
            }
        }

        /** One more or one less. */
        private void changeIndexes(Table table) {
            List<String> there =
                    table.indexProgress().stream().map(IndexProgress::field).toList();
            String field = TaggedRows.INDEXES.get(random.nextInt(TaggedRows.INDEXES.size()));
            if (!there.contains("mark")) {
                table.addIndexes("mark");
            }
            if (there.contains(field)) {
                table.dropIndexes(field);
            } else {
                table.addIndexes(field);
            }
        }

        private void look(Pfs pfs, Table table, List<Future<Map<String, Long>>> written)
                throws InterruptedException, ExecutionException {
            for (Future<Map<String, Long>> one : written) {
                Map<String, Long> marks = one.get();
                if (durability.equals("sync")) {
                    requireFound(pfs, marks, Indexes.areComplete(table) ? 1 : SCANNED_EVERY);
                }
            }
            rows.check(pfs, QUERIES, "/t");
        }
    }

    /** Each row has the mark that was set last, and only that. */
    private static void requireFound(Pfs pfs, Map<String, Long> marks, int every) {
        marks.forEach((name, mark) -> {
            if (mark % every != 0) {
                return;
            }
            List<Hit> hits =
                    Promise.await(pfs.search("from /t where mark = " + mark).rows());
            assertEquals(List.of("/t/" + name), hits.stream().map(Hit::path).toList(), "mark " + mark);
        });
    }

    private ServerProcess start(String durability, String listen) throws IOException {
        return ServerProcess.start("--data", data.toString(), "--listen", listen, "--durability", durability);
    }
}
