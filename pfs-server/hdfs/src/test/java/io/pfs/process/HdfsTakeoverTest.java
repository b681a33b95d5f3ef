package io.pfs.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.file.FileOutput;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableOptions;
import io.pfs.server.zookeeper.LocalZooKeeper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Servers on HDFS whose part others take over: killed, or stopped and woken again. */
final class HdfsTakeoverTest extends HdfsServers {
    private static final ClientOptions HURRIED = ClientOptions.DEFAULT.withTimeout(Duration.ofSeconds(4));

    /** So many that both servers have some. */
    private static final int LARGE = 8;

    private static final int DEATHS_BY_NIGHT = 20;
    private static final int PAUSES_BY_NIGHT = 20;
    private static final int ROWS_MEANWHILE = 40;

    private static final byte[] LARGE_BYTES = content("large", 9_000_000);

    private ServerProcess startBy(LocalZooKeeper zooKeeper, String data) throws IOException {
        Path config = temporary.resolve("config.json");
        Files.writeString(config, "{ \"sessionSeconds\": 3 }");
        return start(data, "--zookeeper", "127.0.0.1:" + zooKeeper.port(), "--config", config.toString());
    }

    @Test
    void whatAKilledServerHeldIsTakenByOthers() throws Exception {
        format(4);
        try (LocalZooKeeper zooKeeper = new LocalZooKeeper(temporary.resolve("zookeeper"));
                ServerProcess first = startBy(zooKeeper, "data-1");
                ServerProcess second = startBy(zooKeeper, "data-2");
                Pfs pfs = Pfs.connect(first.uri() + "," + second.uri().substring("pfs://".length()), PATIENT)) {
            pfs.createTable("/t", TableOptions.DEFAULT.withSpread(4));
            write(pfs, 0, 60);
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> write(pfs, 60, 160));
            List<FileOutput> open = IntStream.range(0, LARGE)
                    .mapToObj(nth -> pfs.files().create("/t/large-" + nth))
                    .toList();
            open.forEach(out -> out.write(LARGE_BYTES, 0, LARGE_BYTES.length / 2));
            first.close(); // kill -9
            writing.join();
            for (FileOutput out : open) {
                out.write(LARGE_BYTES, LARGE_BYTES.length / 2, LARGE_BYTES.length - LARGE_BYTES.length / 2);
                out.close();
            }
            try (ServerProcess third = startBy(zooKeeper, "data-3")) {
                write(pfs, 160, 200);
                requireAll(pfs, 200);
                assertEquals(0, third.stop());
            }
            requireAll(pfs, 200);
            for (int nth = 0; nth < LARGE; nth++) {
                assertArrayEquals(LARGE_BYTES, pfs.files().readAll("/t/large-" + nth), "large-" + nth);
            }
            assertEquals(0, second.stop());
        }
        requireClean();
    }

    @Test
    @Tag("nightly")
    void whatManyHeldThatWereKilledOneAfterTheOtherIsTakenByOthers() throws Exception {
        format(4);
        Deque<ServerProcess> servers = new ArrayDeque<>();
        try (LocalZooKeeper zooKeeper = new LocalZooKeeper(temporary.resolve("zookeeper"))) {
            servers.add(startBy(zooKeeper, "data-1"));
            servers.add(startBy(zooKeeper, "data-2"));
            int rows = 0;
            try (Pfs pfs = Pfs.connect(servers.getFirst().uri(), PATIENT)) {
                pfs.createTable("/t", TableOptions.DEFAULT.withSpread(4));
                for (int death = 0; death < DEATHS_BY_NIGHT; death++) {
                    int from = rows;
                    rows += ROWS_MEANWHILE;
                    write(pfs, from, from + ROWS_MEANWHILE / 2);
                    CompletableFuture<Void> writing = CompletableFuture.runAsync(
                            () -> write(pfs, from + ROWS_MEANWHILE / 2, from + ROWS_MEANWHILE));
                    servers.removeFirst().close(); // kill -9
                    writing.join();
                    servers.add(startBy(zooKeeper, "data-" + (3 + death)));
                }
                requireAll(pfs, rows);
            }
            for (ServerProcess server : servers) {
                assertEquals(0, server.stop());
            }
        } finally {
            for (ServerProcess server : servers) {
                server.close();
            }
        }
        requireClean();
    }

    /** Others have its seats when its session is over. It does not tell what was theirs to change, and comes back as a new member. */
    @Test
    @Tag("nightly")
    void oneThatWasStoppedPastItsSessionTellsNothingOldAndComesBack() throws Exception {
        format(4);
        try (LocalZooKeeper zooKeeper = new LocalZooKeeper(temporary.resolve("zookeeper"));
                ServerProcess stopped = startBy(zooKeeper, "data-1");
                ServerProcess other = startBy(zooKeeper, "data-2");
                Pfs ofStopped = Pfs.connect(stopped.uri(), PATIENT);
                Pfs ofOther = Pfs.connect(other.uri(), PATIENT)) {
            ofOther.createTable("/t", TableOptions.DEFAULT.withSpread(4));
            for (int pause = 0; pause < PAUSES_BY_NIGHT; pause++) {
                int from = pause * ROWS_MEANWHILE;
                ToldRows.make(ofOther);
                CompletableFuture<Void> writing =
                        CompletableFuture.runAsync(() -> write(ofOther, from, from + ROWS_MEANWHILE));
                stopped.signal("STOP");
                while (!SeatsSeen.areServedWithout(stopped.uri(), other.uri())) {
                    Thread.onSpinWait();
                }
                ToldRows.change(ofOther);
                CompletableFuture<Void> asked = CompletableFuture.runAsync(() -> ToldRows.requireNew(ofStopped));
                stopped.signal("CONT");
                asked.join();
                writing.join();
                while (!SeatsSeen.areSomeAt(stopped.uri())) {
                    Thread.onSpinWait();
                }
                ToldRows.remove(ofOther);
            }
            requireAll(ofOther, PAUSES_BY_NIGHT * ROWS_MEANWHILE);
            assertEquals(0, stopped.stop());
            assertEquals(0, other.stop());
        }
        requireClean();
    }

    @Test
    void oneThatWasStoppedAndWokenChangesAndAcknowledgesNothing() throws Exception {
        format(1);
        ConcurrentLinkedQueue<String> acknowledged = new ConcurrentLinkedQueue<>();
        Semaphore written = new Semaphore(0);
        try (ServerProcess first = start("first");
                Pfs before = Pfs.connect(first.uri(), HURRIED)) {
            Table table = before.createTable("/t");
            table.edit("told").put(COLUMN, content("old", 9)).apply();
            CompletableFuture<PfsException> failure =
                    CompletableFuture.supplyAsync(() -> writeUntilRefused(table, acknowledged, written));
            written.acquire(200);
            first.signal("STOP");
            try (ServerProcess second = start("second");
                    Pfs after = Pfs.connect(second.uri(), PATIENT)) {
                after.openTable("/t")
                        .edit("told")
                        .put(COLUMN, content("new", 9))
                        .apply();
                first.signal("CONT");
                assertThrows(PfsException.class, () -> table.get("told", COLUMN));
                assertThrows(
                        PfsException.class,
                        () -> table.edit("told")
                                .put(COLUMN, content("older", 9))
                                .apply());
                assertTrue(failure.join().code() != ErrorCode.INVARIANT_BROKEN);
                assertEquals(1, first.awaitEnd(), "it is told that it was followed");
                for (String name : acknowledged) {
                    assertTrue(after.openTable("/t").get(name, COLUMN).isPresent(), name);
                }
                assertArrayEquals(
                        content("new", 9),
                        after.openTable("/t").get("told", COLUMN).orElseThrow());
                assertEquals(0, second.stop());
            }
        }
        requireClean();
    }

    private static PfsException writeUntilRefused(
            Table table, ConcurrentLinkedQueue<String> acknowledged, Semaphore written) {
        try {
            for (int row = 0; ; row++) {
                String name = "w" + row;
                table.edit(name).put(COLUMN, content(name, 300)).apply();
                acknowledged.add(name);
                written.release();
            }
        } catch (PfsException e) {
            return e;
        }
    }
}
