package io.pfs.bench.elastic;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** {@code bin/pfs server} in a process of its own. */
final class ServerProcess {
    private static final String READY = "PFS server ready on pfs://";
    private static final long READY_WITHIN_S = 180;
    private static final long END_WITHIN_S = 90;
    private static final int TOLD_LINES = 10;

    private final int number;
    private final Process process;
    private final CompletableFuture<String> address = new CompletableFuture<>();
    private final Deque<String> last = new ArrayDeque<>();

    private ServerProcess(int number, Process process) {
        this.number = number;
        this.process = process;
    }

    /**
     * Does not wait until it serves.
     *
     * @param settings a folder that its class path begins with
     */
    static ServerProcess launch(int number, Optional<Path> settings, List<String> options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m", "-XX:+UseSerialGC"));
        command.addAll(List.of("-cp", classPath(settings), ServerMain.class.getName(), "server"));
        command.addAll(options);
        ServerProcess server = new ServerProcess(
                number, new ProcessBuilder(command).redirectErrorStream(true).start());
        Thread reader = new Thread(server::read, "bench-server-" + number);
        reader.setDaemon(true);
        reader.start();
        return server;
    }

    private static String classPath(Optional<Path> settings) {
        return settings.map(first -> first + File.pathSeparator).orElse("") + System.getProperty("java.class.path");
    }

    /** Reads what it says until it ends, so that it can go on. */
    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                keep(line);
                if (line.startsWith(READY)) {
                    address.complete(line.substring(READY.length(), line.indexOf(" (")));
                }
            }
        } catch (IOException e) {
            keep(e.toString());
        }
        address.completeExceptionally(failure("ended"));
    }

    private synchronized void keep(String line) {
        last.add(line);
        if (last.size() > TOLD_LINES) {
            last.remove();
        }
    }

    private synchronized PfsException failure(String what) {
        return new PfsException(
                ErrorCode.IO_FAILED, "server " + number + " " + what + "; it said last: " + String.join("\n", last));
    }

    /** {@code HOST:PORT}, once it serves what it is to have. */
    String awaitReady() throws InterruptedException {
        try {
            return address.get(READY_WITHIN_S, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new PfsException(ErrorCode.IO_FAILED, failure("did not serve").detail(), e);
        }
    }

    int number() {
        return number;
    }

    /** Asks it to hand over and end. By its handle: to destroy the process itself would close its input, too, at which it ends at once. */
    void stop() {
        boolean unused = process.toHandle().destroy();
    }

    void awaitEnd() throws InterruptedException {
        if (!process.waitFor(END_WITHIN_S, TimeUnit.SECONDS)) {
            throw failure("did not end within " + END_WITHIN_S + " s after it was told to");
        }
        if (process.exitValue() != 0) {
            throw failure("was to hand over, but ended with " + process.exitValue());
        }
    }

    /** {@code kill -9}; returns when it is no more. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }
}
