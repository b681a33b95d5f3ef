package io.pfs.server.hadoop;

import static io.pfs.disk.DiskContract.assertRefused;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.env.Clock;
import io.pfs.server.remote.RemoteHome;
import io.pfs.server.remote.RemotePool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who has the folder of a server on HDFS, and what a life can still do that has it no more. */
final class HadoopPoolTest {
    private static final String HOME = "server-0000";

    /** Shows life once, and never again: stopped, and not dead. */
    private static final HadoopTimes FROZEN =
            new HadoopTimes(10_000, 10_000, 3_600_000, 7_200_000, 7_200_001, 50, 2_000);

    /** Watches for less than it takes others to show life. */
    private static final HadoopTimes HASTY = new HadoopTimes(10_000, 10_000, 1, 2, 3, 1, 2_000);

    private final String uri = MiniHdfs.freshUri();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final List<RemotePool> pools = new ArrayList<>();

    @TempDir
    private Path temporary;

    private RemotePool pool(HadoopTimes times) {
        RemotePool pool = HadoopPool.open(uri, MiniHdfs.conf(), times, MiniHdfs.CLOCK, told::add);
        pools.add(pool);
        return pool;
    }

    private RemoteHome take(HadoopTimes times) {
        return pool(times).take(HOME, Optional.empty());
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
    void aScratchPoolIsMadeOfNothingAndGoesWithAllThatIsInIt() {
        make();
        RemotePool pool = pool(MiniHdfs.SHORT);
        List<RemoteHome> homes = new ArrayList<>();
        for (int life = 0; life < 2; life++) { // the first is killed, as it were
            RemotePool scratch = pool.scratch("scratch");
            scratch.make(List.of(HOME));
            homes.add(scratch.take(HOME, Optional.of(new Epoch(1))));
            write(homes.get(life).journal(), "a", "tried out").close();
        }
        homes.forEach(RemoteHome::close);
        pool.scratch("scratch").close();
        assertThrows(PfsException.class, () -> pool.scratch("scratch").take(HOME, Optional.of(new Epoch(2))));
        RemoteHome home = take(MiniHdfs.SHORT);
        assertEquals(List.of(), home.journal().list());
        home.close();
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
    void aNameNodeThatCantBeIsRefusedByItsName() {
        for (String address : List.of("no-such-host.invalid:8020", "127.0.0.1:99999")) {
            assertRefused(
                    ErrorCode.USAGE,
                    address,
                    () -> HadoopPool.open(
                            "hdfs://" + address + "/a", MiniHdfs.conf(), MiniHdfs.SHORT, MiniHdfs.CLOCK, told::add));
        }
    }

    @Test
    void onlyAnEmptyFolderIsMadeAPool() {
        make();
        assertRefused(ErrorCode.NOT_OURS, HOME + "-0000000000000000", this::make);
        assertRefused(
                ErrorCode.FILE_MISSING,
                "server-0001",
                () -> pool(MiniHdfs.SHORT).take("server-0001", Optional.empty()));
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
        assertRefused(ErrorCode.LOCKED, "taken it over", () -> first.journal().rename("a", "f"));

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

    /** Who gives out epochs knows that the one before is over; here it shows life all the time. */
    @Test
    void anEpochThatWasGivenOutIsForOneTaking() {
        make();
        RemotePool pool = pool(MiniHdfs.SHORT);
        RemoteHome first = pool.take(HOME, Optional.of(new Epoch(4)));
        assertEquals(new Epoch(4), first.epoch());
        CompletableFuture<PfsException> lost = new CompletableFuture<>();
        first.tenure().whenLost(lost::complete);
        RemoteHome second = pool.take(HOME, Optional.of(new Epoch(6)));
        assertEquals(ErrorCode.LOCKED, lost.join().code());
        for (long over : List.of(6L, 5L, 1L)) {
            assertRefused(
                    ErrorCode.EPOCH_PASSED, "taken in epoch 6", () -> pool.take(HOME, Optional.of(new Epoch(over))));
        }
        write(second.journal(), "a", "ours").close();
        first.close();
        second.close();
        RemoteHome third = take(MiniHdfs.SHORT);
        assertEquals(new Epoch(7), third.epoch());
        third.close();
    }

    /** The clock is asked until the time of watching is over: the one who is watched shows life right then. */
    @Test
    void aSignThatCameBeforeTheRenameIsWaitedFor() throws Exception {
        make();
        RemoteHome first = take(FROZEN);
        org.apache.hadoop.fs.Path alive = new org.apache.hadoop.fs.Path(
                new org.apache.hadoop.fs.Path(first.journal().location()).getParent(), "alive");
        Clock clock = new Clock() {
            private int asked;

            @Override
            public long monotonicNs() {
                asked++;
                if (asked == 2) {
                    sign(alive);
                }
                return asked == 1 ? 0 : Long.MAX_VALUE / 2;
            }

            @Override
            public long wallMillis() {
                return MiniHdfs.CLOCK.wallMillis();
            }
        };
        RemotePool pool = HadoopPool.open(uri, MiniHdfs.conf(), MiniHdfs.SHORT, clock, told::add);
        pools.add(pool);
        pool.take(HOME, Optional.empty()).close();
        assertTrue(told.stream().anyMatch(line -> line.contains("answers nothing any more")), told::toString);
    }

    private static void sign(org.apache.hadoop.fs.Path alive) {
        try {
            MiniHdfs.cluster().getFileSystem().setTimes(alive, 1, -1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aTenureEndsWhileTheMonotonicClockSleeps() {
        make();
        AtomicLong sleptMillis = new AtomicLong();
        Clock clock = new Clock() {
            @Override
            public long monotonicNs() {
                return 0;
            }

            @Override
            public long wallMillis() {
                return MiniHdfs.CLOCK.wallMillis() + sleptMillis.get();
            }
        };
        RemotePool pool = HadoopPool.open(uri, MiniHdfs.conf(), FROZEN, clock, told::add);
        pools.add(pool);
        RemoteHome home = pool.take(HOME, Optional.empty());
        assertTrue(home.tenure().holds());
        sleptMillis.set(FROZEN.holdMillis());
        assertFalse(home.tenure().holds());
        home.close();
    }

    @Test
    void whoIsOvertakenBeforeItsFirstSignIsLocked() throws Exception {
        make();
        try (HadoopClient client = HadoopClient.connect(MiniHdfs.cluster().getURI(), MiniHdfs.conf(), MiniHdfs.SHORT)) {
            org.apache.hadoop.fs.Path gone = new org.apache.hadoop.fs.Path(uri, HOME + "-00000000000000ff");
            assertRefused(ErrorCode.LOCKED, "taken it over", () -> startSign(client, gone));
        }
    }

    private void startSign(HadoopClient client, org.apache.hadoop.fs.Path folder) {
        try {
            SignOfLife.start(client, folder, MiniHdfs.SHORT, MiniHdfs.CLOCK, told::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void ofManyWhoFollowAtOnceOneDoes() {
        make();
        take(FROZEN);
        List<CompletableFuture<RemoteHome>> starts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            RemotePool pool = pool(MiniHdfs.SHORT);
            starts.add(CompletableFuture.supplyAsync(() -> pool.take(HOME, Optional.empty())));
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
    @Timeout(120) // without end, if it is wrong
    void aFileWhoseStreamBrokeIsClosedInThisLife() throws Exception {
        make();
        RemoteHome home = take(FROZEN);
        DiskFile broken = write(home.pool(), "a", "forced");
        DiskFile other = home.pool().create("b"); // for whose sake the lease is renewed
        assertTrue(MiniHdfs.cluster().restartDataNode(0, true));
        MiniHdfs.cluster().waitActive();
        requireEnded(broken);
        broken.close();
        org.apache.hadoop.fs.Path path =
                new org.apache.hadoop.fs.Path(home.pool().location(), "a");
        while (!MiniHdfs.cluster().getFileSystem().isFileClosed(path)) {
            Pauses.pause(MiniHdfs.SHORT.pollMillis());
        }
        assertEquals("forced", read(home.pool(), "a"));
        other.close();
        home.close();
    }

    /** Nobody but who reads it finds out, and the data nodes can't tell how long it is before HDFS has closed it. */
    @Test
    @Timeout(120) // without end, if it is wrong
    void aFileWhoseStreamBrokeWhileNobodyWroteIsReadAgain() throws Exception {
        make();
        RemoteHome home = take(FROZEN);
        DiskFile idle = write(home.pool(), "a", "forced");
        assertTrue(MiniHdfs.cluster().restartDataNode(0, true));
        MiniHdfs.cluster().waitActive();
        assertEquals("forced", readAtLast(home.pool(), "a"));
        requireEnded(idle);
        idle.close();
        home.close();
    }

    private static String readAtLast(Disk disk, String name) throws IOException {
        while (true) {
            try {
                return read(disk, name);
            } catch (PfsException e) {
                Pauses.pause(MiniHdfs.SHORT.pollMillis());
            }
        }
    }

    /** Nobody can say how long the file is until the node is back that has it. */
    @Test
    @Timeout(120) // without end, if it is wrong
    void aTakeoverWaitsForADataNodeThatIsStoppedAndSaysSo() throws Exception {
        make();
        RemoteHome first = take(FROZEN);
        DiskFile open = write(first.journal(), "a", "forced");
        RemotePool pool = pool(MiniHdfs.SHORT);
        DataNodeProperties stopped = MiniHdfs.cluster().stopDataNode(0);
        CompletableFuture<RemoteHome> taking = CompletableFuture.supplyAsync(() -> pool.take(HOME, Optional.empty()));
        try {
            while (told.stream().noneMatch(line -> line.contains("waiting for HDFS to close"))) {
                assertFalse(taking.isDone(), told::toString);
                Pauses.pause(MiniHdfs.SHORT.pollMillis());
            }
        } finally {
            assertTrue(MiniHdfs.cluster().restartDataNode(stopped, true));
            MiniHdfs.cluster().waitActive();
        }
        RemoteHome second = taking.join();
        assertEquals("forced", read(second.journal(), "a"));
        requireEnded(open);
        write(second.journal(), "b", "goes on").close();
        second.close();
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
