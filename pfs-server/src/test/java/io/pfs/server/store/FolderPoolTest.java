package io.pfs.server.store;

import static io.pfs.disk.DiskContract.assertRefused;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.pfs.Epoch;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.pool.HomeName;
import io.pfs.server.journal.JournalRig;
import io.pfs.server.journal.JournalRig.Entry;
import io.pfs.server.remote.CoordinatorId;
import io.pfs.server.remote.RemoteHome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who has the home of a seat in a folder, and what a life can still do that has it no more. */
final class FolderPoolTest {
    private static final String HOME = "server-0000";

    @TempDir
    private Path temporary;

    private Path folder() {
        return temporary.resolve("pool");
    }

    private FolderPool make() {
        FolderPool pool = new FolderPool(folder());
        pool.make(List.of(HOME));
        return pool;
    }

    private static RemoteHome take(FolderPool pool, long epoch) {
        return pool.take(HOME, Optional.of(new Epoch(epoch)));
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
            file.read(all, 0);
            return new String(all.array(), ISO_8859_1);
        }
    }

    @Test
    void aListingThatFailsMidwayIsRefused() {
        Stream<Path> failing = Stream.of(temporary).map(path -> {
            throw new UncheckedIOException(new IOException("the disk is gone"));
        });
        assertRefused(ErrorCode.IO_FAILED, temporary.toString(), () -> FolderPool.names(temporary, failing));
    }

    /** A life that has forced some records in its journal, and goes on. */
    private static JournalRig living(RemoteHome home, int records) {
        JournalRig rig = JournalRig.on(home.journal());
        rig.replay();
        write(rig, records);
        return rig;
    }

    private static void write(JournalRig rig, int records) {
        for (int i = 0; i < records; i++) {
            rig.append(0, 20);
            rig.settle();
        }
    }

    @Test
    void whoWasFollowedCanMakeRenameAndDeleteNothing() {
        FolderPool pool = make();
        RemoteHome first = take(pool, 1);
        write(first.journal(), "a", "kept").close();
        write(first.pool(), "b", "kept, too").close();
        RemoteHome second = take(pool, 2);
        for (Disk disk : List.of(first.journal(), first.pool())) {
            assertRefused(ErrorCode.FILE_MISSING, "/e", () -> disk.create("e"));
            assertRefused(ErrorCode.FILE_MISSING, "server-0000-0000000000000001", disk::list);
            assertFalse(disk.exists("a"));
        }
        assertRefused(ErrorCode.FILE_MISSING, "/a", () -> first.journal().delete("a"));
        assertRefused(ErrorCode.FILE_MISSING, "/b", () -> first.pool().rename("b", "f"));
        assertEquals("kept", read(second.journal(), "a"));
        assertEquals("kept, too", read(second.pool(), "b"));
        first.close();
        write(second.pool(), "c", "ours").close();
        second.close();
        pool.close();
    }

    /** It writes into what it has open, hears that it was forced, and ends in order: nobody ever reads that. */
    @Test
    void whatOneThatWasFollowedWritesInItsJournalIsSeenByNobody() {
        FolderPool pool = make();
        RemoteHome first = take(pool, 1);
        JournalRig stopped = living(first, 3);
        List<Entry> acknowledged = List.copyOf(stopped.all());

        RemoteHome second = take(pool, 2);
        write(stopped, 1);
        assertEquals(4, stopped.durableCount(), "it has its file, and knows of nothing");
        JournalRig next = living(second, 0);
        JournalRig.assertSame(acknowledged, next.all());
        write(stopped, 1);
        write(next, 2);
        List<Entry> later = List.copyOf(next.all());
        stopped.journal.close();
        first.close();

        JournalRig third = living(take(pool, 3), 1);
        JournalRig.assertSame(later, third.replayed);
        write(next, 1);
        next.journal.close();
        JournalRig.assertSame(third.all(), living(take(pool, 4), 0).replayed);
        pool.close();
    }

    /** What an open segment holds behind what rows refer to is nothing to anybody. */
    @Test
    void aSegmentThatIsOpenStillKeepsWhatWasReferredTo() {
        FolderPool pool = make();
        RemoteHome first = take(pool, 1);
        DiskFile open = write(first.pool(), "b", "kept");
        RemoteHome second = take(pool, 2);
        open.write(bytes(" and more"), 4);
        open.force();
        open.close();
        assertEquals("kept", read(second.pool(), "b").substring(0, 4));
        assertRefused(ErrorCode.FILE_EXISTS, "/b", () -> second.pool().create("b"));
        pool.close();
    }

    /** The steps of taking a home, after each of which whoever takes it may be no more. */
    private enum Step {
        NOTHING,
        RENAMED,
        COPY_BEGUN,
        COPIED,
        REPLACED
    }

    private void die(Step step) throws IOException {
        Path home = folder().resolve(HomeName.of(HOME, new Epoch(2)));
        if (step != Step.NOTHING) {
            Files.move(folder().resolve(HomeName.of(HOME, new Epoch(1))), home);
        }
        Path journal = home.resolve("journal");
        if (step == Step.COPY_BEGUN || step == Step.COPIED) {
            Path file = journal.resolve("journal-0000000000000001");
            byte[] all = Files.readAllBytes(file);
            int length = step == Step.COPIED ? all.length : all.length / 2;
            Files.write(journal.resolve(file.getFileName() + ".copy.tmp"), Arrays.copyOf(all, length));
        } else if (step == Step.REPLACED) {
            JournalCutOff.run(journal);
        }
    }

    @Test
    void whoeverTakesAHomeMayDieAtAnyStep() throws IOException {
        for (Step step : Step.values()) {
            FolderPool pool = make();
            RemoteHome first = take(pool, 1);
            JournalRig stopped = living(first, 3);
            List<Entry> acknowledged = List.copyOf(stopped.all());
            die(step);
            write(stopped, 1); // nobody has served anything else meanwhile: it may count or not
            List<Entry> all = step == Step.REPLACED ? acknowledged : List.copyOf(stopped.all());
            RemoteHome third = take(pool, 3);
            write(stopped, 1);
            JournalRig next = living(third, 1);
            JournalRig.assertSame(all, next.replayed);
            assertFalse(third.journal().list().stream().anyMatch(name -> name.contains("copy")), step.toString());
            JournalRig.assertSame(next.all(), living(take(pool, 4), 0).replayed);
            pool.close();
            deleteAll(folder());
        }
    }

    /** They may have all the space that there is, and a copy needs some. */
    @Test
    void whatOneThatWasFollowedHadForItsSpaceIsGoneBeforeAnythingIsCopied() throws IOException {
        FolderPool pool = make();
        JournalRig unused = living(take(pool, 1), 3);
        Path before = folder().resolve(HomeName.of(HOME, new Epoch(1))).resolve("journal");
        Files.write(before.resolve("journal-spare-7.tmp"), new byte[99]);
        Files.write(before.resolve("journal-0000000000000000.copy.tmp"), new byte[99]);
        Path journal = Path.of(take(pool, 2).journal().location());
        try (Stream<Path> files = Files.list(journal)) {
            assertEquals(
                    List.of(),
                    files.filter(file -> file.toString().endsWith(".tmp")).toList());
        }
        pool.close();
    }

    private static void deleteAll(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void aJournalThatEndedInOrderIsNotCopied() throws IOException {
        FolderPool pool = make();
        RemoteHome first = take(pool, 1);
        living(first, 3).journal.close();
        first.close();
        Path file = folder().resolve(HomeName.of(HOME, new Epoch(1))).resolve("journal/journal-0000000000000001");
        Object before = Files.getAttribute(file, "unix:ino");
        RemoteHome second = take(pool, 2);
        assertEquals(
                before,
                Files.getAttribute(Path.of(second.journal().location(), "journal-0000000000000001"), "unix:ino"));
        pool.close();
    }

    @Test
    void anEpochThatWasGivenOutIsForOneTaking() {
        FolderPool pool = make();
        assertEquals(new Epoch(4), take(pool, 4).epoch());
        assertEquals(new Epoch(6), take(pool, 6).epoch());
        for (long over : List.of(6L, 5L, 1L)) {
            assertRefused(ErrorCode.EPOCH_PASSED, "taken in epoch 6", () -> take(pool, over));
        }
        assertRefused(ErrorCode.FILE_MISSING, "server-0001", () -> pool.take("server-0001", Optional.of(new Epoch(1))));
        pool.close();
    }

    /** Over NFS a request whose answer was lost is sent again, and finds that what it renames is not there any more. */
    @Test
    void aRenamingThatWasDoneThoughItSaysOtherwiseCounts() throws IOException {
        make().close();
        FolderPool lossy = new FolderPool(folder(), () -> {}, (from, to) -> {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
            throw new NoSuchFileException(from.toString());
        });
        RemoteHome first = take(lossy, 4);
        assertEquals(new Epoch(4), first.epoch());
        write(first.journal(), "a", "ours").close();
        assertRefused(ErrorCode.EPOCH_PASSED, "taken in epoch 4", () -> take(lossy, 4));
        assertEquals("ours", read(take(lossy, 7).journal(), "a"));
        lossy.close();
    }

    @Test
    void whoWasOvertakenWhileHeTookAHomeHasItNot() {
        make().close();
        FolderPool slow = new FolderPool(folder(), () -> {}, (from, to) -> {
            Files.move(from, folder().resolve(HomeName.of(HOME, new Epoch(5))), StandardCopyOption.ATOMIC_MOVE);
            throw new NoSuchFileException(from.toString());
        });
        assertRefused(ErrorCode.EPOCH_PASSED, "taken in epoch 5", () -> take(slow, 4));
        slow.close();
    }

    @Test
    void ofManyWhoTakeAHomeAtOnceTheNewestHasIt() {
        FolderPool pool = make();
        List<CompletableFuture<Optional<PfsException>>> takes = new ArrayList<>();
        for (int i = 1; i <= 8; i++) {
            long epoch = 1L + i / 2; // two each, as if who gives them out had forgotten
            takes.add(CompletableFuture.supplyAsync(() -> {
                try {
                    take(pool, epoch);
                    return Optional.empty();
                } catch (PfsException e) {
                    return Optional.of(e);
                }
            }));
        }
        for (CompletableFuture<Optional<PfsException>> one : takes) {
            one.join().ifPresent(e -> assertEquals(true, isOvertaken(e), e::toString));
        }
        assertEquals(new Epoch(5), FolderPool.newestEpoch(folder(), HOME));
        write(take(pool, 9).journal(), "a", "ours").close();
        pool.close();
    }

    private static boolean isOvertaken(PfsException e) {
        return e.code() == ErrorCode.EPOCH_PASSED || e.code() == ErrorCode.LOCKED;
    }

    @Test
    void whatAnotherServerHasIsReadInItsNewestLife() {
        FolderPool pool = make();
        RemoteHome first = take(pool, 1);
        write(first.pool(), "a", "old").close();
        Disk reading = pool.reading(HOME);
        try (DiskFile open = reading.open("a")) {
            RemoteHome second = take(pool, 2);
            write(second.pool(), "b", "new").close();
            assertEquals(3, open.read(ByteBuffer.allocate(3), 0));
            assertEquals("new", read(reading, "b"));
            assertEquals("old", read(reading, "a"));
            assertEquals(List.of("a", "b"), reading.list());
            assertRefused(ErrorCode.FILE_MISSING, "/z", () -> reading.open("z"));
        }
        pool.close();
    }

    /** It was there when the server started, and is on a machine that can't be reached now. */
    @Test
    void whoAsksForTheCoordinatorOfAPoolThatIsNotMountedMakesNothing() throws IOException {
        RemoteFolders.format(new PoolAt.Folder(folder()), 1, new SystemClock(), new SystemEntropy());
        CoordinatorId id = new CoordinatorId(1, 2);
        try (RemoteFolders pool = RemoteFolders.open(new PoolAt.Folder(folder()))) {
            Path away = temporary.resolve("away");
            Files.move(folder(), away);
            Runnable ask = () -> pool.requireCoordinator(id, new SystemClock(), new SystemEntropy());
            assertRefused(ErrorCode.FILE_MISSING, folder().toString(), ask::run);
            assertFalse(Files.exists(folder()));
            Files.createDirectory(folder()); // where it is mounted
            assertRefused(ErrorCode.FILE_MISSING, folder().toString(), ask::run);
            try (Stream<Path> files = Files.list(folder())) {
                assertEquals(List.of(), files.toList());
            }
            Files.delete(folder());
            Files.move(away, folder());
            ask.run();
        }
    }

    /** Whoever takes a home without being given its epoch would have ZooKeeper's next ones refused. */
    @Test
    void whoServesAPoolWhoseSeatsAreGivenOutNamesWhoGivesThem() {
        PoolAt at = new PoolAt.Folder(folder());
        RemoteFolders.format(at, 1, new SystemClock(), new SystemEntropy());
        RemoteFolders.open(at, 1).close();
        try (RemoteFolders pool = RemoteFolders.open(at)) {
            pool.requireCoordinator(new CoordinatorId(1, 2), new SystemClock(), new SystemEntropy());
        }
        assertRefused(ErrorCode.USAGE, "--zookeeper", () -> RemoteFolders.open(at, 1));
        RemoteFolders.open(at).close();
    }

    @Test
    void whoOpensAPoolThatIsMissingMakesNothing() {
        assertRefused(
                ErrorCode.FILE_MISSING, "bin/pfs admin format", () -> RemoteFolders.open(new PoolAt.Folder(folder())));
        assertFalse(Files.exists(folder()));
    }

    /** Looking at it takes long, and finds no sense in what moves. */
    @Test
    void whoLooksAtAPoolAndWhoUsesItKeepEachOtherOut() {
        RemoteFolders.format(new PoolAt.Folder(folder()), 1, new SystemClock(), new SystemEntropy());
        FolderPool pool = new FolderPool(folder());
        take(pool, 1).close();
        assertRefused(ErrorCode.LOCKED, "in use", () -> FileSystemView.open(Optional.of(folder()), List.of()));
        pool.close();
        try (FileSystemView view = FileSystemView.open(Optional.of(folder()), List.of())) {
            assertEquals(1, view.servers().size());
            assertRefused(ErrorCode.LOCKED, "in use", () -> take(pool, 2));
        }
        take(pool, 2).close();
        pool.close();
    }
}
