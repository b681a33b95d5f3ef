package io.pfs.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.server.serve.CoordinatedCluster;
import io.pfs.server.serve.ServedCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/pfs admin drain}. */
final class DrainCommandTest {
    private static final int SEATS = 4;

    @TempDir
    private Path folder;

    private static List<String> drain(int code, String asked, String... options) {
        String[] args = new String[4 + options.length];
        System.arraycopy(new String[] {"admin", "drain", "--fs", "pfs://" + asked}, 0, args, 0, 4);
        System.arraycopy(options, 0, args, 4, options.length);
        return GcCommandTest.run(code, args);
    }

    private static long held(Pfs pfs, String address) {
        return pfs.seats().stream()
                .filter(seat -> seat.server().equals(Optional.of(address)))
                .count();
    }

    @Test
    void whoIsDrainedGivesAllAwayAndStaysEmptyUntilThatIsUndone() {
        try (CoordinatedCluster cluster = new CoordinatedCluster(folder, SEATS)) {
            String first = cluster.start();
            String second = cluster.start();
            List<String> told = drain(0, first, second);
            assertEquals(second + " has 2 seats to hand over", told.get(0));
            assertEquals(
                    second + " holds nothing any more; it can be stopped, or get seats again by --undo",
                    told.get(told.size() - 1));
            cluster.stop(second);
            assertEquals(second, cluster.start(second), "it is drained also when it comes again");
            try (Pfs pfs = Pfs.connect("pfs://" + first)) {
                assertEquals(SEATS, held(pfs, first));
                assertEquals(List.of(second), pfs.cluster().look().drained());
                drain(0, second, second, "--undo");
                while (held(pfs, second) < SEATS / 2) {
                    Thread.onSpinWait();
                }
            }
            drain(0, first, second, "--undo"); // a repetition finds it done
            drain(1, first, "127.0.0.1:1", "--undo");
        }
    }

    @Test
    void whatCanNotBeEmptiedIsRefused() {
        try (CoordinatedCluster cluster = new CoordinatedCluster(folder, SEATS)) {
            String only = cluster.start();
            drain(1, only, only);
            drain(1, only, "127.0.0.1:1");
            drain(2, only);
            try (Pfs pfs = Pfs.connect("pfs://" + only)) {
                assertEquals(ErrorCode.NOT_SUPPORTED, refused(pfs, only).code());
                PfsException unknown = refused(pfs, "127.0.0.1:1");
                assertEquals(ErrorCode.NOT_FOUND, unknown.code());
                assertTrue(unknown.getMessage().contains(only), unknown.getMessage());
            }
            try (Pfs stranger = Pfs.connect("pfs://" + only, ClientOptions.DEFAULT.withUser("nobody"))) {
                assertEquals(
                        ErrorCode.PERMISSION_DENIED, refused(stranger, only).code());
            }
        }
    }

    private static PfsException refused(Pfs pfs, String server) {
        return assertThrows(PfsException.class, () -> pfs.cluster().drain(server));
    }

    @Test
    void serversOfAListAreNotDrained() {
        try (ServedCluster cluster = new ServedCluster(folder, 2, Map.of()).startAll();
                Pfs pfs = Pfs.connect("pfs://" + cluster.addresses().get(0))) {
            assertEquals(
                    ErrorCode.NOT_SUPPORTED,
                    refused(pfs, cluster.addresses().get(1)).code());
        }
    }
}
