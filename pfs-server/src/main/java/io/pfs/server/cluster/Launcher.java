package io.pfs.server.cluster;

import io.pfs.server.cluster.ClusterState.Hdfs;
import io.pfs.server.cluster.ClusterState.Server;
import io.pfs.server.cluster.ClusterState.Starter;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Starts servers as processes of their own, which write to their logs and end with who started it all. */
final class Launcher {
    private static final String READY = "PFS server ready on pfs://";
    /** Also one that recovers much is there before. */
    static final long READY_WITHIN_NS = 180_000_000_000L;

    private final ClusterFolder folder;
    private final Starter starter;
    private final Optional<Hdfs> hdfs;
    private final long readyWithinNs;

    Launcher(ClusterFolder folder, Starter starter, Optional<Hdfs> hdfs) {
        this(folder, starter, hdfs, READY_WITHIN_NS);
    }

    /** The same with another patience. */
    Launcher(ClusterFolder folder, Starter starter, Optional<Hdfs> hdfs, long readyWithinNs) {
        this.folder = folder;
        this.starter = starter;
        this.hdfs = hdfs;
        this.readyWithinNs = readyWithinNs;
    }

    /** One that has been started, and may not be ready. */
    record Launched(int number, Process process, ServerLog log) {}

    Launched launch(int number) {
        int port = starter.port() == 0 ? 0 : starter.port() + number - 1;
        String pool = hdfs.map(Hdfs::pool).orElse(folder.pool().toString());
        List<String> command = new ArrayList<>(pfs(folder, hdfs));
        command.addAll(List.of("cluster", "server-of", starter.process().toString(), "--listen", "127.0.0.1:" + port));
        command.addAll(List.of("--data", folder.data(number).toString()));
        command.addAll(List.of("--pool", pool, "--zookeeper", starter.zooKeeper()));
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

    /** The command line of PFS as a process; on HDFS with what it needs of Hadoop, whose settings come first. */
    static List<String> pfs(ClusterFolder folder, Optional<Hdfs> hdfs) {
        String own = System.getProperty("java.class.path");
        String classPath = hdfs.map(
                        it -> String.join(File.pathSeparator, folder.hdfsConf().toString(), own, it.classPath()))
                .orElse(own);
        return List.of(
                java(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                classPath,
                "io.pfs.server.Main");
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Waits until it serves; says where. What it said is told if it does not; who takes too long is ended. */
    Server awaitReady(Launched launched) {
        String address = new ReadyLine("server " + launched.number(), READY)
                .await(launched.process(), launched.log(), readyWithinNs);
        return new Server(launched.number(), ProcessMark.of(launched.process().toHandle()), address);
    }
}
