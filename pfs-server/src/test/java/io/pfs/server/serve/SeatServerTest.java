package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.ClusterMap;
import io.pfs.server.inspect.FolderCheck;
import io.pfs.server.remote.Tenure;
import io.pfs.server.serve.MovingSeats.Move;
import io.pfs.server.store.HeldSeats.Ending;
import io.pfs.testing.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Seats that move between servers in one process, over real sockets, while clients work. */
final class SeatServerTest {
    private static final int SEATS = 8;
    private static final int CLIENTS = 3;
    private static final int MOVES = 24;

    private static final ClusterMap NOWHERE = new ClusterMap(1, List.of(Optional.empty(), Optional.empty()));

    @TempDir
    private Path folder;

    /** One of a seat whose opening comes to no end before the test says so. */
    private record Hanging(CompletableFuture<Void> hangs, CompletableFuture<Void> goesOn) implements Tenure {
        @Override
        public boolean holds() {
            return true;
        }

        @Override
        public Listening whenLost(Consumer<PfsException> told) {
            hangs.complete(null);
            goesOn.join();
            return () -> {};
        }
    }

    /** The process ends next, whatever becomes of it. */
    @Test
    void whoLeavesWaitsForNoOpening() {
        try (MovingSeats cluster = new MovingSeats(folder, 1)) {
            SeatServer server = MovingSeats.start(folder, 0, new ClusterMap(1, List.of(Optional.empty())), any -> {});
            Hanging tenure = new Hanging(new CompletableFuture<>(), new CompletableFuture<>());
            CompletableFuture<Void> opening =
                    CompletableFuture.runAsync(() -> server.open(new ServerId(0), MovingSeats.FIRST, tenure));
            tenure.hangs().join();
            server.leave();
            assertFalse(opening.isDone());
            tenure.goesOn().complete(null);
            opening.join();
            server.close();
        }
    }

    private List<Pfs> connect(MovingSeats cluster, int count) {
        return Stream.generate(() -> cluster.connect(ClientOptions.DEFAULT))
                .limit(count)
                .toList();
    }

    /** Each seed has a file system of its own. */
    private Path folderOf(long seed) {
        return folder.resolve("seed-" + seed);
    }

    private static void requireClean(Path folder) {
        assertEquals(
                List.of(),
                FolderCheck.damage(
                        Optional.of(MovingSeats.poolIn(folder)), List.of(), new SystemClock(), new SystemEntropy()));
    }

    /** Seats go back and forth; every operation gets its answer, and everything is there in the end. */
    @Test
    void seatsMoveWhileClientsWork() {
        Seeds.each("SeatServerTest", 1, seed -> {
            Random random = new Random(seed);
            List<Move> moves = new ArrayList<>();
            try (MovingSeats cluster = new MovingSeats(folderOf(seed), SEATS)) {
                cluster.start(0);
                cluster.start(1);
                cluster.free().forEach(seat -> cluster.open(seat, 0));
                List<Pfs> pfs = connect(cluster, CLIENTS);
                try (MovingLoad load = new MovingLoad(pfs)) {
                    for (int i = 0; i < MOVES; i++) {
                        load.awaitMore(20);
                        int seat = random.nextInt(SEATS);
                        moves.add(cluster.move(seat, 1 - cluster.holderOf(seat)));
                    }
                    load.end();
                    load.verify(pfs.get(0));
                    tell(moves, load);
                }
                pfs.forEach(Pfs::close);
                assertEquals(List.of(), cluster.failures());
            }
            requireClean(folderOf(seed));
        });
    }

    /** What was under way is asked again, of who opens the seats next. */
    @Test
    void aSeatThatIsClosedAtOnceGoesOnElsewhere() {
        Seeds.each("SeatServerTest", 1, seed -> {
            Random random = new Random(seed);
            try (MovingSeats cluster = new MovingSeats(folderOf(seed), SEATS)) {
                cluster.start(0);
                cluster.start(1);
                cluster.free().forEach(seat -> cluster.open(seat, seat % 2));
                List<Pfs> pfs = connect(cluster, CLIENTS);
                try (MovingLoad load = new MovingLoad(pfs)) {
                    for (int i = 0; i < MOVES; i++) {
                        load.awaitMore(20);
                        int seat = random.nextInt(SEATS);
                        int from = cluster.holderOf(seat);
                        cluster.close(seat, from, Ending.AT_ONCE);
                        cluster.open(seat, random.nextBoolean() ? from : 1 - from);
                    }
                    load.end();
                    load.verify(pfs.get(0));
                }
                pfs.forEach(Pfs::close);
                assertEquals(List.of(), cluster.failures());
            }
            requireClean(folderOf(seed));
        });
    }

    @Test
    void anotherServerTakesTheSeatsOfOneThatWasKilled() throws IOException, InterruptedException {
        try (MovingSeats cluster = new MovingSeats(folder, SEATS);
                SeatProcess killed = SeatProcess.start(folder, SEATS)) {
            cluster.start(0);
            cluster.allTakenBy(killed.address());
            List<Pfs> pfs = connect(cluster, CLIENTS);
            try (MovingLoad load = new MovingLoad(pfs)) {
                load.awaitMore(300);
                killed.kill();
                cluster.allLost();
                cluster.free().forEach(seat -> cluster.open(seat, 0));
                load.awaitMore(300);
                load.end();
                load.verify(pfs.get(0));
            }
            pfs.forEach(Pfs::close);
        }
        requireClean(folder);
    }

    /** A session that is over though the server goes on, and has heard nothing of it. */
    private static final class OverTenure implements Tenure {
        private volatile boolean isOver;

        @Override
        public boolean holds() {
            return !isOver;
        }

        @Override
        public Listening whenLost(Consumer<PfsException> told) {
            return () -> {};
        }
    }

    /** It writes on into what it has open, and tries to make files, then ends in order. */
    @Test
    void whoHasLostItsSeatsUnawaresChangesAndAnswersNothing() {
        try (MovingSeats cluster = new MovingSeats(folder, SEATS)) {
            cluster.start(0);
            cluster.start(1);
            OverTenure tenure = new OverTenure();
            cluster.free().forEach(seat -> cluster.open(seat, 0, tenure));
            List<Pfs> pfs = connect(cluster, CLIENTS);
            try (MovingLoad load = new MovingLoad(pfs)) {
                load.awaitMore(200);
                tenure.isOver = true; // what is under way is forced, and answered to nobody
                for (int seat = 0; seat < SEATS; seat++) {
                    cluster.open(seat, 1);
                }
                load.awaitMore(200);
                cluster.end(0);
                load.awaitMore(100);
                for (int seat = 0; seat < SEATS; seat++) {
                    cluster.close(seat, 1, Ending.AT_ONCE);
                    cluster.open(seat, 1);
                }
                load.awaitMore(100);
                load.end();
                load.verify(pfs.get(0));
            }
            pfs.forEach(Pfs::close);
        }
        requireClean(folder);
    }

    /** One that knows how many listen to it. */
    private static final class CountingTenure implements Tenure {
        private final AtomicInteger listening = new AtomicInteger();

        @Override
        public boolean holds() {
            return true;
        }

        @Override
        public Listening whenLost(Consumer<PfsException> told) {
            listening.incrementAndGet();
            return listening::decrementAndGet;
        }
    }

    /** Else all that it had in memory would be kept for as long as the session lasts. */
    @Test
    void aSeatThatWasClosedListensToNoTenure() {
        CountingTenure tenure = new CountingTenure();
        try (MovingSeats cluster = new MovingSeats(folder, 2)) {
            cluster.start(0);
            for (Ending how : Ending.values()) {
                cluster.open(0, 0, tenure);
                assertEquals(1, tenure.listening.get());
                cluster.close(0, 0, how);
                assertEquals(0, tenure.listening.get());
            }
        }
    }

    @Test
    void whoGivesOutEpochsMustNotForget() {
        try (MovingSeats cluster = new MovingSeats(folder, 2)) {
            cluster.start(0);
            cluster.open(0, 0);
            cluster.move(0, 0);
            cluster.close(0, 0, Ending.IN_ORDER);
        }
        try (SeatServer server = MovingSeats.start(folder, 0, NOWHERE, failure -> {})) {
            ServerId seat = new ServerId(0);
            PfsException refusal =
                    assertThrows(PfsException.class, () -> server.open(seat, new Epoch(1), Tenure.LOCKED));
            assertEquals(ErrorCode.EPOCH_PASSED, refusal.code());
            assertTrue(refusal.getMessage().contains("taken in epoch 2 already"), refusal.getMessage());
            assertEquals(Set.of(), server.held());
            assertThrows(PfsException.class, () -> server.open(seat, new Epoch(2), Tenure.LOCKED));
            server.open(seat, new Epoch(3), Tenure.LOCKED);
            assertEquals(Set.of(seat), server.held());
        }
    }

    @Test
    void poolsOfBothKindsAreToldApart() {
        MovingSeats cluster = new MovingSeats(folder, 2);
        cluster.close();
        assertEquals(
                ErrorCode.NOT_OURS,
                assertThrows(PfsException.class, () -> new MovingSeats(folder, 2))
                        .code());
        Map<Setting, String> list = Map.of(
                Setting.SERVERS,
                "127.0.0.1:1,127.0.0.1:2",
                Setting.DURABILITY,
                "sync",
                Setting.SERVER_ID,
                "0",
                Setting.POOL,
                MovingSeats.poolIn(folder).toString());
        PfsException refusal = assertThrows(PfsException.class, () -> ServedFolder.start(folder.resolve("data"), list));
        assertEquals(ErrorCode.USAGE, refusal.code());
        assertTrue(refusal.getMessage().contains("seats move"), refusal.getMessage());

        Path fixed = folder.resolve("fixed");
        try (ServedCluster other = new ServedCluster(fixed, 2, Map.of()).startAll()) {
            PfsException none = assertThrows(PfsException.class, () -> {
                try (SeatServer server = MovingSeats.start(fixed, 7, NOWHERE, failure -> {})) {
                    server.open(new ServerId(0), MovingSeats.FIRST, Tenure.LOCKED);
                }
            });
            assertEquals(ErrorCode.FILE_MISSING, none.code());
        }
    }

    private static void tell(List<Move> moves, MovingLoad load) {
        long[] unserved = moves.stream().mapToLong(Move::unservedNs).sorted().toArray();
        long[] opened = moves.stream().mapToLong(Move::openNs).sorted().toArray();
        System.out.printf(
                "%d moves: a seat unserved for %.1f ms (median), %.1f ms (most), of which opening %.1f ms (median);"
                        + " slowest operation %.1f ms; %d rows%n",
                moves.size(),
                unserved[unserved.length / 2] / 1e6,
                unserved[unserved.length - 1] / 1e6,
                opened[opened.length / 2] / 1e6,
                load.slowestNs() / 1e6,
                load.acknowledged());
    }
}
