package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.process.SeatsSeen;
import io.pfs.process.ServerProcess;
import io.pfs.process.ToldRows;
import io.pfs.server.inspect.FolderCheck;
import io.pfs.server.store.PoolAt;
import io.pfs.server.store.RemoteFolders;
import io.pfs.server.zookeeper.LocalZooKeeper;
import io.pfs.testing.Seeds;
import io.pfs.wire.ClusterPicture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers in processes of their own, that come and go by ZooKeeper. */
final class CoordinatedServerTest {
    private static final int SEATS = 4;
    private static final int CLIENTS = 4;

    @TempDir
    Path folder;

    private int sessionSeconds = 3;

    @BeforeEach
    void format() {
        RemoteFolders.format(new PoolAt.Folder(pool()), SEATS, new SystemClock(), new SystemEntropy());
    }

    private Path pool() {
        return folder.resolve("pool");
    }

    private ServerProcess start(LocalZooKeeper zooKeeper, int server) throws IOException {
        return start(zooKeeper, server, "127.0.0.1:0");
    }

    private ServerProcess start(LocalZooKeeper zooKeeper, int server, String listen) throws IOException {
        return ServerProcess.start(
                "--listen",
                listen,
                "--pool",
                pool().toString(),
                "--data",
                folder.resolve("data-" + server).toString(),
                "--zookeeper",
                "127.0.0.1:" + zooKeeper.port(),
                "--config",
                config());
    }

    private String config() throws IOException {
        Path config = folder.resolve("config.json");
        Files.writeString(config, "{ \"sessionSeconds\": " + sessionSeconds + " }");
        return config.toString();
    }

    private static String uris(Collection<ServerProcess> servers) {
        return servers.stream()
                .map(server -> server.uri().substring("pfs://".length()))
                .collect(Collectors.joining(",", "pfs://", ""));
    }

    private static List<Pfs> connect(String uris, ClientOptions options, int count) {
        return Stream.generate(() -> Pfs.connect(uris, options)).limit(count).toList();
    }

    /** Some are killed, others are added, one is stopped in order, while clients work and miss nothing. */
    @Test
    void serversComeGoAndDieUnderLoad() throws Exception {
        int deaths = Seeds.nightly() ? 20 : 1;
        Deque<ServerProcess> servers = new ArrayDeque<>();
        try (LocalZooKeeper zooKeeper = new LocalZooKeeper(folder.resolve("zookeeper"))) {
            servers.add(start(zooKeeper, 0));
            servers.add(start(zooKeeper, 1));
            List<Pfs> pfs = connect(uris(servers), ClientOptions.DEFAULT, CLIENTS);
            try (MovingLoad load = new MovingLoad(pfs)) {
                load.awaitMore(200);
                for (int death = 1; death <= deaths; death++) {
                    servers.removeFirst().close();
                    load.awaitMore(200);
                    servers.add(start(zooKeeper, 1 + death));
                    load.awaitMore(200);
                }
                assertEquals(0, servers.removeFirst().stop());
                load.awaitMore(200);
                load.end();
                String last = servers.getFirst().uri();
                load.verify(connect(last, ClientOptions.DEFAULT, 1).get(0));
                while (!SeatsSeen.areAllAt(last)) {
                    Thread.onSpinWait();
                }
                assertEquals(0, servers.removeFirst().stop());
            }
            pfs.forEach(Pfs::close);
        } finally {
            for (ServerProcess server : servers) {
                server.close();
            }
        }
        requireClean();
    }

    /** An address stays drained when its server is gone, which who starts another one there may not know. */
    @Test
    void oneThatIsStartedWhereAnotherWasDrainedSaysSo() throws Exception {
        try (LocalZooKeeper zooKeeper = new LocalZooKeeper(folder.resolve("zookeeper"));
                ServerProcess first = start(zooKeeper, 0);
                ServerProcess second = start(zooKeeper, 1)) {
            assertFalse(first.said().contains("SLF4J"), first.said()); // of which nobody wants to hear
            String address = second.uri().substring("pfs://".length());
            try (Pfs pfs = Pfs.connect(first.uri(), ClientOptions.DEFAULT)) {
                ClusterPicture unused = pfs.cluster().drain(address);
            }
            assertEquals(0, second.stop());
            try (ServerProcess third = start(zooKeeper, 1, address)) {
                assertTrue(third.said().contains("bin/pfs admin drain --undo " + address), third.said());
            }
        }
    }

    private void requireClean() {
        assertEquals(
                List.of(), FolderCheck.damage(Optional.of(pool()), List.of(), new SystemClock(), new SystemEntropy()));
    }

    /** One is stopped for longer than its session, as by a pause of its machine, then goes on: others have its seats, and it is told so. */
    @Test
    void whatOneThatIsStoppedHeldIsTakenByOthersAndItComesBackAsANewMember() throws Exception {
        int pauses = Seeds.nightly() ? 180 : 1; // and more on HDFS
        try (LocalZooKeeper zooKeeper = new LocalZooKeeper(folder.resolve("zookeeper"));
                ServerProcess stopped = start(zooKeeper, 0);
                ServerProcess second = start(zooKeeper, 1);
                ServerProcess third = start(zooKeeper, 2)) {
            String others = uris(List.of(second, third));
            List<Pfs> pfs = connect(uris(List.of(second, third, stopped)), ClientOptions.DEFAULT, CLIENTS);
            try (MovingLoad load = new MovingLoad(pfs);
                    Pfs ofOthers = Pfs.connect(others, ClientOptions.DEFAULT);
                    Pfs ofStopped = Pfs.connect(stopped.uri(), ClientOptions.DEFAULT)) {
                load.awaitMore(200);
                for (int pause = 0; pause < pauses; pause++) {
                    ToldRows.make(ofOthers);
                    stopped.signal("STOP");
                    while (!SeatsSeen.areServedWithout(stopped.uri(), others)) {
                        Thread.onSpinWait();
                    }
                    ToldRows.change(ofOthers);
                    CompletableFuture<Void> asked = CompletableFuture.runAsync(() -> ToldRows.requireNew(ofStopped));
                    stopped.signal("CONT");
                    asked.join();
                    while (!SeatsSeen.areSomeAt(stopped.uri())) {
                        Thread.onSpinWait();
                    }
                    load.awaitMore(200);
                    ToldRows.remove(ofOthers);
                }
                load.end();
                load.verify(ofOthers);
                assertEquals(0, stopped.stop());
                assertEquals(0, second.stop());
                assertEquals(0, third.stop());
            }
            pfs.forEach(Pfs::close);
        }
        requireClean();
    }

    /** Whoever asks is told that nothing is served here. */
    private static boolean isSilent(String uri) {
        try (Pfs pfs = Pfs.connect(uri, ClientOptions.DEFAULT.withTimeout(Duration.ofMillis(500)))) {
            pfs.files().list("/");
            return false;
        } catch (PfsException e) {
            return e.code() == ErrorCode.NOT_OWNER;
        }
    }

    /** ZooKeeper is away for longer than a lease lasts: servers are silent, then go on with what they have. */
    @Test
    void whileZooKeeperIsAwayServersAreSilentAndThenGoOn() throws Exception {
        try (LocalZooKeeper zooKeeper = new LocalZooKeeper(folder.resolve("zookeeper"));
                ServerProcess server = start(zooKeeper, 0)) {
            List<Pfs> pfs = connect(server.uri(), ClientOptions.DEFAULT, 2);
            try (MovingLoad load = new MovingLoad(pfs)) {
                load.awaitMore(100);
                zooKeeper.stop();
                while (!isSilent(server.uri())) {
                    Thread.onSpinWait();
                }
                zooKeeper.start();
                load.awaitMore(500);
                load.end();
                load.verify(pfs.get(0));
            }
            pfs.forEach(Pfs::close);
            assertEquals(0, server.stop());
        }
    }

    /** ZooKeeper is away until all servers have given up what they had: they join anew when it is back, and nothing that was acknowledged is lost. */
    @Test
    @Tag("nightly")
    void whenZooKeeperIsBackAfterAllSessionsServersJoinAnewAndGoOn() throws Exception {
        sessionSeconds = 2;
        int attempts = Seeds.nightly() ? 85 : 1; // each takes three sessions and a second: ten minutes
        ClientOptions patient = ClientOptions.DEFAULT.withTimeout(Duration.ofMinutes(20));
        try (LocalZooKeeper zooKeeper = new LocalZooKeeper(folder.resolve("zookeeper"));
                ServerProcess first = start(zooKeeper, 0);
                ServerProcess second = start(zooKeeper, 1);
                ServerProcess third = start(zooKeeper, 2)) {
            List<ServerProcess> servers = List.of(first, second, third);
            List<Pfs> pfs = connect(uris(servers), patient, CLIENTS);
            try (MovingLoad load = new MovingLoad(pfs)) {
                load.awaitMore(200);
                zooKeeper.stop();
                for (ServerProcess server : servers) {
                    server.awaitSaid("this server holds nothing any more, and joins anew");
                    for (int attempt = 0; attempt < attempts; attempt++) {
                        server.awaitSaid("nobody answers as ZooKeeper at 127.0.0.1:" + zooKeeper.port());
                    }
                }
                for (ServerProcess server : servers) {
                    while (!isSilent(server.uri())) {
                        Thread.onSpinWait();
                    }
                }
                zooKeeper.start();
                load.awaitMore(500);
                while (!SeatsSeen.areServed(uris(servers)) || !SeatsSeen.areSomeAt(third.uri())) {
                    Thread.onSpinWait();
                }
                load.awaitMore(200);
                load.end();
                load.verify(pfs.get(0));
            }
            pfs.forEach(Pfs::close);
            for (ServerProcess server : servers) {
                assertEquals(0, server.stop());
            }
        }
        requireClean();
    }
}
