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
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** What tests of {@code bin/pfs cluster} share, in a folder or on HDFS. */
abstract class TriedCluster {
    private static final String READY = "PFS cluster ready on ";

    @TempDir
    private Path temporary;

    protected final Path folder() {
        return temporary.resolve("cluster");
    }

    protected static Pfs connect(String uri) {
        return Pfs.connect(uri, ClientOptions.DEFAULT.withTimeout(Duration.ofMinutes(2)));
    }

    protected final Process start(int servers, String... more) throws IOException {
        List<String> options = new ArrayList<>(List.of("start", "--servers", Integer.toString(servers)));
        options.addAll(List.of("--seats", "6", "--port", "0", "--folder", folder().toString()));
        options.addAll(List.of(more));
        return ServerProcess.run("cluster", options.toArray(String[]::new));
    }

    protected static String awaitReady(Process cluster) throws IOException {
        BufferedReader lines = cluster.inputReader(StandardCharsets.UTF_8);
        StringBuilder said = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(READY)) {
                return line.substring(READY.length(), line.indexOf(" ("));
            }
            said.append(line).append('\n');
        }
        throw new AssertionError("the cluster did not become ready: " + said);
    }

    /** What a command says; it ends with this code. */
    protected final String said(int code, String... command) throws IOException, InterruptedException {
        Process process =
                ServerProcess.run(command[0], Arrays.stream(command).skip(1).toArray(String[]::new));
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(code, process.waitFor(), said);
        return said;
    }

    protected final String cluster(String... command) throws IOException, InterruptedException {
        Stream<String> whole = Stream.of(
                        Stream.of("cluster"), Arrays.stream(command), Stream.of("--folder", folder().toString()))
                .flatMap(words -> words);
        return said(0, whole.toArray(String[]::new));
    }

    protected final String addressOf(int server) throws IOException {
        return Files.readAllLines(folder().resolve("cluster")).stream()
                .filter(line -> line.startsWith("server " + server + " "))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .findFirst()
                .orElseThrow();
    }

    /** All processes that are named in the folder. */
    protected final List<ProcessHandle> running() throws IOException {
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

    protected static List<String> write(Pfs pfs, Semaphore answered, Semaphore end) {
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

    protected static void verify(Pfs pfs, List<String> names) {
        for (String name : names) {
            int slash = name.lastIndexOf('/');
            try (Table table = pfs.openTable(name.substring(0, slash))) {
                Optional<byte[]> found = table.get(name.substring(slash + 1), "content");
                assertArrayEquals(name.getBytes(StandardCharsets.UTF_8), found.orElseThrow(), name);
            }
        }
    }

    /** What is said when the others have noticed that a server is gone: its session ends some seconds after it. */
    protected final String statusOnceGone(String address) throws Exception {
        long endNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        String status = cluster("status");
        while (status.lines().anyMatch(line -> line.matches("    [A-Z]  " + address + ": .*"))) {
            assertTrue(System.nanoTime() - endNs < 0, () -> address + " is still there");
            status = cluster("status");
        }
        return status;
    }

    protected static void requireLine(String said, String pattern) {
        assertTrue(said.lines().anyMatch(line -> line.matches(pattern)), pattern + " is not in " + said);
    }
}
