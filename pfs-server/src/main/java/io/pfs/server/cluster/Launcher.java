package io.pfs.server.cluster;

import io.pfs.env.Clock;
import io.pfs.env.system.SystemClock;
import io.pfs.server.cluster.ClusterState.Server;
import io.pfs.server.cluster.ClusterState.Starter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Starts servers as processes of their own, which write to their logs and end with who started it all. */
final class Launcher {
    private static final String READY = "PFS server ready on pfs://";
    private static final long LOOK_AGAIN_NS = 50_000_000;
    /** Also one that recovers much is there before. */
    private static final long READY_WITHIN_NS = 180_000_000_000L;

    private final Clock clock = new SystemClock();
    private final ClusterFolder folder;
    private final Starter starter;
    private final long readyWithinNs;

    Launcher(ClusterFolder folder, Starter starter) {
        this(folder, starter, READY_WITHIN_NS);
    }

    /** The same with another patience. */
    Launcher(ClusterFolder folder, Starter starter, long readyWithinNs) {
        this.folder = folder;
        this.starter = starter;
        this.readyWithinNs = readyWithinNs;
    }

    /** One that has been started, and may not be ready. */
    record Launched(int number, Process process, ServerLog log) {}

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
            ServerLog said = ServerLog.behind(log);
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            return new Launched(number, process, said);
        });
    }

    /** Waits until it serves; says where. What it said is told if it does not; who takes too long is ended. */
    Server awaitReady(Launched launched) {
        long untilNs = clock.monotonicNs() + readyWithinNs;
        Optional<String> address = address(launched);
        while (address.isEmpty()) {
            boolean hasEnded = !launched.process().isAlive();
            boolean isLate = clock.monotonicNs() - untilNs > 0;
            address = address(launched);
            if (address.isEmpty() && hasEnded) {
                throw launched.log().failure("server " + launched.number() + " did not start");
            } else if (address.isEmpty() && isLate) {
                launched.process().destroy();
                throw launched.log()
                        .failure("server " + launched.number() + " did not serve within "
                                + TimeUnit.NANOSECONDS.toSeconds(readyWithinNs) + " s, and is ended");
            }
            LockSupport.parkNanos(this, LOOK_AGAIN_NS);
        }
        return new Server(launched.number(), ProcessMark.of(launched.process().toHandle()), address.get());
    }

    private static Optional<String> address(Launched launched) {
        return launched.log().next().stream()
                .filter(line -> line.startsWith(READY) && line.contains(" ("))
                .map(line -> line.substring(READY.length(), line.indexOf(" (")))
                .findFirst();
    }
}
