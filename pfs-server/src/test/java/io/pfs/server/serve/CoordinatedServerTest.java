package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableOptions;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.process.ServerProcess;
import io.pfs.server.inspect.FolderCheck;
import io.pfs.server.store.PoolAt;
import io.pfs.server.store.RemoteFolders;
import io.pfs.server.zookeeper.LocalZooKeeper;
import io.pfs.table.SpreadPolicy;
import io.pfs.wire.ClusterPicture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers in processes of their own, that come and go by ZooKeeper. */
final class CoordinatedServerTest {
    private static final int SEATS = 4;
    private static final int CLIENTS = 4;

    @TempDir
    Path folder;

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
        Files.writeString(config, "{ \"sessionSeconds\": 3 }");
        return config.toString();
    }

    private static List<Pfs> connect(String uris, int count) {
        return Stream.generate(() -> Pfs.connect(uris, ClientOptions.DEFAULT))
                .limit(count)
                .toList();
    }

    /** One is killed, another one is added, one is stopped in order, while clients work and miss nothing. */
    @Test
    void serversComeGoAndDieUnderLoad() throws Exception {
        try (LocalZooKeeper zooKeeper = new LocalZooKeeper(folder.resolve("zookeeper"));
                ServerProcess first = start(zooKeeper, 0);
                ServerProcess second = start(zooKeeper, 1)) {
            String both = first.uri() + "," + second.uri().substring("pfs://".length());
            List<Pfs> pfs = connect(both, CLIENTS);
            try (MovingLoad load = new MovingLoad(pfs)) {
                load.awaitMore(200);
                first.close();
                load.awaitMore(200);
                try (ServerProcess third = start(zooKeeper, 2)) {
                    load.awaitMore(200);
                    assertEquals(0, second.stop());
                    load.awaitMore(200);
                    load.end();
                    load.verify(connect(third.uri(), 1).get(0));
                    while (!hasAllSeats(third.uri())) {
                        Thread.onSpinWait();
                    }
                    assertEquals(0, third.stop());
                }
            }
            pfs.forEach(Pfs::close);
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
        try (LocalZooKeeper zooKeeper = new LocalZooKeeper(folder.resolve("zookeeper"));
                ServerProcess stopped = start(zooKeeper, 0);
                ServerProcess second = start(zooKeeper, 1);
                ServerProcess third = start(zooKeeper, 2)) {
            String others = second.uri() + "," + third.uri().substring("pfs://".length());
            List<Pfs> pfs = connect(others + "," + stopped.uri().substring("pfs://".length()), CLIENTS);
            try (MovingLoad load = new MovingLoad(pfs);
                    Pfs ofOthers = Pfs.connect(others, ClientOptions.DEFAULT);
                    Pfs ofStopped = Pfs.connect(stopped.uri(), ClientOptions.DEFAULT)) {
                load.awaitMore(200);
                Told told = Told.make(ofOthers);
                stopped.signal("STOP");
                while (!isServedWithout(stopped.uri(), others)) {
                    Thread.onSpinWait();
                }
                told.change(ofOthers);
                CompletableFuture<Void> asked = CompletableFuture.runAsync(() -> told.requireNew(ofStopped));
                stopped.signal("CONT");
                asked.join();
                while (!hasSomeSeat(stopped.uri())) {
                    Thread.onSpinWait();
                }
                load.awaitMore(200);
                load.end();
                told.remove(ofOthers);
                load.verify(ofOthers);
                assertEquals(0, stopped.stop());
                assertEquals(0, second.stop());
                assertEquals(0, third.stop());
            }
            pfs.forEach(Pfs::close);
        }
        requireClean();
    }

    /** Rows in all seats: who was stopped before they were changed must not tell what they were. */
    private record Told(int rows) {
        private static final String TABLE = "/told";
        private static final byte[] OLD = {1};
        private static final byte[] NEW = {2};

        static Told make(Pfs pfs) {
            Told told = new Told(64);
            pfs.createTable(TABLE, TableOptions.DEFAULT.withSpreadPolicy(SpreadPolicy.ALWAYS));
            told.write(pfs, OLD);
            return told;
        }

        void change(Pfs pfs) {
            write(pfs, NEW);
        }

        private void write(Pfs pfs, byte[] content) {
            Table table = pfs.openTable(TABLE);
            for (int row = 0; row < rows; row++) {
                table.edit("r" + row).put("content", content).apply();
            }
        }

        /** Asks who was stopped; it may refuse, and send elsewhere. */
        void requireNew(Pfs pfs) {
            Table table = pfs.openTable(TABLE);
            for (int row = 0; row < rows; row++) {
                assertArrayEquals(NEW, table.get("r" + row, "content").orElseThrow(), "r" + row);
            }
        }

        void remove(Pfs pfs) {
            pfs.files().deleteTree(TABLE);
        }
    }

    /** Whether all seats are served, by others, as these say to who comes. */
    private static boolean isServedWithout(String uri, String others) {
        Optional<String> address = Optional.of(uri.substring("pfs://".length()));
        try (Pfs pfs = Pfs.connect(others)) {
            return pfs.seats().stream()
                    .allMatch(
                            seat -> seat.server().isPresent() && !seat.server().equals(address));
        }
    }

    private static boolean hasSomeSeat(String uri) {
        try (Pfs pfs = Pfs.connect(uri)) {
            return pfs.seats().stream()
                    .anyMatch(seat -> seat.server().equals(Optional.of(uri.substring("pfs://".length()))));
        }
    }

    private static boolean hasAllSeats(String uri) {
        try (Pfs pfs = Pfs.connect(uri)) {
            return pfs.seats().stream()
                    .allMatch(seat -> seat.server().equals(Optional.of(uri.substring("pfs://".length()))));
        }
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
            List<Pfs> pfs = connect(server.uri(), 2);
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
}
