package io.pfs.server.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.server.Main;
import io.pfs.server.cluster.ClusterState.Server;
import io.pfs.server.cluster.ClusterState.Starter;
import io.pfs.server.serve.CoordinatedCluster;
import io.pfs.testing.Jvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClusterStatusCommandTest {
    @TempDir
    private Path folder;

    /** Servers of a cluster for trying have no token; what the environment names is for others. */
    @Test
    void itIsNotAskedWithTheTokenOfOtherServers() throws Exception {
        Process process = new ProcessBuilder("cat").start();
        try (CoordinatedCluster cluster = new CoordinatedCluster(folder.resolve("servers"), 2)) {
            Starter starter = new Starter(new ProcessMark(process.pid(), 0, 0), "-", 0);
            Server server = new Server(1, ProcessMark.of(process.toHandle()), cluster.start());
            ClusterFolder.of(Files.createDirectory(folder.resolve("cluster")))
                    .write(new ClusterState(2, starter, Optional.empty(), List.of(server)));
            Process status = status(folder.resolve("cluster"));
            String said = new String(status.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, status.waitFor(), said);
            assertTrue(said.contains("every seat is served"), said);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private Process status(Path cluster) throws IOException {
        List<String> arguments = List.of("cluster", "status", "--folder", cluster.toString());
        ProcessBuilder status =
                new ProcessBuilder(Jvm.brief(Jvm.classPath(), List.of(), Main.class.getName(), arguments));
        status.environment().put("PFS_AUTH_TOKEN", folder.resolve("token").toString());
        status.environment().put("PFS_TRUST", folder.resolve("certificates").toString());
        return status.redirectErrorStream(true).start();
    }
}
