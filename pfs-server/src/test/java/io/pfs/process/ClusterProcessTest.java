package io.pfs.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.file.FileInfo;
import io.pfs.client.file.PfsFiles;
import io.pfs.client.net.ClusterConnection;
import io.pfs.client.net.Identity;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableOptions;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import io.pfs.row.RowKind;
import io.pfs.table.Policy;
import io.pfs.testing.Seeds;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.Envelope;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request.MakeTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three servers in processes of their own serve one namespace, and each of them is killed while it is written to. */
final class ClusterProcessTest {
    private static final int SERVERS = 3;
    private static final int KILLS = 3;
    private static final int KILLS_NIGHTLY = 30;
    private static final int WRITERS = 6;
    private static final int STEPS_BETWEEN_KILLS_MAX = 150;
    private static final String WIDE = "/wide";
    private static final int WIDE_ROWS = 8000;
    private static final int WIDE_ROWS_AT_ONCE = 500;
    private static final long WAIT_NS = 60_000_000_000L;
    private static final ClientOptions PATIENT = ClientOptions.DEFAULT.withTimeout(Duration.ofMinutes(2));

    @TempDir
    private Path temporary;

    /** What is in a table stays there. */
    private static final ClusterWriter.Tree OWN_TABLES = new ClusterWriter.Tree() {
        @Override
        public String table(int step) {
            return "/t" + step % SERVERS;
        }

        @Override
        public String target(String from, int step) {
            return from;
        }
    };

    /** Everything goes from the tables of all servers to those of others, and through one that is spread over all. */
    private static final ClusterWriter.Tree ALL_TABLES = new ClusterWriter.Tree() {
        @Override
        public String table(int step) {
            return step % 2 == 0 ? WIDE : "/t" + step % SERVERS;
        }

        @Override
        public String target(String from, int step) {
            String to = "/t" + (step + 1) % SERVERS;
            return from.startsWith(to) ? WIDE : to;
        }
    };

    /** Tables on every server: a client leaves it to the servers where one is, so they are asked for here. */
    private static void makeTables(ClusterProcesses cluster) {
        NettyNetwork network = new NettyNetwork("test-client", 1, Tls.NONE);
        Identity identity = new Identity(System.getProperty("user.name"), Optional.empty());
        List<Address> addresses =
                cluster.addresses().stream().map(Address::parse).toList();
        try (Connection connection =
                ClusterConnection.open(network, addresses, identity, new SystemClock(), new SystemEntropy())) {
            FileSystemFacts facts = connection.facts();
            ClusterMap map = ClusterMap.fixed(addresses);
            for (int server = 0; server < SERVERS; server++) {
                ShardId home = new ShardId(0);
                while (map.owners(facts.shards()).owner(home).value() != server) {
                    home = new ShardId(home.value() + 1);
                }
                MakeTable make = new MakeTable(
                        facts.root().table(),
                        RowName.of("t" + server),
                        0755,
                        0,
                        0,
                        Policy.DYNAMIC,
                        0,
                        Optional.of(home));
                CompletableFuture<Reply> reply = new CompletableFuture<>();
                Envelope envelope = new Envelope(
                        new RequestId(1, 1, server + 1L), 0, facts.root().base(), make);
                long deadlineNs = new SystemClock().monotonicNs() + WAIT_NS;
                connection.send(List.of(new Call(envelope, deadlineNs, reply::complete)));
                assertEquals(
                        home,
                        assertInstanceOf(TableMade.class, reply.join())
                                .pointer()
                                .base());
            }
        }
    }

    @Test
    void whoeverIsKilledNothingIsLost() throws IOException, InterruptedException, ExecutionException {
        try (ClusterProcesses cluster = new ClusterProcesses(temporary, SERVERS);
                Pfs pfs = Pfs.connect(cluster.uri(), PATIENT)) {
            makeTables(cluster);
            storm(cluster, pfs, OWN_TABLES, Map.of());
            assertEquals(Collections.nCopies(SERVERS, 0), cluster.stop());
            assertEquals(List.of(), cluster.damage());
        }
    }

    @Test
    void whatIsSpreadAndMovedOverAllServersIsNotLostEither()
            throws IOException, InterruptedException, ExecutionException {
        try (ClusterProcesses cluster = new ClusterProcesses(temporary, SERVERS);
                Pfs pfs = Pfs.connect(cluster.uri(), PATIENT)) {
            makeTables(cluster);
            storm(cluster, pfs, ALL_TABLES, fill(pfs));
            assertEquals(Collections.nCopies(SERVERS, 0), cluster.stop());
            assertEquals(List.of(), cluster.damage());
        }
    }

    /** So many rows that their table comes to lie on all servers. */
    private static Map<String, byte[]> fill(Pfs pfs) {
        TreeMap<String, byte[]> filled = new TreeMap<>();
        try (Table wide = pfs.createTable(WIDE, TableOptions.DEFAULT.withSpread(4))) {
            for (int first = 0; first < WIDE_ROWS; first += WIDE_ROWS_AT_ONCE) {
                TreeMap<String, byte[]> rows = new TreeMap<>();
                for (int row = first; row < first + WIDE_ROWS_AT_ONCE; row++) {
                    rows.put("row" + row, ("row" + row).repeat(row % 100).getBytes(StandardCharsets.UTF_8));
                }
                wide.putAll("content", rows);
                rows.forEach((name, bytes) -> filled.put(WIDE + "/" + name, bytes));
            }
        }
        return filled;
    }

    private static void storm(ClusterProcesses cluster, Pfs pfs, ClusterWriter.Tree tree, Map<String, byte[]> before)
            throws IOException, InterruptedException, ExecutionException {
        int kills = Seeds.nightly() ? KILLS_NIGHTLY : KILLS;
        long seed = Long.getLong("pfs.seed", 1);
        Random random = new Random(seed);
        Semaphore answered = new Semaphore(0);
        Semaphore end = new Semaphore(0);
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        try {
            List<Future<Map<String, byte[]>>> writers = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                writers.add(threads.submit(new ClusterWriter(pfs, writer, tree, answered, end)));
            }
            for (int kill = 0; kill < kills; kill++) {
                answered.acquire(1 + random.nextInt(STEPS_BETWEEN_KILLS_MAX));
                cluster.killAndRestart(kill % SERVERS);
                if (kill % KILLS == KILLS - 1) {
                    answered.acquire(1 + random.nextInt(STEPS_BETWEEN_KILLS_MAX));
                    assertEquals(List.of(), cluster.killAllAndRestart(), "seed " + seed);
                }
            }
            answered.acquire(WRITERS);
            end.release(WRITERS);
            TreeMap<String, byte[]> expected = new TreeMap<>(before);
            for (Future<Map<String, byte[]>> writer : writers) {
                expected.putAll(writer.get());
            }
            requireExactly(pfs.files(), expected, seed);
        } finally {
            threads.shutdownNow();
        }
    }

    private static void requireExactly(PfsFiles files, Map<String, byte[]> expected, long seed) {
        TreeSet<String> found = new TreeSet<>();
        list(files, "", found);
        assertEquals(expected.keySet(), found, "seed " + seed);
        expected.forEach((path, bytes) -> assertArrayEquals(bytes, files.readAll(path), path + ", seed " + seed));
    }

    /** Each name once. */
    private static void list(PfsFiles files, String directory, Set<String> found) {
        for (FileInfo file : files.list(directory + "/")) {
            String path = directory + "/" + file.name();
            if (file.kind() == RowKind.DIRECTORY) {
                list(files, path, found);
            } else {
                assertTrue(found.add(path), path + " is there twice");
            }
        }
    }

    @Test
    void theCommandLineNamesAllServers() throws IOException, InterruptedException {
        try (ClusterProcesses cluster = new ClusterProcesses(temporary, SERVERS)) {
            makeTables(cluster);
            for (int server = 0; server < SERVERS; server++) {
                String table = "/t" + server;
                said("table", "create", "--fs", cluster.uri(), table + "/below");
                assertTrue(said("table", "ls", "--fs", cluster.uri(), table).contains("below"));
            }
        }
    }

    private static String said(String command, String... options) throws IOException, InterruptedException {
        Process process = ServerProcess.run(command, options);
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        return said;
    }
}
