package io.pfs.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/pfs cluster}, as the documents say to try it. */
final class TriedClusterTest {
    private static final String READY = "PFS cluster ready on ";

    @TempDir
    private Path temporary;

    private Path folder() {
        return temporary.resolve("cluster");
    }

    private Process start(int servers) throws IOException {
        return ServerProcess.run(
                "cluster",
                "start",
                "--servers",
                Integer.toString(servers),
                "--seats",
                "6",
                "--port",
                "0",
                "--folder",
                folder().toString());
    }

    private static String awaitReady(Process cluster) throws IOException {
        BufferedReader lines = cluster.inputReader(StandardCharsets.UTF_8);
        String line = lines.readLine();
        assertTrue(
                line != null && line.startsWith(READY),
                () -> line + lines.lines().toList());
        return line.substring(READY.length(), line.indexOf(" ("));
    }

    /** What a command says; it ends with this code. */
    private String said(int code, String... command) throws IOException, InterruptedException {
        Process process =
                ServerProcess.run(command[0], Arrays.stream(command).skip(1).toArray(String[]::new));
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(code, process.waitFor(), said);
        return said;
    }

    private String cluster(String... command) throws IOException, InterruptedException {
        Stream<String> whole = Stream.of(
                        Stream.of("cluster"), Arrays.stream(command), Stream.of("--folder", folder().toString()))
                .flatMap(words -> words);
        return said(0, whole.toArray(String[]::new));
    }

    private String addressOf(int server) throws IOException {
        return Files.readAllLines(folder().resolve("cluster")).stream()
                .filter(line -> line.startsWith("server " + server + " "))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .findFirst()
                .orElseThrow();
    }

    /** All processes that are named in the folder. */
    private List<ProcessHandle> running() throws IOException {
        return Files.readAllLines(folder().resolve("cluster")).stream()
                .filter(line -> line.contains("/"))
                .map(line -> Arrays.stream(line.split(" ", -1))
                        .filter(word -> word.contains("/"))
                        .findFirst()
                        .orElseThrow())
                .map(mark -> Long.parseLong(mark.substring(0, mark.indexOf('/'))))
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .filter(ProcessHandle::isAlive)
                .toList();
    }

    @Test
    void whatANewcomerTriesLosesNothing() throws Exception {
        Process cluster = start(3);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            String uri = awaitReady(cluster);
            try (Pfs pfs = Pfs.connect(uri, ClientOptions.DEFAULT.withTimeout(Duration.ofMinutes(2)))) {
                Semaphore answered = new Semaphore(0);
                Semaphore end = new Semaphore(0);
                Future<List<String>> written = thread.submit(() -> write(pfs, answered, end));
                answered.acquire(50);
                cluster("kill", "2");
                answered.acquire(50);
                String added = cluster("add");
                answered.acquire(50);
                String fourth = addressOf(4);
                assertTrue(added.contains("server 4 serves on pfs://" + fourth), added);
                said(0, "admin", "drain", "--fs", "pfs://" + fourth, addressOf(3));
                String status = cluster("status");
                requireLine(status, "server 2 on " + addressOf(2) + " has ended");
                requireLine(status, "    [A-C]  " + addressOf(3) + ": 0 seats, 0 shards, drained, .*");
                requireLine(status, "    [A-C]  " + fourth + ": 3 seats, .*");
                answered.acquire(50);
                end.release();
                verify(pfs, written.get());
            }
            assertEquals(4, running().size());
            cluster("stop");
            assertEquals(List.of(), running());
            assertEquals(0, cluster.waitFor());
        } finally {
            thread.shutdownNow();
            cluster.destroyForcibly().waitFor();
        }
    }

    /** Each reads which numbers there are, and takes one behind them. */
    @Test
    void serversThatAreAddedAtOnceAreTwo() throws Exception {
        Process cluster = start(1);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            String unused = awaitReady(cluster);
            Future<String> one = threads.submit(() -> cluster("add"));
            Future<String> other = threads.submit(() -> cluster("add"));
            String told = one.get() + other.get();
            assertTrue(told.contains("server 2 serves") && told.contains("server 3 serves"), told);
            assertEquals(4, running().size());
            cluster("stop");
            assertEquals(List.of(), running());
        } finally {
            threads.shutdownNow();
            cluster.destroyForcibly().waitFor();
        }
    }

    private static List<String> write(Pfs pfs, Semaphore answered, Semaphore end) {
        List<String> names = new ArrayList<>();
        for (int table = 0; table < 20; table++) {
            pfs.createTable("/t" + table).close();
        }
        for (int row = 0; !end.tryAcquire(); row++) {
            String name = "/t" + row % 20 + "/row" + row;
            try (Table table = pfs.openTable("/t" + row % 20)) {
                table.put("row" + row, "content", name.getBytes(StandardCharsets.UTF_8));
            }
            names.add(name);
            answered.release();
        }
        return names;
    }

    private static void verify(Pfs pfs, List<String> names) {
        for (String name : names) {
            int slash = name.lastIndexOf('/');
            try (Table table = pfs.openTable(name.substring(0, slash))) {
                Optional<byte[]> found = table.get(name.substring(slash + 1), "content");
                assertArrayEquals(name.getBytes(StandardCharsets.UTF_8), found.orElseThrow(), name);
            }
        }
    }

    private static void requireLine(String said, String pattern) {
        assertTrue(said.lines().anyMatch(line -> line.matches(pattern)), pattern + " is not in " + said);
    }

    @Test
    @Tag("nightly")
    void serversEndWithWhoStartedThem() throws Exception {
        Process cluster = start(1);
        try {
            assertTrue(awaitReady(cluster).startsWith("pfs://127.0.0.1:"));
            List<ProcessHandle> all = running();
            assertEquals(2, all.size());
            cluster.destroyForcibly();
            all.forEach(process -> process.onExit().join());
        } finally {
            cluster.destroyForcibly().waitFor();
        }
    }
}
