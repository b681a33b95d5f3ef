package io.pfs.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.client.table.TableOptions;
import io.pfs.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Servers on HDFS, in processes of their own: killed, and without the folder they had. */
final class HdfsServerTest extends HdfsServers {
    @Test
    void aFreshServerHasAllThatWasAcknowledged() throws Exception {
        String unformatted = output(ServerProcess.begin("--data", temporary.toString(), "--pool", uri));
        assertTrue(unformatted.startsWith("1 ") && unformatted.contains("admin format " + uri), unformatted);
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
        String checked = output(ServerProcess.run("admin", "fsck", "--pool", uri));
        assertTrue(checked.startsWith("0 ") && checked.contains("CLEAN  0 damaged"), checked);
        try (ServerProcess server = start("data-after-an-end-in-order");
                Pfs pfs = Pfs.connect(server.uri(), PATIENT)) {
            requireAll(pfs, rows);
            String second = output(ServerProcess.begin(
                    "--data", temporary.resolve("second").toString(), "--listen", "127.0.0.1:0", "--pool", uri));
            assertTrue(second.startsWith("1 ") && second.contains("in use"), second);
            String used = output(ServerProcess.run("admin", "fsck", "--pool", uri));
            assertTrue(used.startsWith("2 ") && used.contains("in use by a server that shows life"), used);
            write(pfs, rows, rows + 10);
        }
    }

    @Test
    @Tag("nightly")
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
            requireClean();
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
}
