package io.pfs.server.audit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands in the file when the disk takes no more, and when it does again. */
final class AuditFileTest {
    private static final int KEPT = 1;

    @TempDir
    private Path folder;

    /** So many bytes, and the disk is full. */
    private int room = Integer.MAX_VALUE;

    private final List<String> troubles = new ArrayList<>();

    private Path path() {
        return folder.resolve("audit.log");
    }

    private AuditFile open(long bytesMax) throws IOException {
        return new AuditFile(path(), bytesMax, KEPT, this::write, troubles::add);
    }

    private int write(FileChannel channel, ByteBuffer bytes) throws IOException {
        if (room == 0) {
            throw new IOException("No space left on device");
        }
        ByteBuffer some = bytes.slice(bytes.position(), Math.min(room, bytes.remaining()));
        int written = channel.write(some);
        bytes.position(bytes.position() + written);
        room -= written;
        return written;
    }

    private static void write(AuditFile file, String lines) throws IOException {
        file.write(lines.getBytes(US_ASCII));
    }

    private void writeWhenFull(AuditFile file, int left, String lines) {
        room = left;
        assertThrows(IOException.class, () -> write(file, lines));
        room = Integer.MAX_VALUE;
    }

    private String content() throws IOException {
        return Files.readString(path());
    }

    @Test
    void aLineIsNotJoinedToWhatIsThereOfAnother() throws IOException {
        try (AuditFile file = open(1000)) {
            write(file, "one\n");
            writeWhenFull(file, 2, "two\n");
            writeWhenFull(file, 0, "three\n");
            write(file, "four\n");
            assertEquals("one\ntw\nfour\n", content());
            writeWhenFull(file, 0, "five\n");
            writeWhenFull(file, 4, "six\nseven\n");
            write(file, "eight\n");
            assertEquals("one\ntw\nfour\nsix\neight\n", content(), "no empty lines where none was begun");
        }
    }

    @Test
    void whoGoesOnWithAFileBeginsALine() throws IOException {
        try (AuditFile file = open(1000)) {
            writeWhenFull(file, 2, "one\n");
        }
        try (AuditFile file = open(1000)) {
            write(file, "two\n");
            write(file, "three\n");
        }
        assertEquals("on\ntwo\nthree\n", content());
    }

    /** As where it is a file by itself that is mounted into a container. */
    @Test
    void whatCanNotBeTurnedIsAddedTo() throws IOException {
        Path inTheWay = Files.createDirectories(folder.resolve("audit.log.1").resolve("a"));
        try (AuditFile file = open(80)) {
            write(file, "x".repeat(79) + "\n");
            write(file, "one\n");
            write(file, "two\n");
            assertEquals("x".repeat(79) + "\none\ntwo\n", content());
            Files.delete(inTheWay);
            write(file, "three\n");
            assertEquals("x".repeat(79) + "\none\ntwo\nthree\n", content(), "it is not tried with each line");
            write(file, "four\n");
            assertEquals("four\n", content());
            assertEquals(1, troubles.size(), troubles::toString);
            assertTrue(
                    troubles.get(0).contains("can't be moved to " + folder.resolve("audit.log.1")), troubles::toString);
        }
        assertEquals("x".repeat(79) + "\none\ntwo\nthree\n", Files.readString(folder.resolve("audit.log.1")));
    }

    /** Else all that is kept would go, one with each try. */
    @Test
    void whatIsKeptStaysWhereTheFileItselfCanNotBeMoved() throws IOException {
        Files.writeString(folder.resolve("audit.log.2"), "old\n");
        try (AuditFile file = new AuditFile(path(), 4, 2, troubles::add)) {
            write(file, "one\n");
            write(file, "two\n");
        }
        assertEquals("old\n", Files.readString(folder.resolve("audit.log.2")), "there was room before it");
        assertEquals("one\n", Files.readString(folder.resolve("audit.log.1")));
    }

    @Test
    void aNewFileBeginsWithALine() throws IOException {
        try (AuditFile file = open(4)) {
            writeWhenFull(file, 6, "one-and-more\n");
            write(file, "two\n");
        }
        assertEquals("two\n", content());
        assertEquals("one-an", Files.readString(folder.resolve("audit.log.1")));
    }
}
