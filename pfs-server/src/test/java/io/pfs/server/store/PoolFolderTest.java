package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.cell.Segment;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.pool.Pool;
import io.pfs.server.table.SpreadRule;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.Reply.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which folders fit together, and who may use them. */
final class PoolFolderTest {
    private static final int SERVERS = 3;

    @TempDir
    private Path temporary;

    /** The other servers are down. */
    private record Nobody(FileSystemFacts facts) implements Connection {
        @Override
        public void send(List<Call> calls) {
            calls.forEach(call -> call.sink().answer(new Refused(ErrorCode.UNREACHABLE, "nobody is there")));
        }

        @Override
        public void hears(LeaseHolder listener) {}

        @Override
        public void close() {}
    }

    private Path pool() {
        return temporary.resolve("pool");
    }

    private PoolFolder open(int servers) {
        return PoolFolder.openOrFormat(pool(), servers, new SystemClock(), new SystemEntropy());
    }

    private EmbeddedServer start(String data, int server, int servers) {
        Seat seat = new Seat(pool(), new ServerId(server), servers, SpreadRule.DEFAULT, Nobody::new);
        return EmbeddedServer.open(temporary.resolve(data), Durability.FLUSH, OptionalLong.empty(), seat);
    }

    private void startAndStop(String data, int server) {
        start(data, server, SERVERS).close();
    }

    private void requireRefused(ErrorCode code, String word, Runnable task) {
        PfsException refusal = assertThrows(PfsException.class, task::run);
        assertEquals(code, refusal.code(), refusal.getMessage());
        assertTrue(refusal.getMessage().contains(word), refusal.getMessage());
    }

    @Test
    void ofServersThatFormatAtOnceOneDecides() throws InterruptedException, ExecutionException, IOException {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        for (int round = 0; round < 20; round++) {
            Path folder = temporary.resolve("pool" + round);
            List<Future<ClusterBlock>> opened = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                opened.add(threads.submit(
                        () -> PoolFolder.openOrFormat(folder, SERVERS, new SystemClock(), new SystemEntropy())
                                .block()));
            }
            Set<ClusterBlock> blocks = new HashSet<>();
            for (Future<ClusterBlock> each : opened) {
                blocks.add(each.get());
            }
            assertEquals(1, blocks.size(), "all are of one file system");
            try (Stream<Path> left = Files.list(folder)) {
                assertEquals(
                        List.of("superblock"),
                        left.map(path -> path.getFileName().toString()).toList());
            }
        }
        threads.shutdownNow();
    }

    @Test
    void whatAFormattingThatWasCutShortLeftIsNoObstacle() throws IOException {
        Files.createDirectories(pool());
        Files.write(pool().resolve("superblock-0123456789abcdef.tmp"), new byte[10]);
        assertEquals(SERVERS, open(SERVERS).block().servers());
    }

    @Test
    void aFolderThatIsNoPoolIsRefused() throws IOException {
        Files.createDirectories(pool());
        Files.write(pool().resolve("letters.txt"), new byte[10]);
        requireRefused(ErrorCode.NOT_OURS, "letters.txt", () -> open(SERVERS));
        assertFalse(Files.exists(pool().resolve("superblock")), "it is left as it was");
        Files.delete(pool().resolve("letters.txt"));
        EmbeddedServer.open(pool(), Durability.FLUSH).close();
        requireRefused(ErrorCode.USAGE, "one server alone", () -> open(SERVERS));
    }

    @Test
    void aPoolIsOfSoManyServersForEver() {
        open(SERVERS);
        requireRefused(ErrorCode.USAGE, "the pool of 3 servers", () -> open(2));
        requireRefused(ErrorCode.USAGE, "but 4 are listed", () -> start("data", 1, 4));
        assertFalse(Files.exists(temporary.resolve("data")), "what does not fit is not formatted");
    }

    @Test
    void aServerRunsOnce() {
        EmbeddedServer first = start("data", 1, SERVERS);
        requireRefused(ErrorCode.LOCKED, "server-1 of this pool is running", () -> start("other", 1, SERVERS));
        requireRefused(ErrorCode.LOCKED, "data", () -> start("data", 2, SERVERS));
        EmbeddedServer second = start("other", 2, SERVERS);
        second.close();
        first.close();
        startAndStop("data", 1);
    }

    @Test
    void aDataFolderIsOfOneServerOfOneFileSystem() {
        startAndStop("data", 1);
        requireRefused(ErrorCode.USAGE, "the data of server-1 of 3, not the data of server-2 of 3", () -> {
            startAndStop("data", 2);
        });
        requireRefused(
                ErrorCode.USAGE,
                "--servers",
                () -> EmbeddedServer.open(temporary.resolve("data"), Durability.FLUSH)
                        .close());
        EmbeddedServer.open(temporary.resolve("alone"), Durability.FLUSH).close();
        requireRefused(ErrorCode.USAGE, "a file system of its own", () -> startAndStop("alone", 0));
        startAndStop("data", 1);
    }

    @Test
    void dataOfAnotherPoolIsRefused() throws IOException {
        startAndStop("data", 1);
        Files.move(pool(), temporary.resolve("elsewhere"));
        requireRefused(ErrorCode.NOT_OURS, "another file system", () -> startAndStop("data", 1));
    }

    /** Else what the pool has of it would be taken for garbage. */
    @Test
    void aNewDataFolderForAServerThatHasFilesIsRefused() throws IOException {
        startAndStop("data", 1);
        Path own = pool().resolve("server-0001");
        Files.write(own.resolve("anything"), new byte[1]);
        requireRefused(ErrorCode.NOT_OURS, "is new, but the pool holds files", () -> startAndStop("new", 1));
        requireRefused(ErrorCode.NOT_OURS, "is new, but the pool holds files", () -> startAndStop("new", 1));
    }

    /** Who mistook the folder, and has written nothing yet, may take another one. */
    @Test
    void aWitnessIsNoFileThatANewDataFolderWouldLose() {
        EmbeddedServer mistaken = start("mistaken", 1, SERVERS);
        assertTrue(mistaken.tellPool().isPresent());
        mistaken.close();
        startAndStop("data", 1);
    }

    @Test
    void whatOthersHaveIsReadAndMayBeMissing() {
        PoolFolder folder = open(SERVERS);
        String name = Segment.fileName(Segment.idAfter(Segment.idBeforeAll(new ServerId(2))));
        try (Disk own = folder.open(new ServerId(0))) {
            Pool pool = folder.seenBy(new ServerId(0), own);
            requireRefused(ErrorCode.FILE_MISSING, "server-0002", () -> pool.open(name));
            try (Disk others = folder.open(new ServerId(2));
                    DiskFile file = others.create(name)) {
                assertEquals(0, file.size());
                pool.open(name).close();
            }
        }
    }
}
