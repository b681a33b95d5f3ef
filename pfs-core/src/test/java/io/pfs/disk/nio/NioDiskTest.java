package io.pfs.disk.nio;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import io.pfs.disk.ReservingDiskContract;
import io.pfs.testing.Jvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NioDiskTest extends ReservingDiskContract {
    @TempDir
    Path temp;

    @Override
    protected Disk newDisk() {
        return NioDisk.open(temp.resolve("contract"));
    }

    @Test
    void missingFoldersAreCreatedForTheirOwnerOnly() throws IOException {
        Path folder = temp.resolve("a/b/c");
        NioDisk.open(folder).close();
        for (Path each : List.of(folder, folder.getParent(), folder.getParent().getParent())) {
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(each)));
        }
    }

    @Test
    void secondOpenerIsRefusedUntilTheFirstCloses() {
        Path folder = temp.resolve("locked");
        for (int round = 0; round < 2; round++) {
            NioDisk first = NioDisk.open(folder);
            assertRefused(ErrorCode.LOCKED, "locked", () -> NioDisk.open(folder));
            assertRefused(ErrorCode.LOCKED, "locked", () -> NioDisk.open(temp.resolve("x/../locked")));
            first.close();
        }
        NioDisk.open(folder).close();
    }

    @Test
    void folderReachedByALinkIsTheSameFolder() throws IOException {
        Path folder = temp.resolve("real");
        NioDisk first = NioDisk.open(folder);
        Path link = Files.createSymbolicLink(temp.resolve("link"), folder);
        assertRefused(ErrorCode.LOCKED, "real", () -> NioDisk.open(link));
        first.close();
    }

    @Test
    void anotherProcessIsKeptOut() throws Exception {
        Path folder = temp.resolve("shared");
        NioDisk disk = NioDisk.open(folder);
        assertRefused(ErrorCode.LOCKED, "shared", () -> NioDisk.open(folder));
        // a refused opener must not have given up the process's lock: ask from outside
        assertEquals("held", askFromOutside(folder));
        disk.close();
        assertEquals("free", askFromOutside(folder));
    }

    private static String askFromOutside(Path folder) throws Exception {
        Process asker = new ProcessBuilder(Jvm.brief(LockAsker.class, folder.toString()))
                .redirectErrorStream(true)
                .start();
        String answer = new String(asker.getInputStream().readAllBytes(), UTF_8);
        asker.waitFor();
        return answer.strip();
    }

    /** Runs as a process of its own. */
    static final class LockAsker {
        private LockAsker() {}

        public static void main(String[] args) {
            try (NioDisk disk = NioDisk.open(Path.of(args[0]))) {
                System.out.println(disk.list().isEmpty() ? "free" : "odd");
            } catch (PfsException e) {
                System.out.println(e.code() == ErrorCode.LOCKED ? "held" : e.toString());
            }
        }
    }

    @Test
    void ofSeveralInASharedFolderOneGetsAName() {
        Path folder = temp.resolve("shared");
        try (Disk one = NioDisk.openShared(folder);
                Disk other = NioDisk.openShared(folder)) {
            one.create("a").close();
            assertRefused(ErrorCode.FILE_EXISTS, "a", () -> other.create("a"));
            other.create("b").close();
            one.rename("a", "c");
            assertRefused(ErrorCode.FILE_EXISTS, "c", () -> other.rename("b", "c"));
            assertEquals(List.of("b", "c"), other.list());
        }
    }

    @Test
    void aSharedFolderThatIsMissingStaysSo() {
        Path folder = temp.resolve("missing");
        try (Disk disk = NioDisk.sharing(folder)) {
            assertFalse(disk.exists("a"));
            assertRefused(ErrorCode.FILE_MISSING, "missing", () -> disk.create("a"));
            assertFalse(Files.exists(folder));
            NioDisk.openShared(folder).close();
            disk.create("a").close();
            NioDisk.sharing(folder).create("b").close();
            assertRefused(ErrorCode.FILE_EXISTS, "b", () -> disk.rename("a", "b"));
        }
    }

    @Test
    void whoUseAFolderTogetherKeepOutWhoWantsItAlone() throws Exception {
        Path folder = temp.resolve("together");
        NioDisk.open(folder).close();
        NioDisk one = NioDisk.openInUse(folder);
        NioDisk other = NioDisk.openInUse(folder);
        assertRefused(ErrorCode.LOCKED, "together", () -> NioDisk.open(folder));
        one.close();
        one.close();
        assertRefused(ErrorCode.LOCKED, "together", () -> NioDisk.open(folder));
        assertEquals("held", askFromOutside(folder));
        other.close();
        try (NioDisk alone = NioDisk.open(folder)) {
            assertRefused(ErrorCode.LOCKED, "together", () -> NioDisk.openInUse(folder));
            assertEquals("held", askFromOutside(folder));
        }
        assertEquals("free", askFromOutside(folder));
        Path missing = temp.resolve("missing");
        assertRefused(ErrorCode.FILE_MISSING, "missing", () -> NioDisk.openInUse(missing));
        assertRefused(ErrorCode.FILE_MISSING, "missing", () -> NioDisk.openTaken(missing));
        assertFalse(Files.exists(missing), "nothing is made");
    }

    @Test
    void whoeverHadAFolderThatIsRenamedHasNothingButWhatIsOpen() throws IOException {
        Path before = temp.resolve("before");
        Path after = temp.resolve("after");
        NioDisk.openShared(before).close();
        Disk had = NioDisk.openTaken(before);
        DiskFile open = had.create("a");
        Files.move(before, after);
        assertRefused(ErrorCode.FILE_MISSING, "/b", () -> had.create("b"));
        assertRefused(ErrorCode.FILE_MISSING, "/a", () -> had.delete("a"));
        assertRefused(ErrorCode.FILE_MISSING, "before", had::list);
        assertRefused(ErrorCode.FILE_MISSING, "before", had::forceFolder);
        NioDisk has = NioDisk.openTaken(after);
        has.create("copy").close();
        has.replace("copy", "a");
        open.write(ByteBuffer.wrap(new byte[] {7}), 0);
        open.close();
        assertEquals(List.of("a"), has.list());
        try (DiskFile file = has.open("a")) {
            assertEquals(0, file.size(), "what is written there has no name any more");
        }
        assertRefused(ErrorCode.FILE_MISSING, "copy", () -> has.replace("copy", "a"));
        assertRefused(ErrorCode.FILE_MISSING, "/c", () -> has.replace("a", "c"));
    }

    @Test
    void anothersFolderIsReadThoughItIsLocked() {
        Path folder = temp.resolve("anothers");
        Disk reading = NioDisk.reading(folder);
        assertRefused(ErrorCode.FILE_MISSING, "anothers", () -> reading.open("a"));
        assertFalse(Files.exists(folder), "nothing is made");
        try (Disk owner = NioDisk.open(folder);
                DiskFile file = owner.create("a")) {
            file.write(ByteBuffer.wrap(new byte[] {7}), 0);
            try (DiskFile seen = reading.open("a")) {
                assertEquals(1, seen.size());
            }
            assertRefused(ErrorCode.INVARIANT_BROKEN, "only read", () -> reading.create("b"));
            assertRefused(ErrorCode.INVARIANT_BROKEN, "only read", () -> reading.rename("a", "b"));
            assertRefused(ErrorCode.INVARIANT_BROKEN, "only read", () -> reading.delete("a"));
        }
        reading.close();
    }

    @Test
    void fileInPlaceOfTheFolder() throws IOException {
        Path file = Files.writeString(temp.resolve("file"), "x");
        assertRefused(ErrorCode.NOT_A_FILE, "file", () -> NioDisk.open(file));
        assertRefused(ErrorCode.NOT_A_FILE, "file", () -> NioDisk.open(file.resolve("below")));
    }

    @Test
    void onlyPlainFilesAreTouched() throws IOException {
        Path folder = temp.resolve("odd");
        try (NioDisk disk = NioDisk.open(folder)) {
            Files.createDirectory(folder.resolve("folder"));
            Path outside = Files.writeString(temp.resolve("outside"), "x");
            Files.createSymbolicLink(folder.resolve("link"), outside);
            for (String name : List.of("folder", "link")) {
                assertRefused(ErrorCode.NOT_A_FILE, name, () -> disk.open(name));
                assertRefused(ErrorCode.NOT_A_FILE, name, () -> disk.delete(name));
                assertRefused(ErrorCode.NOT_A_FILE, name, () -> disk.rename(name, "other"));
                assertRefused(ErrorCode.FILE_EXISTS, name, () -> disk.create(name));
                assertTrue(disk.exists(name));
            }
            assertEquals("x", Files.readString(outside));
        }
    }

    @Test
    void otherPeoplesFilesAndTheLockAreNotListed() throws IOException {
        Path folder = temp.resolve("mixed");
        try (NioDisk disk = NioDisk.open(folder)) {
            Files.writeString(folder.resolve("README.txt"), "x");
            Files.writeString(folder.resolve(".hidden"), "x");
            disk.create("ours").close();
            assertEquals(List.of("ours"), disk.list());
        }
    }

    @Test
    void namesThatNobodyGeneratesAreOurMistake() {
        try (NioDisk disk = NioDisk.open(temp.resolve("names"))) {
            for (String name : List.of("", ".", "..", "../up", "a/b", "UP", "a b", "lock", "a\0", "x".repeat(256))) {
                assertRefused(ErrorCode.INVARIANT_BROKEN, "names", () -> disk.create(name));
            }
        }
    }

    @Test
    void withoutPermissionTheFileIsNamed() throws IOException {
        Path folder = temp.resolve("forbidden");
        try (NioDisk disk = NioDisk.open(folder)) {
            disk.create("a").close();
            Files.setPosixFilePermissions(folder.resolve("a"), PosixFilePermissions.fromString("---------"));
            if (Files.isWritable(folder.resolve("a"))) {
                disk.open("a").close(); // root may do anything
            } else {
                assertRefused(ErrorCode.NO_PERMISSION, "a", () -> disk.open("a"));
            }
        }
    }

    /** Also where the tests run as root, who is never denied anything. */
    @Test
    void aDenialOfAccessIsToldAsSuch() {
        PfsException refusal = IoFailures.of("open", "/data/a", new AccessDeniedException("/data/a"));
        assertEquals(ErrorCode.NO_PERMISSION, refusal.code());
        assertTrue(refusal.getMessage().contains("/data/a"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("give the user that runs PFS the right"), refusal.getMessage());
    }

    @Test
    void afterAFailedCallTheFileIsNamed() {
        NioDisk disk = NioDisk.open(temp.resolve("closed"));
        DiskFile file = disk.create("gone");
        file.close();
        assertRefused(ErrorCode.IO_FAILED, "gone", () -> file.write(ByteBuffer.allocate(1), 0));
        assertRefused(ErrorCode.IO_FAILED, "gone", () -> file.read(ByteBuffer.allocate(1), 0));
        assertRefused(ErrorCode.IO_FAILED, "gone", file::size);
        disk.close();
    }

    @Test
    void failedForceIsFinal() {
        NioDisk disk = NioDisk.open(temp.resolve("force"));
        DiskFile file = disk.create("failed");
        file.close();
        assertRefused(ErrorCode.FORCE_FAILED, "failed", file::force);
        assertRefused(ErrorCode.FORCE_FAILED, "failed", file::force);
        assertRefused(ErrorCode.FORCE_FAILED, "failed", () -> file.write(ByteBuffer.allocate(1), 0));
        assertRefused(ErrorCode.FORCE_FAILED, "failed", () -> file.truncate(0));
        disk.close();
    }

    @Test
    void whatTheSystemSaysIsTyped() {
        assertEquals(ErrorCode.NO_SPACE, code(new IOException("No space left on device")));
        assertEquals(ErrorCode.NO_SPACE, code(new IOException("Disk quota exceeded")));
        assertEquals(ErrorCode.NO_PERMISSION, code(new FileSystemException("a", null, "Read-only file system")));
        assertEquals(ErrorCode.NOT_A_FILE, code(new FileSystemException("a", null, "Is a directory")));
        assertEquals(ErrorCode.IO_FAILED, code(new IOException("Input/output error")));
        assertEquals(ErrorCode.IO_FAILED, code(new FileSystemException("a")));
        assertFalse(IoFailures.of("read", "a", new FileSystemException("a"))
                .getMessage()
                .contains("null"));
    }

    @Test
    void listThatFailsMidwayIsTyped() {
        Stream<Path> failing = Stream.of("a", "b").map(name -> {
            if (name.equals("b")) {
                throw new UncheckedIOException(new IOException("Input/output error"));
            }
            return temp.resolve(name);
        });
        assertRefused(ErrorCode.IO_FAILED, temp.toString(), () -> NioDisk.namesOf(temp, failing));
    }

    private static ErrorCode code(IOException e) {
        return IoFailures.of("write", "a", e).code();
    }
}
