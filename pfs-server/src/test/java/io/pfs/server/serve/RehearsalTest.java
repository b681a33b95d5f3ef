package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.net.netty.Transport;
import io.pfs.server.store.EmbeddedServer;
import io.pfs.server.store.HeldSeats;
import io.pfs.server.store.LoneSeat;
import io.pfs.server.store.ScratchSeat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** It leaves nothing behind, and nobody depends on it. */
final class RehearsalTest {
    private static final int FEW = 10;

    @TempDir
    private Path data;

    @TempDir
    private Path elsewhere;

    private final List<String> said = new ArrayList<>();

    private HeldSeats seats;

    @BeforeEach
    void begin() {
        seats = LoneSeat.in(elsewhere);
    }

    @AfterEach
    void end() {
        seats.close();
    }

    private void play(Path folder) {
        new Rehearsal(folder, own -> seats.scratch("scratch", own), Transport.best(), () -> false, said::add).play();
    }

    @Test
    void nothingStays() throws IOException {
        List<Path> before = files(elsewhere.resolve("pool"));
        play(data);
        assertEquals(List.of(), said);
        assertEquals(List.of(), files(data));
        assertEquals(before, files(elsewhere.resolve("pool")));
    }

    @Test
    void whatALifeBeforeLeftBehindGoes() throws IOException {
        List<Path> before = files(elsewhere.resolve("pool"));
        Files.writeString(
                Files.createDirectories(data.resolve("rehearsal/pool")).resolve("superblock"), "half of it");
        Files.createDirectories(elsewhere.resolve("pool/scratch/server-0000-0000000000000001/journal"));
        play(data);
        assertEquals(List.of(), said);
        assertEquals(List.of(), files(data));
        assertEquals(before, files(elsewhere.resolve("pool")));
    }

    @Test
    void whoIsStoppedMeanwhileLeavesNothing() throws IOException {
        List<Path> before = files(elsewhere.resolve("pool"));
        AtomicBoolean isStopped = new AtomicBoolean();
        ScratchSeat seat = seats.scratch("scratch", data.resolve("rehearsal"));
        new Rehearsal(
                        data,
                        own -> {
                            isStopped.set(true);
                            return seat;
                        },
                        Transport.best(),
                        isStopped::get,
                        said::add)
                .play();
        assertEquals(List.of(), said);
        assertEquals(List.of(), files(data));
        assertEquals(before, files(elsewhere.resolve("pool")));
    }

    @Test
    void whatKeepsItFromBeingDoneIsSaid() throws IOException {
        Path file = Files.writeString(data.resolve("file"), "no folder");
        play(file);
        assertEquals(2, said.size());
        assertTrue(said.get(0).startsWith("serving calls could not be rehearsed in " + file), said::toString);
        assertTrue(said.get(1).startsWith("taking seats could not be rehearsed in " + file), said::toString);
    }

    /** Whether a folder can be walked through shows on the way: here that a path is longer than the system takes. */
    @Test
    void whatIsFoundTooDeepIsSaid() throws IOException {
        Path deep = Files.createDirectories(nested(data.resolve("rehearsal"), 20));
        Path apart = data.resolve("apart");
        Files.createDirectories(nested(apart, 30));
        Files.move(apart, deep.resolve("apart"));
        try {
            play(data);
            assertTrue(said.get(0).startsWith("serving calls could not be rehearsed in " + data), said::toString);
        } finally {
            Files.move(deep.resolve("apart"), apart); // or nobody can delete it
        }
    }

    @Test
    void manyCallsAreMade() {
        assertTrue(forcesOf(() -> false) > 2 * FEW, "a turn of calls takes two forces at least");
    }

    /** In the midst of a look, of which there are three at least: they would take 300 forces, two a turn. */
    @Test
    void callsEndWhenNobodyWaitsForThem() {
        AtomicInteger looks = new AtomicInteger();
        assertTrue(forcesOf(() -> looks.incrementAndGet() > FEW) < 30 * FEW);
    }

    private long forcesOf(BooleanSupplier isInVain) {
        try (EmbeddedServer engine = EmbeddedServer.open(data.resolve("engine"), Durability.SYNC);
                Pfs pfs = Pfs.over(engine, ClientOptions.DEFAULT);
                Table table = pfs.createTable("/table")) {
            long before = forces(engine);
            RehearsedCalls.make(engine, "/table", Transport.best(), isInVain);
            assertFalse(table.scan().iterator().hasNext());
            return forces(engine) - before;
        }
    }

    private static long forces(EmbeddedServer engine) {
        CompletableFuture<Long> forces = new CompletableFuture<>();
        engine.onLoop(group -> forces.complete(group.counters().journalWrites()));
        return forces.join();
    }

    private static Path nested(Path folder, int levels) {
        Path nested = folder;
        for (int level = 0; level < levels; level++) {
            nested = nested.resolve("d".repeat(100));
        }
        return nested;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.sorted().toList();
        }
    }
}
