package io.pfs.server.hadoop;

import static io.pfs.disk.DiskContract.assertRefused;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.server.remote.RemoteHome;
import io.pfs.server.remote.RemotePool;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who has the folder of a server on HDFS, and what a life can still do that has it no more. */
final class HadoopPoolTest {
    private static final String HOME = "server-0000";

    /** Shows life once, and never again: stopped, and not dead. */
    private static final HadoopTimes FROZEN = new HadoopTimes(10_000, 3_600_000, 7_200_000, 7_200_001, 50, 2_000);

    /** Watches for less than it takes others to show life. */
    private static final HadoopTimes HASTY = new HadoopTimes(10_000, 1, 2, 3, 1, 2_000);

    private final String uri = MiniHdfs.freshUri();
    private final List<String> told = new ArrayList<>();
    private final List<RemotePool> pools = new ArrayList<>();

    @TempDir
    private Path temporary;

    private RemotePool pool(HadoopTimes times) {
        RemotePool pool = HadoopPool.open(uri, MiniHdfs.conf(), times, MiniHdfs.CLOCK, told::add);
        pools.add(pool);
        return pool;
    }

    private RemoteHome take(HadoopTimes times) {
        return pool(times).take(HOME);
    }

    private void make() {
        pool(MiniHdfs.SHORT).make(List.of(HOME));
    }

    @AfterEach
    void closePools() {
        pools.forEach(RemotePool::close);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(ISO_8859_1));
    }

    private static DiskFile write(Disk disk, String name, String text) {
        DiskFile file = disk.create(name);
        file.write(bytes(text), 0);
        file.force();
        return file;
    }

    private static String read(Disk disk, String name) {
        try (DiskFile file = disk.open(name)) {
            ByteBuffer all = ByteBuffer.allocate((int) file.size());
            assertEquals(all.capacity(), file.read(all, 0));
            return new String(all.array(), ISO_8859_1);
        }
    }

    /** Whether it is the write or the force that fails depends on what the stream has heard by itself. */
    private static void requireEnded(DiskFile file) {
        assertThrows(PfsException.class, () -> {
            file.write(bytes("!"), file.size());
            file.force();
        });
        assertRefused(ErrorCode.FORCE_FAILED, file.name(), file::force);
        assertRefused(ErrorCode.FORCE_FAILED, file.name(), file::flush);
    }

    @Test
    void aFileSystemThatCantIsRefusedByWhatItLacks() {
        PfsException refusal = assertRefused(
                ErrorCode.NOT_SUPPORTED,
                "recoverLease",
                () -> HadoopPool.open(
                        "file://" + temporary, MiniHdfs.conf(), MiniHdfs.SHORT, MiniHdfs.CLOCK, told::add));
        assertTrue(refusal.getMessage().contains(temporary.toString()), refusal.getMessage());
        for (String scheme : List.of("s3a", "nothing")) {
            assertRefused(
                    ErrorCode.NOT_SUPPORTED,
                    "recoverLease",
                    () -> HadoopPool.open(
                            scheme + "://a/b", MiniHdfs.conf(), MiniHdfs.SHORT, MiniHdfs.CLOCK, told::add));
        }
        assertRefused(
                ErrorCode.USAGE,
                "hdfs://host",
                () -> HadoopPool.open("hdfs://host", MiniHdfs.conf(), MiniHdfs.SHORT, MiniHdfs.CLOCK, told::add));
    }

    @Test
    void onlyAnEmptyFolderIsMadeAPool() {
        make();
        assertRefused(ErrorCode.NOT_OURS, HOME + "-0000000000000000", this::make);
        assertRefused(
                ErrorCode.FILE_MISSING,
                "server-0001",
                () -> pool(MiniHdfs.SHORT).take("server-0001"));
    }

    @Test
    void whoEndedInOrderIsFollowedAtOnce() {
        make();
        RemoteHome first = take(MiniHdfs.SHORT);
        write(first.journal(), "a", "kept").close();
        write(first.pool(), "b", "kept, too").close();
        first.close();
        RemoteHome second = take(MiniHdfs.SHORT);
        assertEquals("kept", read(second.journal(), "a"));
        assertEquals("kept, too", read(second.pool(), "b"));
        assertEquals(List.of(), told, "nobody was watched, and nothing waited for");
        assertTrue(second.journal().location().endsWith(HOME + "-0000000000000002/journal"));
        second.close();
    }

    @Test
    void whoShowsLifeIsNotFollowed() {
        make();
        RemoteHome first = take(MiniHdfs.SHORT);
        assertRefused(ErrorCode.LOCKED, "in use", () -> take(MiniHdfs.SHORT));
        write(first.journal(), "a", "still ours").close();
        assertTrue(first.tenure().holds());
        first.close();
    }

    @Test
    void whoWasFollowedCanDoNothingMore() {
        make();
        RemoteHome first = take(FROZEN);
        DiskFile open = write(first.journal(), "a", "forced");
        DiskFile flushed = first.pool().create("b");
        flushed.write(bytes("flushed"), 0);
        flushed.flush();
        DiskFile empty = first.pool().create("c");
        DiskFile buffered = write(first.pool(), "d", "forced");
        buffered.write(bytes(" and more"), 6);

        RemoteHome second = take(MiniHdfs.SHORT);
        assertEquals("forced", read(second.journal(), "a"));
        assertEquals("flushed", read(second.pool(), "b"));
        assertEquals("", read(second.pool(), "c"));
        assertEquals("forced", read(second.pool(), "d"));

        List.of(open, flushed, empty).forEach(HadoopPoolTest::requireEnded);
        assertThrows(PfsException.class, buffered::force);
        assertRefused(ErrorCode.LOCKED, "taken it over", () -> first.journal().create("e"));
        assertRefused(ErrorCode.LOCKED, "taken it over", () -> first.journal().list());
        assertRefused(ErrorCode.FILE_MISSING, "/a", () -> first.journal().delete("a"));
        assertRefused(ErrorCode.FILE_MISSING, "/a", () -> first.journal().rename("a", "f"));

        assertEquals(List.of("a"), second.journal().list());
        assertEquals(List.of("b", "c", "d"), second.pool().list());
        assertEquals("forced", read(second.journal(), "a"));
        assertEquals("flushed", read(second.pool(), "b"));
        second.close();
    }

    @Test
    void whoWasFollowedWhileHeLivedHearsOfIt() {
        make();
        RemoteHome first = take(MiniHdfs.SHORT);
        CompletableFuture<PfsException> lost = new CompletableFuture<>();
        first.tenure().whenLost(lost::complete);
        RemoteHome second = take(HASTY);
        assertEquals(ErrorCode.LOCKED, lost.join().code());
        assertFalse(first.tenure().holds());
        first.close();
        write(second.journal(), "a", "ours").close();
        second.close();
    }

    @Test
    void ofManyWhoFollowAtOnceOneDoes() {
        make();
        take(FROZEN);
        List<CompletableFuture<RemoteHome>> starts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            RemotePool pool = pool(MiniHdfs.SHORT);
            starts.add(CompletableFuture.supplyAsync(() -> pool.take(HOME)));
        }
        List<RemoteHome> taken = new ArrayList<>();
        for (CompletableFuture<RemoteHome> start : starts) {
            PfsException refusal = start.handle((home, failure) -> {
                        if (failure == null) {
                            taken.add(home);
                        }
                        return failure == null ? null : (PfsException) failure.getCause();
                    })
                    .join();
            assertTrue(refusal == null || refusal.code() == ErrorCode.LOCKED, () -> String.valueOf(refusal));
        }
        assertEquals(1, taken.size());
        write(taken.get(0).journal(), "a", "ours").close();
        taken.get(0).close();
    }

    @Test
    void whatAnotherServerHasIsReadInItsNewestLife() {
        make();
        RemoteHome first = take(MiniHdfs.SHORT);
        write(first.pool(), "a", "old").close();
        Disk reading = pool(MiniHdfs.SHORT).reading(HOME);
        try (DiskFile open = reading.open("a")) {
            first.close();
            RemoteHome second = take(MiniHdfs.SHORT);
            DiskFile growing = write(second.pool(), "b", "new");
            ByteBuffer target = ByteBuffer.allocate(3);
            assertEquals(3, open.read(target, 0));
            assertEquals("new", read(reading, "b"));
            growing.write(bytes(" and more"), 3);
            growing.force();
            assertEquals("new and more", read(reading, "b"));
            assertRefused(ErrorCode.FILE_MISSING, "/z", () -> reading.open("z"));
            second.close();
        }
    }

    @Test
    void aDataNodeThatIsStartedAgainLosesNothingThatWasForced() throws Exception {
        make();
        RemoteHome first = take(FROZEN);
        DiskFile open = write(first.journal(), "a", "forced");
        assertTrue(MiniHdfs.cluster().restartDataNode(0, true));
        MiniHdfs.cluster().waitActive();
        RemoteHome second = take(MiniHdfs.SHORT);
        assertEquals("forced", read(second.journal(), "a"));
        requireEnded(open);
        second.close();
    }
}
