package io.pfs.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableOptions;
import io.pfs.server.hadoop.MiniHdfs;
import io.pfs.server.zookeeper.LocalZooKeeper;
import io.pfs.testing.Seeds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers on HDFS, in processes of their own: killed, stopped and woken again, and without the folder they had. */
final class HdfsServerTest {
    private static final ClientOptions PATIENT = ClientOptions.DEFAULT.withTimeout(Duration.ofMinutes(2));
    private static final ClientOptions HURRIED = ClientOptions.DEFAULT.withTimeout(Duration.ofSeconds(4));
    private static final String COLUMN = "content";
    private static final int PART_BYTES = 2 << 20;

    private final String uri = MiniHdfs.freshUri();

    @TempDir
    private Path temporary;

    private static String output(Process process) throws IOException, InterruptedException {
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() + " " + said;
    }

    private void format(int servers) throws Exception {
        String said = output(ServerProcess.run("admin", "format", "--servers", Integer.toString(servers), uri));
        assertTrue(said.startsWith("0 ") && said.contains("made a pool of " + servers + " server"), said);
    }

    private ServerProcess start(String data, String... more) throws IOException {
        List<String> options = new ArrayList<>(
                List.of("--data", temporary.resolve(data).toString(), "--listen", "127.0.0.1:0", "--pool", uri));
        options.addAll(List.of(more));
        return ServerProcess.start(options.toArray(String[]::new));
    }

    private static byte[] content(String name, int bytes) {
        return name.repeat(1 + bytes / name.length()).getBytes(StandardCharsets.UTF_8);
    }

    /** Small cells, some that go to segments, and one that is an object. */
    private static int bytesOf(int row) {
        return row == 7 ? 3 << 20 : row % 10 == 3 ? 100_000 : 200;
    }

    private static void write(Pfs pfs, int from, int to) {
        Table table = pfs.openTable("/t");
        for (int row = from; row < to; row++) {
            String name = "r" + row;
            table.put(name, COLUMN, new ByteArrayInputStream(content(name, bytesOf(row))));
        }
    }

    private static void requireAll(Pfs pfs, int rows) {
        Table table = pfs.openTable("/t");
        for (int row = 0; row < rows; row++) {
            String name = "r" + row;
            byte[] expected = content(name, bytesOf(row));
            byte[] found = table.getRange(name, COLUMN, 0, Math.min(expected.length, PART_BYTES))
                    .orElseThrow();
            assertArrayEquals(Arrays.copyOf(expected, found.length), found, name);
            assertEquals(Math.min(expected.length, PART_BYTES), found.length);
        }
    }

    @Test
    void aFreshServerHasAllThatWasAcknowledged() throws Exception {
        String unformatted = output(ServerProcess.begin("--data", temporary.toString(), "--pool", uri));
        assertTrue(unformatted.startsWith("2 ") && unformatted.contains("admin format " + uri), unformatted);
        format(1);
        String again = output(ServerProcess.run("admin", "format", uri));
        assertTrue(again.startsWith("1 ") && again.contains("not empty"), again);

        List<String> modes = Seeds.nightly() ? List.of("flush", "sync") : List.of("flush"); // each kill takes 15 s
        int rows = 0;
        for (String mode : modes) {
            int before = rows;
            rows += 60;
            try (ServerProcess server = start("data-" + mode, "--durability", mode);
                    Pfs pfs = Pfs.connect(server.uri(), PATIENT)) {
                if (before == 0) {
                    pfs.createTable("/t");
                }
                requireAll(pfs, before);
                write(pfs, before, rows);
            } // kill -9
        }
        try (ServerProcess server = start("data-last")) {
            try (Pfs pfs = Pfs.connect(server.uri(), PATIENT)) {
                requireAll(pfs, rows);
            }
            assertEquals(0, server.stop());
        }
        try (ServerProcess server = start("data-after-an-end-in-order");
                Pfs pfs = Pfs.connect(server.uri(), PATIENT)) {
            requireAll(pfs, rows);
            String second = output(ServerProcess.begin(
                    "--data", temporary.resolve("second").toString(), "--listen", "127.0.0.1:0", "--pool", uri));
            assertTrue(second.startsWith("1 ") && second.contains("in use"), second);
            write(pfs, rows, rows + 10);
        }
    }

    private ServerProcess startBy(LocalZooKeeper zooKeeper, String data) throws IOException {
        Path config = temporary.resolve("config.json");
        Files.writeString(config, "{ \"sessionSeconds\": 3 }");
        return start(data, "--zookeeper", "127.0.0.1:" + zooKeeper.port(), "--config", config.toString());
    }

    @Test
    void whatAKilledServerHeldIsTakenByOthers() throws Exception {
        format(4);
        try (LocalZooKeeper zooKeeper = new LocalZooKeeper(temporary.resolve("zookeeper"));
                ServerProcess first = startBy(zooKeeper, "data-1");
                ServerProcess second = startBy(zooKeeper, "data-2");
                Pfs pfs = Pfs.connect(first.uri() + "," + second.uri().substring("pfs://".length()), PATIENT)) {
            pfs.createTable("/t", TableOptions.DEFAULT.withSpread(4));
            write(pfs, 0, 60);
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> write(pfs, 60, 160));
            first.close();
            writing.join();
            try (ServerProcess third = startBy(zooKeeper, "data-3")) {
                write(pfs, 160, 200);
                requireAll(pfs, 200);
                assertEquals(0, third.stop());
            }
            requireAll(pfs, 200);
            assertEquals(0, second.stop());
        }
    }

    @Test
    void twoServeOneFileSystemAndReadEachOthersCells() throws Exception {
        format(2);
        List<String> addresses = ClusterProcesses.freeAddresses(2);
        List<ServerProcess> servers = new ArrayList<>();
        try {
            for (int server = 0; server < 2; server++) {
                servers.add(startOf(addresses, server, "data-" + server));
            }
            try (Pfs pfs = Pfs.connect("pfs://" + String.join(",", addresses), PATIENT)) {
                pfs.createTable("/t", TableOptions.DEFAULT.withSpread(4));
                write(pfs, 0, 60);
                pfs.createTable("/u", TableOptions.DEFAULT.withSpread(4));
                for (int row = 0; row < 60; row++) { // half of them to the other server, and their cells stay
                    pfs.files().rename("/t/r" + row, "/u/moved" + row);
                    pfs.files().rename("/u/moved" + row, "/t/r" + row);
                }
                requireAll(pfs, 60);
                servers.get(0).close(); // kill -9
                servers.set(0, startOf(addresses, 0, "data-new"));
                requireAll(pfs, 60);
            }
            for (ServerProcess server : servers) {
                assertEquals(0, server.stop());
            }
        } finally {
            for (ServerProcess server : servers) {
                server.close();
            }
        }
    }

    private ServerProcess startOf(List<String> addresses, int server, String data) throws IOException {
        return ServerProcess.start(
                "--data",
                temporary.resolve(data).toString(),
                "--pool",
                uri,
                "--servers",
                String.join(",", addresses),
                "--server-id",
                Integer.toString(server));
    }

    @Test
    void oneThatWasStoppedAndWokenChangesAndAcknowledgesNothing() throws Exception {
        format(1);
        ConcurrentLinkedQueue<String> acknowledged = new ConcurrentLinkedQueue<>();
        Semaphore written = new Semaphore(0);
        try (ServerProcess first = start("first");
                Pfs before = Pfs.connect(first.uri(), HURRIED)) {
            Table table = before.createTable("/t");
            table.edit("told").put(COLUMN, content("old", 9)).apply();
            CompletableFuture<PfsException> failure =
                    CompletableFuture.supplyAsync(() -> writeUntilRefused(table, acknowledged, written));
            written.acquire(200);
            first.signal("STOP");
            try (ServerProcess second = start("second");
                    Pfs after = Pfs.connect(second.uri(), PATIENT)) {
                after.openTable("/t")
                        .edit("told")
                        .put(COLUMN, content("new", 9))
                        .apply();
                first.signal("CONT");
                assertThrows(PfsException.class, () -> table.get("told", COLUMN));
                assertThrows(
                        PfsException.class,
                        () -> table.edit("told")
                                .put(COLUMN, content("older", 9))
                                .apply());
                assertTrue(failure.join().code() != ErrorCode.INVARIANT_BROKEN);
                assertEquals(1, first.awaitEnd(), "it is told that it was followed");
                for (String name : acknowledged) {
                    assertTrue(after.openTable("/t").get(name, COLUMN).isPresent(), name);
                }
                assertArrayEquals(
                        content("new", 9),
                        after.openTable("/t").get("told", COLUMN).orElseThrow());
                assertEquals(0, second.stop());
            }
        }
    }

    private static PfsException writeUntilRefused(
            Table table, ConcurrentLinkedQueue<String> acknowledged, Semaphore written) {
        try {
            for (int row = 0; ; row++) {
                String name = "w" + row;
                table.edit(name).put(COLUMN, content(name, 300)).apply();
                acknowledged.add(name);
                written.release();
            }
        } catch (PfsException e) {
            return e;
        }
    }
}
