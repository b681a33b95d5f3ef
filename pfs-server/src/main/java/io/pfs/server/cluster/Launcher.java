package io.pfs.server.cluster;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.cluster.ClusterState.Server;
import io.pfs.server.cluster.ClusterState.Starter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Starts servers as processes of their own, which write to their logs and end with who started it all. */
final class Launcher {
    private static final String READY = "PFS server ready on pfs://";
    private static final long LOOK_AGAIN_NS = 50_000_000;
    private static final int TOLD_LINES = 10;

    private final ClusterFolder folder;
    private final Starter starter;

    Launcher(ClusterFolder folder, Starter starter) {
        this.folder = folder;
        this.starter = starter;
    }

    /** One that has been started, and may not be ready. */
    record Launched(int number, Process process, long logBytes) {}

    Launched launch(int number) {
        int port = starter.port() == 0 ? 0 : starter.port() + number - 1;
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m", "-XX:+UseSerialGC"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.pfs.server.Main"));
        command.addAll(List.of("cluster", "server-of", starter.process().toString(), "--listen", "127.0.0.1:" + port));
        command.addAll(List.of("--data", folder.data(number).toString()));
        command.addAll(List.of("--pool", folder.pool().toString(), "--zookeeper", starter.zooKeeper()));
        command.addAll(List.of("--config", folder.config().toString()));
        Path log = folder.log(number);
        return ClusterFolder.attempt(() -> {
            long logBytes = Files.exists(log) ? Files.size(log) : 0;
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            return new Launched(number, process, logBytes);
        });
    }

    /** Waits until it serves; says where. What it said is told if it does not. */
    Server awaitReady(Launched launched) {
        Optional<String> address = address(launched);
        while (address.isEmpty()) {
            boolean hasEnded = !launched.process().isAlive();
            address = address(launched);
            if (hasEnded && address.isEmpty()) {
                throw new PfsException(
                        ErrorCode.IO_FAILED,
                        "server " + launched.number() + " did not start; it said: "
                                + String.join("\n", said(launched)));
            }
            LockSupport.parkNanos(this, LOOK_AGAIN_NS);
        }
        return new Server(launched.number(), ProcessMark.of(launched.process().toHandle()), address.get());
    }

    private Optional<String> address(Launched launched) {
        return log(launched)
                .lines()
                .filter(line -> line.startsWith(READY) && line.contains(" ("))
                .map(line -> line.substring(READY.length(), line.indexOf(" (")))
                .findFirst();
    }

    private List<String> said(Launched launched) {
        List<String> lines = log(launched).lines().toList();
        return lines.subList(Math.max(0, lines.size() - TOLD_LINES), lines.size());
    }

    /** What it has written, and not one before it. */
    private String log(Launched launched) {
        byte[] bytes = ClusterFolder.attempt(() -> Files.readAllBytes(folder.log(launched.number())));
        int from = (int) Math.min(launched.logBytes(), bytes.length);
        return new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
    }
}
