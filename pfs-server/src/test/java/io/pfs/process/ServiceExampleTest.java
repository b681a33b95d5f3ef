package io.pfs.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of how to install a server are run as they stand, and serve. */
final class ServiceExampleTest {
    @TempDir
    private Path root;

    private static void requireServed(ServerProcess server, ClientOptions options) throws Exception {
        try (Pfs pfs = Pfs.connect(server.uri(), options)) {
            pfs.createTable("/t").put("a", "content", new byte[] {1});
            assertArrayEquals(
                    new byte[] {1}, pfs.openTable("/t").get("a", "content").orElseThrow());
        }
        assertEquals(0, server.stop());
    }

    @Test
    void theServiceServes() throws Exception {
        try (ServiceExample example = ServiceExample.install(root);
                ServerProcess server = example.startAsService()) {
            requireServed(server, ClientOptions.DEFAULT);
            assertTrue(Files.exists(example.at("/var/lib/pfs/data/superblock")));
        }
    }

    /** What it waits for, as a mount, may take longer than the few starts that systemd tries by itself. */
    @Test
    void theServiceIsStartedHoweverOftenItEnded() throws Exception {
        String unit = ServiceExample.example("pfs-server.service");
        List<String> general = unit.substring(unit.indexOf("[Unit]"), unit.indexOf("[Service]"))
                .lines()
                .toList();
        assertTrue(general.contains("StartLimitIntervalSec=0"), unit);
    }

    @Test
    void theContainerServesWhoKnowsTheToken() throws Exception {
        Path token = Files.createDirectories(root.resolve("run/pfs")).resolve("token");
        Files.writeString(token, "a token of more than 16 bytes");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        try (ServiceExample example = ServiceExample.install(root);
                ServerProcess server = example.startAsContainer()) {
            requireServed(server, ClientOptions.DEFAULT.withAuthToken(token));
        }
    }
}
