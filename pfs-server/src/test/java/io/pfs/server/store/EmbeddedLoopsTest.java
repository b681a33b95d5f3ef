package io.pfs.server.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.client.ClientOptions;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Table;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.inspect.FolderCheck;
import io.pfs.server.lease.LeaseTerms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder that several loops of one process serve. */
final class EmbeddedLoopsTest {
    private static final int LOOPS = 3;
    private static final int TABLES = 80;
    /** Such a cell is not written to the journal. */
    private static final int LARGE = 100_000;

    private static final long TIMEOUT_NS = 60_000_000_000L;

    @TempDir
    private Path temporary;

    private Path data() {
        return temporary.resolve("data");
    }

    private static EmbeddedOptions of(int loops) {
        return EmbeddedOptions.DEFAULT.withLoops(loops);
    }

    private Pfs open(EmbeddedOptions options) {
        return Pfs.embedded(data(), options, ClientOptions.DEFAULT);
    }

    private Engine engine() {
        return FolderEngine.open(
                data(), OptionalInt.of(LOOPS), Durability.SYNC, OptionalLong.empty(), LeaseTerms.IN_PROCESS);
    }

    private void requireRefused(ErrorCode code, String word, Runnable task) {
        PfsException refusal = assertThrows(PfsException.class, task::run);
        assertEquals(code, refusal.code(), refusal.getMessage());
        assertTrue(refusal.getMessage().contains(word), refusal.getMessage());
    }

    private void requireClean() {
        assertEquals(List.of(), FolderCheck.damage(data(), new SystemClock(), new SystemEntropy()));
    }

    private static byte[] content(int number) {
        return ("content of " + number).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void eachServesSomeOfTheShards() {
        try (Engine engine = engine()) {
            assertEquals(LOOPS, engine.loops().size());
            long[] shards = new long[LOOPS];
            for (int shard = 0; shard < engine.facts().shards(); shard++) {
                shards[engine.ownerOf(new ShardId(shard)).value()]++;
            }
            for (long each : shards) {
                assertTrue(each >= engine.facts().shards() / LOOPS, "a loop has " + each);
            }
        }
    }

    @Test
    void whatWasWrittenIsThereWhenItIsOpenedAgain() {
        try (Pfs pfs = open(of(LOOPS))) {
            for (int number = 0; number < TABLES; number++) {
                pfs.createTable("/t" + number).put("row", "content", content(number));
            }
            pfs.files().rename("/t0", "/t1/moved");
            pfs.files().rename("/t2/row", "/t3/other");
        }
        requireClean();
        try (Pfs pfs = open(EmbeddedOptions.DEFAULT)) {
            for (int number = 3; number < TABLES; number++) {
                assertArrayEquals(
                        content(number),
                        pfs.openTable("/t" + number).get("row", "content").orElseThrow());
            }
            assertArrayEquals(
                    content(0), pfs.openTable("/t1/moved").get("row", "content").orElseThrow());
            assertEquals(Optional.empty(), pfs.openTable("/t2").get("row", "content"));
            assertArrayEquals(
                    content(2), pfs.openTable("/t3").get("other", "content").orElseThrow());
        }
    }

    @Test
    void allOfThemHaveTables() throws IOException {
        try (Pfs pfs = open(of(LOOPS))) {
            for (int number = 0; number < TABLES; number++) {
                pfs.createTable("/t" + number).put("row", "content", new byte[LARGE]);
            }
        }
        for (int loop = 0; loop < LOOPS; loop++) {
            try (Stream<Path> files = Files.list(data().resolve("server-000" + loop))) {
                assertTrue(files.anyMatch(file -> file.getFileName().toString().startsWith("column-")), "loop " + loop);
            }
        }
    }

    @Test
    void aFolderKeepsHowManyItWasMadeFor() {
        open(of(LOOPS)).close();
        open(EmbeddedOptions.DEFAULT).close();
        open(of(LOOPS)).close();
        requireRefused(ErrorCode.USAGE, "made for 3 loops", () -> open(of(2)));
        requireRefused(ErrorCode.USAGE, "made for 3 loops", () -> open(of(1)));
    }

    @Test
    void aFolderOfOneLoopIsNoneOfSeveral() {
        open(of(1)).close();
        open(EmbeddedOptions.DEFAULT).close();
        requireRefused(ErrorCode.USAGE, "made for 1 loop,", () -> open(of(2)));
    }

    @Test
    void howManyCanBeIsSaid() {
        requireRefused(ErrorCode.USAGE, "must be 1 to 128, but are 0", () -> open(of(0)));
        requireRefused(ErrorCode.USAGE, "must be 1 to 128, but are 129", () -> open(of(129)));
        assertFalse(Files.exists(data()), "nothing was made");
    }

    @Test
    void theyServeInModeSyncOnly() {
        requireRefused(ErrorCode.USAGE, "mode sync", () -> open(of(2).withDurability(Durability.FLUSH)));
        assertFalse(Files.exists(data()), "nothing was made");
    }

    @Test
    void aSecondOneIsRefusedAndTheFirstIsUnharmed() {
        try (Pfs pfs = open(of(LOOPS))) {
            requireRefused(ErrorCode.LOCKED, data().getFileName().toString(), () -> open(of(LOOPS)));
            pfs.createTable("/t").put("row", "content", content(1));
        }
        open(of(LOOPS)).close();
    }

    @Test
    void aFolderOfOthersIsRefused() throws IOException {
        Files.createDirectories(data());
        Files.write(data().resolve("letters.txt"), new byte[10]);
        requireRefused(ErrorCode.NOT_OURS, "letters.txt", () -> open(of(LOOPS)));
    }

    /** Its journal is gone with it: to serve the rest would be to lose what it has. */
    @Test
    void oneThatLacksTheDataOfALoopIsRefusedAndNothingStaysOpen() throws IOException {
        try (Pfs pfs = open(of(LOOPS))) {
            for (int number = 0; number < TABLES; number++) {
                pfs.createTable("/t" + number).put("row", "content", new byte[LARGE]);
            }
        }
        Path away = temporary.resolve("away");
        Files.move(data().resolve("loop-0001"), away);
        requireRefused(ErrorCode.NOT_OURS, "loop-0001", () -> open(of(LOOPS)));
        try (Stream<Path> made = Files.walk(data().resolve("loop-0001"))) {
            for (Path path : made.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(path);
            }
        }
        Files.move(away, data().resolve("loop-0001"));
        requireClean();
        open(of(LOOPS)).close();
    }

    @Test
    void serversOfAListDoNotTakeItForTheirPool() {
        open(of(LOOPS)).close();
        requireRefused(
                ErrorCode.USAGE,
                "a file system of 3 loops",
                () -> PoolFolder.openOrFormat(data(), LOOPS, new SystemClock(), new SystemEntropy()));
    }

    @Test
    void whoOpensOneLoopAloneIsRefused() {
        open(of(LOOPS)).close();
        requireRefused(ErrorCode.USAGE, "a file system of 3 loops", () -> EmbeddedServer.open(data(), Durability.SYNC));
    }

    @Test
    void thatOneOfThemFailedIsTold() {
        CompletableFuture<PfsException> told = new CompletableFuture<>();
        try (Engine engine = engine()) {
            engine.whenFailed(told::complete);
            PfsException cause = new PfsException(ErrorCode.IO_FAILED, "the disk of this loop is gone");
            engine.loops().get(1).onLoop(group -> group.stop(cause));
            assertEquals(cause.getMessage(), told.join().getMessage());
        }
        open(of(LOOPS)).close();
    }

    /** Others would ask it for ever, and who waits for them would wait as long. */
    @Test
    void withOneThatFailsNothingIsServedAnyMoreAndNobodyWaits() throws Exception {
        PfsException cause = new PfsException(ErrorCode.IO_FAILED, "the disk of this loop is gone");
        Engine engine = engine();
        try (Pfs pfs = Pfs.over(engine, ClientOptions.DEFAULT)) {
            for (int number = 0; number < TABLES; number++) {
                pfs.createTable("/t" + number).put("row", "content", content(number));
            }
            CountDownLatch end = new CountDownLatch(1);
            Thread failing = new Thread(() -> engine.loops().get(1).onLoop(group -> {
                awaitUnless(end);
                group.stop(cause);
            }));
            failing.start();
            List<Thread> renaming = IntStream.range(0, TABLES - 1)
                    .mapToObj(number -> new Thread(() ->
                            answered(() -> pfs.files().rename("/t" + number + "/row", "/t" + (number + 1) + "/moved"))))
                    .toList();
            renaming.forEach(Thread::start);
            awaitRequest(engine.loops().get(0)); // that is kept waiting by the one that does nothing
            end.countDown();
            failing.join();
            for (Thread thread : renaming) {
                thread.join();
            }
            for (EmbeddedServer loop : engine.loops()) {
                loop.onLoop(group -> assertTrue(group.stopped().isPresent()));
            }
        }
        requireClean();
    }

    private static void awaitUnless(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitRequest(EmbeddedServer loop) {
        AtomicBoolean isOpen = new AtomicBoolean();
        long deadlineNs = System.nanoTime() + TIMEOUT_NS;
        for (int looks = 0; looks < 1_000 && System.nanoTime() < deadlineNs; looks += isOpen.get() ? 1 : 0) {
            loop.onLoop(group -> isOpen.set(group.requestsOpen() > 0));
        }
        assertTrue(isOpen.get(), "somebody waits");
    }

    /** Whatever the answer is. */
    private static void answered(Runnable task) {
        try {
            task.run();
        } catch (PfsException e) {
            assertTrue(e.code() != ErrorCode.INVARIANT_BROKEN, e.getMessage());
        }
    }

    @Test
    void whoLooksAtPartsOfItIsToldToLookAtAll() throws IOException {
        open(of(LOOPS)).close();
        Path loop = data().resolve("loop-0001");
        requireRefused(
                ErrorCode.USAGE,
                "name the folder of all loops, " + data(),
                () -> check(Optional.empty(), List.of(loop)));
        requireRefused(ErrorCode.USAGE, "beside it", () -> check(Optional.of(data()), List.of(loop)));
        check(Optional.of(data()), List.of());
        Files.delete(loop.resolve("superblock"));
        requireRefused(ErrorCode.USAGE, "lacks the data of one of its 3 loops", this::requireClean);
    }

    private static void check(Optional<Path> pool, List<Path> folders) {
        FileSystemView.open(pool, folders).close();
    }

    /** One client does for that. */
    @Test
    void aTableThatIsMuchUsedGoesOverAllOfThem() throws IOException {
        int rows = 10_000;
        try (Pfs pfs = open(of(LOOPS))) {
            Table table = pfs.createTable("/t");
            table.createAll(
                    IntStream.range(0, rows).mapToObj(row -> "row" + row).toList());
            long deadlineNs = System.nanoTime() + TIMEOUT_NS;
            while (table.describe().spread() == 0 || table.describe().isDistributing()) {
                assertTrue(System.nanoTime() < deadlineNs, "it is spread: " + table.describe());
                List<CompletableFuture<Optional<byte[]>>> asked = IntStream.range(0, 500)
                        .mapToObj(row -> table.async().get("row" + row, "content"))
                        .toList();
                asked.forEach(CompletableFuture::join);
            }
        }
        requireClean();
        try (Pfs pfs = open(EmbeddedOptions.DEFAULT)) {
            int found = 0;
            for (RowView row : pfs.openTable("/t").scan()) {
                assertTrue(row.name().toString().startsWith("row"), () -> "found " + row.name());
                found++;
            }
            assertEquals(rows, found);
        }
    }
}
