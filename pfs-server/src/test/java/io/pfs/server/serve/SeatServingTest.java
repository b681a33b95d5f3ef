package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.env.Clock;
import io.pfs.env.system.SystemClock;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.server.owner.ClusterView;
import io.pfs.server.owner.JoinedServer;
import io.pfs.server.owner.MemberId;
import io.pfs.server.owner.SeatEntry;
import io.pfs.server.owner.Seats.Closing;
import io.pfs.server.owner.SessionLease;
import io.pfs.server.owner.SessionTimes;
import io.pfs.server.remote.Sign;
import io.pfs.server.remote.Tenure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a keeper hears of seats for which mistakes are made. */
final class SeatServingTest {
    private static final ServerId SEAT = new ServerId(0);
    /** One more than are opened at a time. */
    private static final int SEATS = SeatThreads.THREADS + 1;

    private static final ServerId LAST = new ServerId(SEATS - 1);
    private static final ClusterMap NOWHERE = new ClusterMap(1, Collections.nCopies(SEATS, Optional.empty()));

    @TempDir
    private Path folder;

    private final LinkedBlockingQueue<Runnable> loop = new LinkedBlockingQueue<>();
    private final List<String> told = new ArrayList<>();
    private MovingSeats pool;
    private SeatServer server;
    private SeatServing serving;

    /** One that a mistake is made with by who asks it. */
    private record BrokenTenure(Throwable mistake) implements Tenure {
        @Override
        public boolean holds() {
            return true;
        }

        @Override
        public Listening whenLost(Consumer<PfsException> lost) {
            if (mistake instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) mistake;
        }
    }

    @BeforeEach
    void start() {
        pool = new MovingSeats(folder, SEATS);
        server = MovingSeats.start(folder, 0, NOWHERE, failure -> {});
        serving = new SeatServing(server, loop::add, told::add);
    }

    @AfterEach
    void stop() {
        server.close();
        pool.close();
    }

    private void turn() {
        try {
            Runnable task = loop.poll(60, TimeUnit.SECONDS);
            assertTrue(task != null, "nothing came of it");
            task.run();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void turnUntilSomethingIsIn(List<?> outcomes) {
        while (outcomes.isEmpty()) {
            turn();
        }
    }

    private Optional<PfsException> open(long epoch, Tenure tenure) {
        List<Optional<PfsException>> outcomes = new ArrayList<>();
        serving.open(SEAT, new Epoch(epoch), tenure, () -> {}, outcomes::add);
        turnUntilSomethingIsIn(outcomes);
        assertEquals(1, outcomes.size());
        return outcomes.get(0);
    }

    @Test
    void aMistakeIsAFailureAndTheSeatIsOpenedAgain() {
        PfsException failure =
                open(1, new BrokenTenure(new IllegalStateException("so it is"))).orElseThrow();
        assertEquals(ErrorCode.INVARIANT_BROKEN, failure.code());
        assertTrue(failure.getMessage().contains("so it is"), failure.getMessage());
        assertEquals(Set.of(), server.held());
        assertEquals(Optional.empty(), open(2, Tenure.LOCKED));
        assertEquals(Set.of(SEAT), server.held());
    }

    /** A closing may write for long, and a seat that nobody serves must not wait for that. */
    @Test
    void noOpeningWaitsForClosingsThatStall() throws Exception {
        CountDownLatch stalling = new CountDownLatch(SeatThreads.THREADS);
        CompletableFuture<Void> stall = new CompletableFuture<>();
        SeatServing slow = new SeatServing(
                server,
                outcome -> {
                    if (stalling.getCount() > 0) { // the outcome of a closing: its thread has not done with it
                        stalling.countDown();
                        stall.join();
                    }
                    loop.add(outcome);
                },
                told::add);
        for (int i = 0; i < SeatThreads.THREADS; i++) {
            slow.close(SEAT, Closing.AT_ONCE, () -> {});
        }
        stalling.await();
        List<Optional<PfsException>> outcomes = new ArrayList<>();
        slow.open(SEAT, new Epoch(1), Tenure.LOCKED, () -> {}, outcomes::add);
        turnUntilSomethingIsIn(outcomes);
        assertEquals(List.of(Optional.empty()), outcomes);
        assertEquals(Set.of(SEAT), server.held());
        stall.complete(null);
    }

    /** One that has an opening wait, as a storage does that hangs. */
    private record Hanging(CountDownLatch waiting, CompletableFuture<Void> end) implements Tenure {
        @Override
        public boolean holds() {
            return true;
        }

        @Override
        public Listening whenLost(Consumer<PfsException> lost) {
            waiting.countDown();
            end.join();
            return () -> {};
        }
    }

    /** As many as are opened at a time; returns when all hang. */
    private static void fill(SeatServing hung, CompletableFuture<Void> end) throws InterruptedException {
        CountDownLatch waiting = new CountDownLatch(SeatThreads.THREADS);
        for (int seat = 0; seat < SeatThreads.THREADS; seat++) {
            hung.open(new ServerId(seat), new Epoch(1), new Hanging(waiting, end), () -> {}, outcome -> {});
        }
        waiting.await();
    }

    /** They hang in something, and others need not. */
    @Test
    void noOpeningWaitsForOthersThatTakeLong() throws Exception {
        LinkedBlockingQueue<Runnable> patience = new LinkedBlockingQueue<>();
        SeatServing hung = new SeatServing(server, loop::add, told::add, new SeatThreads(patience::add));
        CompletableFuture<Void> end = new CompletableFuture<>();
        fill(hung, end);
        List<Boolean> begun = new ArrayList<>();
        List<Optional<PfsException>> outcomes = new ArrayList<>();
        hung.open(LAST, new Epoch(1), Tenure.LOCKED, () -> begun.add(outcomes.isEmpty()), outcomes::add);
        assertEquals(SeatThreads.THREADS, patience.size(), "it waits for its turn");
        for (int seat = 0; seat < SeatThreads.THREADS; seat++) {
            turn();
        }
        assertEquals(0, loop.size(), "that the others begin is all that is told");
        patience.take().run();
        turnUntilSomethingIsIn(outcomes);
        assertEquals(List.of(true), begun);
        assertEquals(List.of(Optional.empty()), outcomes);
        assertEquals(Set.of(LAST), server.held());
        end.complete(null);
        for (int seat = 0; seat < SeatThreads.THREADS; seat++) {
            turn();
        }
        assertEquals(SEATS, server.held().size());
    }

    /** It would be taken from who has it by now, for nothing. */
    @Test
    void whatIsLostBeforeItsTurnIsNotOpened() throws Exception {
        CompletableFuture<Void> end = new CompletableFuture<>();
        fill(serving, end);
        Clock clock = new SystemClock();
        SessionLease lease = new SessionLease(clock, SessionTimes.ofMillis(60_000));
        lease.renewed(Sign.begun(clock));
        List<Optional<PfsException>> outcomes = new ArrayList<>();
        serving.open(LAST, new Epoch(1), lease, () -> {}, outcomes::add);
        lease.end(new PfsException(ErrorCode.UNREACHABLE, "planned"));
        end.complete(null);
        turnUntilSomethingIsIn(outcomes);
        assertEquals("planned", outcomes.get(0).orElseThrow().detail());
        Path home = MovingSeats.poolIn(folder).resolve("server-0008-0000000000000000");
        assertTrue(Files.isDirectory(home), "it is as it was");
    }

    /** Nobody knows what works after it: the loop ends, and with it the server. */
    @Test
    void anErrorEndsTheLoop() {
        AssertionError error = new AssertionError("so it is");
        serving.open(SEAT, new Epoch(1), new BrokenTenure(error), () -> {}, outcome -> {
            throw new IllegalStateException("told " + outcome);
        });
        turn();
        assertSame(error, assertThrows(AssertionError.class, this::turn));
    }

    @Test
    void aClosingThatWasNoneIsTold() {
        List<Boolean> closed = new ArrayList<>();
        serving.close(SEAT, Closing.AT_ONCE, () -> closed.add(true));
        turn();
        assertEquals(List.of(true), closed);
        assertEquals(1, told.size());
        assertTrue(told.get(0).contains("closing seat 0"), told.get(0));
    }

    /** Clients go on with what they know; the keeper must not end by it, at all servers at once. */
    @Test
    void aMapThatIsTooLongIsToldToNobody() {
        ClusterView view = viewOf(80, "h".repeat(60));
        serving.seen(view);
        serving.seen(view);
        assertEquals(1, told.size());
        assertTrue(told.get(0).contains("a list of 80 servers"), told.get(0));
        serving.seen(viewOf(1, "h"));
        serving.seen(view);
        assertEquals(2, told.size());
    }

    /** Of servers that have a seat each. */
    private static ClusterView viewOf(int servers, String name) {
        TreeMap<MemberId, JoinedServer> joined = new TreeMap<>();
        List<SeatEntry> seats = new ArrayList<>();
        List<Optional<MemberId>> wanted = new ArrayList<>();
        for (int i = 0; i < servers; i++) {
            MemberId member = new MemberId(0, i);
            joined.put(member, new JoinedServer(member, new Address(name + i, 7420), 1, 0));
            seats.add(new SeatEntry(new Epoch(1), Optional.of(member)));
            wanted.add(Optional.of(member));
        }
        return new ClusterView(joined, List.of(), seats, wanted);
    }
}
