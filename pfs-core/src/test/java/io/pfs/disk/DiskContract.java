package io.pfs.disk;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What every disk does; those that reserve space do more ({@link ReservingDiskContract}). */
public abstract class DiskContract {
    private Disk disk;

    /** An empty folder. */
    protected abstract Disk newDisk();

    @BeforeEach
    public final void openDisk() {
        disk = newDisk();
    }

    @AfterEach
    public final void closeDisk() {
        disk.close();
    }

    /** Runs what must fail and returns the failure, which must have this code and name the file. */
    public static PfsException assertRefused(ErrorCode code, String name, Executable call) {
        PfsException refusal = assertThrows(PfsException.class, call);
        assertEquals(code, refusal.code(), refusal.getMessage());
        assertTrue(refusal.getMessage().contains(name), refusal.getMessage());
        return refusal;
    }

    @Test
    public void newFolderIsEmpty() {
        assertEquals(List.of(), disk.list());
        assertFalse(disk.exists("a"));
        assertTrue(disk.usableBytes() > 0);
        assertTrue(disk.usableBytes() <= disk.totalBytes());
        assertFalse(disk.location().isEmpty());
    }

    @Test
    public void createdFileIsListedAndEmpty() {
        try (DiskFile file = disk.create("a")) {
            assertEquals("a", file.name());
            assertEquals(0, file.size());
        }
        assertTrue(disk.exists("a"));
        assertEquals(List.of("a"), disk.list());
    }

    @Test
    public void createRefusesATakenName() {
        write("a", "kept");
        assertRefused(ErrorCode.FILE_EXISTS, "a", () -> disk.create("a"));
        assertEquals("kept", read("a"));
    }

    @Test
    public void listIsSorted() {
        for (String name : List.of("c-1", "a", "b.tmp", "b", "0")) {
            write(name, "");
        }
        assertEquals(List.of("0", "a", "b", "b.tmp", "c-1"), disk.list());
    }

    @Test
    public void whatIsMissingCantBeOpenedRenamedDeleted() {
        assertRefused(ErrorCode.FILE_MISSING, "nothing", () -> disk.open("nothing"));
        assertRefused(ErrorCode.FILE_MISSING, "nothing", () -> disk.delete("nothing"));
        assertRefused(ErrorCode.FILE_MISSING, "nothing", () -> disk.rename("nothing", "else"));
    }

    @Test
    public void renameKeepsBytesAndNeverReplaces() {
        write("a", "first");
        write("b", "second");
        assertRefused(ErrorCode.FILE_EXISTS, "b", () -> disk.rename("a", "b"));
        assertEquals("first", read("a"));
        assertEquals("second", read("b"));
        disk.rename("a", "c");
        assertEquals("first", read("c"));
        assertEquals(List.of("b", "c"), disk.list());
    }

    @Test
    public void openFileSurvivesItsRename() {
        try (DiskFile file = disk.create("a")) {
            disk.rename("a", "b");
            file.write(bytes("later"), 0);
            file.force();
        }
        assertEquals("later", read("b"));
    }

    @Test
    public void deletedNameIsFreeAgain() {
        write("a", "old");
        disk.delete("a");
        assertFalse(disk.exists("a"));
        write("a", "new");
        disk.forceFolder();
        assertEquals("new", read("a"));
    }

    @Test
    public void writeTakesOnlyWhatRemainsInTheBuffer() {
        ByteBuffer part = bytes("0123456789").position(3).limit(5);
        try (DiskFile file = disk.create("a")) {
            file.write(part, 0);
        }
        assertEquals(0, part.remaining());
        assertEquals("34", read("a"));
    }

    @Test
    public void readStopsAtTheEnd() {
        write("a", "0123456789");
        try (DiskFile file = disk.open("a")) {
            ByteBuffer target = ByteBuffer.allocate(8);
            assertEquals(4, file.read(target, 6));
            assertEquals(4, target.position());
            assertEquals(0, file.read(target, 10));
            assertEquals(0, file.read(target, 1L << 33));
            assertEquals(0, file.read(ByteBuffer.allocate(0), 0));
        }
    }

    @Test
    public void twoHandlesSeeTheSameBytes() {
        try (DiskFile writer = disk.create("a");
                DiskFile reader = disk.open("a")) {
            writer.write(bytes("seen"), 0);
            ByteBuffer target = ByteBuffer.allocate(4);
            assertEquals(4, reader.read(target, 0));
            assertArrayEquals(bytes("seen").array(), target.array());
        }
    }

    @Test
    public void writesFollowEachOther() {
        try (DiskFile file = disk.create("a")) {
            file.write(bytes("01234"), 0);
            file.flush();
            file.write(bytes("567"), 5);
            file.force();
            file.write(bytes("89"), 8);
            assertEquals(10, file.size());
            file.truncate(10);
        }
        assertEquals("0123456789", read("a"));
    }

    @Test
    public void aReaderSeesMoreAsTheFileGrows() {
        try (DiskFile writer = disk.create("a");
                DiskFile reader = disk.open("a")) {
            for (int i = 0; i < 5; i++) {
                writer.write(bytes("seen" + i), 5L * i);
                ByteBuffer target = ByteBuffer.allocate(9);
                assertEquals(5, reader.read(target, 5L * i));
                assertEquals('0' + i, target.get(4));
                assertEquals(5L * (i + 1), reader.size());
            }
        }
    }

    /** The disk that the test is on. */
    protected final Disk disk() {
        return disk;
    }

    /** Makes a file. */
    protected final void write(String name, String text) {
        try (DiskFile file = disk.create(name)) {
            file.write(bytes(text), 0);
            file.force();
        }
    }

    /** All of a file. */
    protected final String read(String name) {
        try (DiskFile file = disk.open(name)) {
            ByteBuffer all = ByteBuffer.allocate((int) file.size());
            assertEquals(all.capacity(), file.read(all, 0));
            return new String(all.array(), ISO_8859_1);
        }
    }

    /** Of a text, a character each. */
    protected static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(ISO_8859_1));
    }
}
