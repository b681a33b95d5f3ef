package io.pfs.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.Address;
import io.pfs.net.Network;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import io.pfs.server.rpc.RpcServer;
import io.pfs.server.rpc.Serving;
import io.pfs.server.rpc.SessionLimits;
import io.pfs.server.serve.ServedCluster;
import io.pfs.server.store.EmbeddedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/pfs admin servers}. */
final class ServersCommandTest {
    @TempDir
    private Path folder;

    @Test
    void anyServerTellsWhereAllSeatsAre() {
        try (ServedCluster cluster = new ServedCluster(folder, 2, Map.of()).startAll()) {
            List<String> sorted = cluster.addresses().stream().sorted().toList();
            String letters = sorted.equals(cluster.addresses()) ? "AB" : "BA";
            assertEquals(
                    List.of(
                            "    0  " + letters,
                            "    A  " + sorted.get(0) + ": 1 seat, 512 shards",
                            "    B  " + sorted.get(1) + ": 1 seat, 512 shards"),
                    GcCommandTest.run(
                            0,
                            "admin",
                            "servers",
                            "--fs",
                            "pfs://" + cluster.addresses().get(1)));
        }
    }

    /** What never changes can be looked at all the same. */
    @Test
    void aServerOfAListThatIsDownIsNotWaitedFor() {
        try (ServedCluster cluster = new ServedCluster(folder, 2, Map.of()).startAll()) {
            String second = cluster.addresses().get(1);
            try (Pfs pfs = Pfs.connect("pfs://" + second)) {
                cluster.stop(0);
                PfsException refused =
                        assertThrows(PfsException.class, () -> pfs.cluster().look());
                assertEquals(ErrorCode.NOT_SUPPORTED, refused.code());
            }
            assertEquals(
                    2,
                    GcCommandTest.run(0, "admin", "shards", "--fs", "pfs://" + second)
                            .size());
        }
    }

    @Test
    void oneAloneHasNoSeatsToBeShown() {
        SessionLimits limits = new SessionLimits(16, 16, 64L << 20, 64L << 20, 1_000_000_000_000L);
        try (EmbeddedServer engine = EmbeddedServer.open(folder.resolve("data"), Durability.SYNC);
                Network network = new NettyNetwork("server", 1, Tls.NONE);
                RpcServer server = RpcServer.start(
                        network,
                        new Address("127.0.0.1", 0),
                        Serving.alone(engine, Optional.empty(), limits),
                        new SystemClock(),
                        new SystemEntropy())) {
            String uri = "pfs://" + server.address();
            List<String> told = List.of(uri + " is one server alone, which has all of the file system");
            assertEquals(told, GcCommandTest.run(0, "admin", "servers", "--fs", uri));
            assertEquals(told, GcCommandTest.run(0, "admin", "shards", "--fs", uri));
        }
    }

    @Test
    void moreSeatsThanAMapHoldsAreRefused() {
        String pool = folder.resolve("pool").toString();
        assertEquals(List.of(), GcCommandTest.run(2, "admin", "format", "--seats", "513", pool));
        assertFalse(Files.exists(Path.of(pool)));
    }

    @Test
    void whoNamesNoServerIsToldSo() {
        assertEquals(List.of(), GcCommandTest.run(2, "admin", "servers"));
        assertEquals(List.of(), GcCommandTest.run(2, "admin", "servers", "--fs", folder.toString()));
        assertEquals(List.of(), GcCommandTest.run(1, "admin", "servers", "--fs", "pfs://127.0.0.1:1"));
    }
}
