package io.pfs.server.journal;

import static io.pfs.disk.DiskContract.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.ShardId;
import io.pfs.disk.nio.NioDisk;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people do to files: each is a typed refusal that names the file, and changes nothing. */
final class JournalBadInputTest {
    private static final String NAME = "journal-0000000000000001";
    private static final String NEXT = "journal-0000000000000002";

    @TempDir
    Path temp;

    private NioDisk disk;
    private Path file;

    @BeforeEach
    void openDisk() {
        disk = NioDisk.open(temp);
        file = temp.resolve(NAME);
    }

    @AfterEach
    void closeDisk() {
        disk.close();
    }

    private void refused(ErrorCode code, String name) throws IOException {
        byte[] before = Files.isRegularFile(file) && Files.isReadable(file) ? Files.readAllBytes(file) : new byte[0];
        assertRefused(code, temp.resolve(name).toString(), () -> JournalRig.recover(disk));
        assertRefused(code, name, () -> JournalRig.recover(disk));
        if (before.length > 0) {
            assertTrue(Arrays.equals(before, Files.readAllBytes(file)), "refused and left alone");
        }
    }

    private void writeJournal() {
        JournalRig rig = JournalRig.on(disk);
        rig.replay();
        for (int i = 0; i < 20; i++) {
            rig.append(1, 100);
            rig.settle();
        }
        rig.journal.close();
    }

    @Test
    void emptyFile() throws IOException {
        Files.createFile(file);
        refused(ErrorCode.NOT_OURS, NAME);
    }

    @Test
    void someOtherFile() throws IOException {
        Files.writeString(
                file, "this is a shopping list, and quite a long one, for it has many things on it\n".repeat(9));
        refused(ErrorCode.NOT_OURS, NAME);
    }

    @Test
    void fileOfAnotherKind() throws IOException {
        ByteWriter out = new ByteWriter(256);
        new FileHeader(FileKind.METADATA, 1, 1, 0).encode(out);
        out.gap(128);
        Files.write(file, out.toBytes());
        refused(ErrorCode.NOT_OURS, NAME);
    }

    @Test
    void newerAndOlderVersion() throws IOException {
        writeJournal();
        byte[] bytes = Files.readAllBytes(file);
        for (int version : new int[] {3, 0}) {
            ByteWriter out = new ByteWriter(bytes.length);
            out.bytes(bytes, 0, 8).u16(version).bytes(bytes, 10, FileHeader.BYTES - 14);
            out.u32(Checksum.of(out.array(), 0, out.length()));
            out.bytes(bytes, FileHeader.BYTES, bytes.length - FileHeader.BYTES);
            Files.write(file, out.toBytes());
            refused(version == 3 ? ErrorCode.FORMAT_TOO_NEW : ErrorCode.FORMAT_TOO_OLD, NAME);
        }
    }

    @Test
    void truncatedFile() throws IOException {
        writeJournal();
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 100));
        expectAllOfItLost(NAME);
    }

    @Test
    void emptyFileAmongOthers() throws IOException {
        writeJournal();
        Files.write(temp.resolve(NEXT), new byte[0]);
        expectAllOfItLost(NEXT);
    }

    @Test
    void missingFileInTheMiddle() throws IOException {
        writeJournal();
        Files.delete(temp.resolve(NEXT));
        expectAllOfItLost(NEXT);
    }

    /** A start that wrote nothing leaves such a file. */
    @Test
    void aFileOfNothingButAHeadMissesNothing() throws IOException {
        writeJournal();
        JournalRig idle = JournalRig.on(disk);
        idle.replay();
        idle.journal.close();
        Path newest = temp.resolve(newestFile());
        byte[] bytes = Files.readAllBytes(newest);
        Arrays.fill(bytes, 0, JournalHead.END / 2, (byte) 7);
        Files.write(newest, bytes);
        JournalRig rig = JournalRig.on(disk);
        Losses losses = rig.replay().losses();
        assertTrue(losses.isNothing(), losses.all().toString());
        assertEquals(1, losses.mended().size());
        assertEquals(idle.replayed, rig.replayed);
    }

    /** Else it would pass for one that never was. */
    @Test
    void theNewestFileIsMissedAndCanBePutBack() throws IOException {
        writeJournal();
        List<JournalRig.Entry> all = JournalRig.recover(disk); // which makes a file, and doesn't end it
        Path newest = temp.resolve(newestFile());
        byte[] bytes = Files.readAllBytes(newest);
        Files.delete(newest);
        for (int opening = 0; opening < 3; opening++) {
            JournalRig rig = JournalRig.on(disk);
            Losses losses = rig.replay().losses();
            assertEquals(newest + ", all of it", losses.all().get(0).toString());
            assertTrue(losses.mayLack(new ShardId(1)), "nobody knows");
            rig.journal.close();
        }
        Files.write(newest, bytes);
        JournalRig rig = JournalRig.on(disk);
        assertTrue(rig.replay().losses().isNothing());
        assertEquals(all, rig.replayed);
    }

    /** Whoever writes goes on behind all that there was. */
    @Test
    void severalOfTheNewestFilesAreMissed() throws IOException {
        writeJournal();
        Path last = temp.resolve(newestFile());
        Files.delete(last);
        Path beforeLast = temp.resolve(newestFile());
        Files.delete(beforeLast);
        JournalRig rig = JournalRig.on(disk);
        Losses losses = rig.replay().losses();
        assertEquals(
                List.of(beforeLast + ", all of it", last + ", all of it"),
                losses.all().stream().map(Loss::toString).toList());
        rig.append(2, 100);
        rig.settle();
        assertTrue(newestFile().compareTo(last.getFileName().toString()) > 0, "no name is given twice");
        rig.journal.close();
        Losses later = JournalRig.on(disk).replay().losses();
        assertFalse(later.isNothing());
        assertFalse(later.mayLack(new ShardId(2)), "it was written since");
    }

    @Test
    void aJournalOfWhichNothingIsLeftIsRefused() throws IOException {
        writeJournal();
        JournalRig.files(disk).forEach(disk::delete);
        assertRefused(ErrorCode.FILE_MISSING, "put its files back", () -> JournalRig.recover(disk));
    }

    /** Where a writer has ended his file, nothing can be torn. */
    @Test
    void aFileThatIsCutAfterItsEndHasLostSomethingUntilItIsPutBack() throws IOException {
        writeJournal();
        Path newest = temp.resolve(newestFile());
        byte[] bytes = Files.readAllBytes(newest);
        int end = (int) batchesEnd();
        for (int length : new int[] {end, end - 1, end - 60, end - 100, JournalHead.END}) {
            Files.write(newest, Arrays.copyOf(bytes, length));
            expectEndLost(newest, "cut at " + length + " of " + bytes.length);
            Files.write(newest, bytes);
            assertTrue(JournalRig.on(disk).replay().losses().isNothing(), "it is put back");
            forgetFilesBehind(newest);
        }
        for (int length : new int[] {end + 1, end + 20, bytes.length - 1}) {
            Files.write(newest, Arrays.copyOf(bytes, length));
            assertTrue(JournalRig.on(disk).replay().losses().isNothing(), "only the footer is not whole");
            forgetFilesBehind(newest);
        }
    }

    /** A sector has headers of batches and the footer: of none of them is anything left. */
    @Test
    void theLastSectorOfAFileThatWasEndedIsMissed() throws IOException {
        writeJournal();
        Path newest = temp.resolve(newestFile());
        byte[] bytes = Files.readAllBytes(newest);
        int end = (int) batchesEnd();
        for (int sector : new int[] {200, 300, 512}) {
            byte[] damaged = bytes.clone();
            Arrays.fill(damaged, Math.max(JournalHead.END, bytes.length - sector), bytes.length, (byte) 0);
            Files.write(newest, damaged);
            expectEndLost(newest, sector + " bytes are zero");
            forgetFilesBehind(newest);
        }
        byte[] damaged = bytes.clone();
        damaged[end - 9] ^= 1;
        damaged[bytes.length - 9] ^= 1;
        Files.write(newest, damaged);
        Losses losses = JournalRig.on(disk).replay().losses();
        assertTrue(
                losses.isNothing(),
                "a byte of a record can be changed back, and the rest is the footer: " + losses.all());
    }

    private void expectEndLost(Path newest, String what) {
        for (int opening = 0; opening < 2; opening++) {
            Losses losses = JournalRig.on(disk).replay().losses();
            assertFalse(losses.isNothing(), what);
            assertTrue(losses.mayLack(new ShardId(1)), what);
            assertTrue(losses.all().get(0).path().equals(newest.toString()), losses.told());
        }
    }

    /** As if it had never been opened since it was ended. */
    private void forgetFilesBehind(Path newest) throws IOException {
        String name = newest.getFileName().toString();
        disk.list().stream()
                .filter(file -> file.compareTo(name) > 0 && !file.equals("lock"))
                .forEach(disk::delete);
        Files.createFile(temp.resolve("newest-" + name + "-ended"));
    }

    private long batchesEnd() {
        JournalSetup setup = JournalSetup.of(disk, 1, JournalRig.TINY, Durability.SYNC);
        long id = JournalFileName.parse(newestFile()).orElseThrow();
        try (JournalReader reader = JournalReader.open(setup, setup.disk()::open, id)) {
            return reader.footer().orElseThrow().end();
        }
    }

    private String newestFile() {
        return JournalRig.files(disk).stream().reduce((older, newer) -> newer).orElseThrow();
    }

    /** Of which nobody knows how far it is good: so all of it is copied, if somebody else may be writing it. */
    @Test
    void theNewestFileMayHaveToBeCutOff() throws IOException {
        writeJournal();
        String ended = newestFile();
        assertEquals(Optional.empty(), UnendedFile.in(disk), "it was ended");
        Files.write(temp.resolve(ended), new byte[20]);
        assertEquals(Optional.empty(), UnendedFile.in(disk), "it was ended, whatever became of it");
        String next = JournalFileName.of(JournalFileName.parse(ended).orElseThrow() + 1);
        disk.rename("newest-" + ended + "-ended", "newest-" + next);
        assertEquals(Optional.empty(), UnendedFile.in(disk), "its writer has left it for one that is gone");
        String newest = "journal-00000000000000ff";
        Files.write(temp.resolve(newest), new byte[20]);
        assertEquals(Optional.of(new UnendedFile(newest, 20)), UnendedFile.in(disk));
    }

    /** Until somebody writes behind it, which cuts it. */
    @Test
    void theNewestFileCanBePutBack() throws IOException {
        writeJournal();
        List<JournalRig.Entry> all = JournalRig.recover(disk); // which makes a file
        Path newest = temp.resolve(newestFile());
        byte[] bytes = Files.readAllBytes(newest);
        Files.write(newest, new byte[0]);
        for (int opening = 0; opening < 3; opening++) {
            JournalRig rig = JournalRig.on(disk);
            assertFalse(rig.replay().losses().isNothing());
            rig.journal.close();
        }
        Files.write(newest, bytes);
        JournalRig rig = JournalRig.on(disk);
        assertTrue(rig.replay().losses().isNothing());
        assertEquals(all, rig.replayed);
    }

    /** What is in the others is read, and the journal goes on behind it. */
    private void expectAllOfItLost(String name) {
        for (int opening = 0; opening < 3; opening++) {
            JournalRig rig = JournalRig.on(disk);
            Losses losses = rig.replay().losses();
            assertEquals(1, losses.all().size());
            assertEquals(temp.resolve(name) + ", all of it", losses.all().get(0).toString());
            assertTrue(rig.replayed.size() < 20 + opening, "some are lost");
            assertEquals(20 + opening, rig.replayed.get(rig.replayed.size() - 1).sequence());
            assertTrue(losses.mayLack(new ShardId(2)), "nobody knows");
            rig.append(1, 100);
            rig.settle();
        }
    }

    @Test
    void fileUnderAnotherName() throws IOException {
        writeJournal();
        Files.copy(file, temp.resolve("journal-00000000000000ff"));
        refused(ErrorCode.CORRUPT, "journal-00000000000000ff");
    }

    @Test
    void folderInPlaceOfAFile() throws IOException {
        Files.createDirectory(file);
        refused(ErrorCode.NOT_A_FILE, NAME);
    }

    @Test
    void noPermission() throws IOException {
        writeJournal();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        if (Files.isReadable(file)) {
            assertEquals(20, JournalRig.recover(disk).size(), "root may read anything");
        } else {
            refused(ErrorCode.NO_PERMISSION, NAME);
        }
    }

    @Test
    void leftoversAndStrangersAreNoJournal() throws IOException {
        writeJournal();
        Files.writeString(temp.resolve(NEXT + ".tmp"), "half");
        Files.writeString(temp.resolve(JournalFileName.spare(3)), "space");
        Files.writeString(temp.resolve("journal-backup"), "not by us");
        Files.writeString(temp.resolve("journal-00000000000000FF"), "not by us");
        assertEquals(20, JournalRig.recover(disk).size());
        List<String> left = disk.list();
        assertTrue(left.stream().noneMatch(JournalFileName::isTemporary), left.toString());
        assertTrue(left.contains("journal-backup"));
    }
}
