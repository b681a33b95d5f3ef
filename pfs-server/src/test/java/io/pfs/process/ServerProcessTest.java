package io.pfs.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Table;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.inspect.FolderCheck;
import io.pfs.testing.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server in a process of its own, and clients that outlive it. */
final class ServerProcessTest {
    private static final int KILLS = 3;
    private static final int KILLS_NIGHTLY = 40;
    private static final int WRITERS = 6;
    private static final int ROWS_BETWEEN_KILLS_MAX = 300;
    private static final ClientOptions PATIENT = ClientOptions.DEFAULT.withTimeout(Duration.ofMinutes(2));

    @TempDir
    private Path temporary;

    /** One row after the other, each new: that one is there already would mean that a repeated request was done twice. */
    private static int write(Table table, int writer, Semaphore answered, Semaphore end) {
        int rows = 0;
        while (!end.tryAcquire()) {
            String name = "w" + writer + "-" + rows;
            table.edit(name).put("content", content(name)).expectAbsent().apply();
            rows++;
            answered.release();
        }
        return rows;
    }

    private static byte[] content(String name) {
        return (name + " ").repeat(1 + name.hashCode() % 500 + 500).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void clientsOfAServerThatIsKilledGoOnAndLoseNothing() throws Exception {
        int kills = Seeds.nightly() ? KILLS_NIGHTLY : KILLS;
        long seed = Long.getLong("pfs.seed", 1);
        Random random = new Random(seed);
        Path data = temporary.resolve("data");
        Semaphore answered = new Semaphore(0);
        Semaphore end = new Semaphore(0);
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        ServerProcess server = ServerProcess.start(data, "127.0.0.1:0");
        String uri = server.uri();
        try (Pfs pfs = Pfs.connect(uri, PATIENT)) {
            Table table = pfs.createTable("/t");
            List<Future<Integer>> written = new ArrayList<>();
            for (int w = 0; w < WRITERS; w++) {
                int writer = w;
                written.add(threads.submit(() -> write(table, writer, answered, end)));
            }
            for (int kill = 0; kill < kills; kill++) {
                answered.acquire(1 + random.nextInt(ROWS_BETWEEN_KILLS_MAX));
                server.close(); // kill -9
                server = ServerProcess.start(data, uri.substring("pfs://".length()));
            }
            answered.acquire(WRITERS);
            end.release(WRITERS);
            requireAll(table, written, seed);
        } finally {
            threads.shutdownNow();
            server.close();
        }
        assertEquals(List.of(), FolderCheck.damage(data, new SystemClock(), new SystemEntropy()));
    }

    private static void requireAll(Table table, List<Future<Integer>> written, long seed)
            throws InterruptedException, ExecutionException {
        int rows = 0;
        for (int writer = 0; writer < WRITERS; writer++) {
            int count = written.get(writer).get();
            rows += count;
            for (int i = 0; i < count; i++) {
                String name = "w" + writer + "-" + i;
                assertArrayEquals(
                        content(name), table.get(name, "content").orElse(new byte[0]), name + ", seed " + seed);
            }
        }
        int found = 0;
        for (RowView row : table.scan()) {
            assertTrue(row.name().startsWith("w"), row.name());
            found++;
        }
        assertEquals(rows, found, "seed " + seed);
    }

    @Test
    void aServerThatIsStoppedEndsInOrder() throws IOException, InterruptedException {
        Path data = temporary.resolve("data");
        try (ServerProcess server = ServerProcess.start(data, "127.0.0.1:0");
                Pfs pfs = Pfs.connect(server.uri())) {
            pfs.createTable("/t").put("a", "content", new byte[] {1});
            assertEquals(0, server.stop());
        }
        try (ServerProcess server = ServerProcess.start(data, "127.0.0.1:0");
                Pfs pfs = Pfs.connect(server.uri())) {
            assertArrayEquals(
                    new byte[] {1}, pfs.openTable("/t").get("a", "content").orElseThrow());
        }
    }

    @Test
    void whatCanNotBeServedIsSaidInOneLine() throws IOException, InterruptedException {
        Process open = ServerProcess.begin("--data", temporary.resolve("a").toString(), "--listen", "0.0.0.0:0");
        String said = new String(open.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(2, open.waitFor(), said);
        assertTrue(said.contains("--auth-token") && said.lines().count() == 1, said);

        Path data = temporary.resolve("data");
        try (ServerProcess first = ServerProcess.start(data, "127.0.0.1:0")) {
            Process second = ServerProcess.begin("--data", data.toString(), "--listen", "127.0.0.1:0");
            String refusal = new String(second.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(1, second.waitFor(), refusal);
            assertTrue(refusal.contains("LOCKED") && refusal.lines().count() == 1, refusal);
            assertEquals(0, first.stop());
        }
    }
}
