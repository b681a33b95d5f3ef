package io.pfs.hadoop.fs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.client.file.FileContent;
import io.pfs.client.file.FileInfo;
import io.pfs.hadoop.testing.ServedFolder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bytes that come with a status to who opens the file then. Time passes only where the test lets it. */
final class StatusBringsBytesTest {
    @TempDir
    private java.nio.file.Path folder;

    private final AtomicLong nowNs = new AtomicLong();
    private ServedFolder server;
    private Pfs pfs;
    private Views views;

    @BeforeEach
    void start() {
        server = ServedFolder.startAsElsewhere(folder);
        pfs = Pfs.connect(server.uri().toString());
        views = new Views(pfs, new Foresight(true, nowNs::get));
        pfs.files().mkdirs("/d/deeper");
        for (String name : List.of("a", "b", "c")) {
            pfs.files().write("/d/" + name, name.getBytes(StandardCharsets.UTF_8));
        }
        read("/d/a"); // shows how files are read here
    }

    @AfterEach
    void end() {
        pfs.close();
        server.close();
    }

    private String read(String path) {
        Optional<FileInfo> info = views.stat(path);
        FileContent content = views.look(path);
        byte[] bytes = new byte[(int) info.orElseThrow().size()];
        content.content().readAt(0, bytes, 0, bytes.length);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void aFileThatIsOpenedAfterItsStatusCostsOne() {
        server.answered();
        assertEquals("b", read("/d/b"));
        assertEquals("c", read("/d/c"));
        assertEquals(List.of("ReadRow", "ReadRow"), server.answered());
    }

    @Test
    void whoOpensSomethingElseGetsNoMoreThanTheStatus() {
        views.stat("/d/b");
        views.look("/d/c");
        server.answered();
        views.stat("/d/b");
        assertEquals("b", read("/d/b"));
        assertEquals(List.of("ReadRow", "ReadRow", "ReadRow"), server.answered());
    }

    @Test
    void whatIsWrittenMeanwhileHereIsSeen() {
        views.stat("/d/b");
        pfs.files().write("/d/b", new byte[] {1, 2});
        views.changed();
        assertEquals(2, views.look("/d/b").content().length());
    }

    @Test
    void theyAreGoodForAMoment() {
        views.stat("/d/b");
        pfs.files().write("/d/b", new byte[] {1, 2});
        nowNs.addAndGet(100_000_000L);
        assertEquals(2, views.look("/d/b").content().length());
    }

    @Test
    void theyAreKeptForTheThreadThatAsked() throws Exception {
        views.stat("/d/b");
        pfs.files().write("/d/b", new byte[] {1, 2});
        Thread other =
                new Thread(() -> assertEquals(2, views.look("/d/b").content().length()));
        AtomicLong failures = new AtomicLong();
        other.setUncaughtExceptionHandler((thread, failure) -> failures.incrementAndGet());
        other.start();
        other.join();
        assertEquals(0, failures.get());
        byte[] seen = new byte[1];
        views.look("/d/b").content().readAt(0, seen, 0, 1);
        assertArrayEquals(new byte[] {'b'}, seen, "as it was when its status was asked for");
    }

    @Test
    void theBytesOfALargeFileAreNotBrought() {
        pfs.files().write("/d/large", new byte[3 << 20]);
        server.answered();
        assertEquals(3 << 20, views.stat("/d/large").orElseThrow().size());
        assertEquals(List.of("ReadRow"), server.answered());
        assertEquals(3 << 20, views.look("/d/large").content().length());
    }

    @Test
    void whatIsNoFileIsWhatItIs() {
        assertTrue(views.stat("/d/deeper").orElseThrow().isDirectory());
        read("/d/a");
        read("/d/a");
        assertEquals(Optional.empty(), views.stat("/d/none"));
        assertThrows(PfsException.class, () -> views.look("/d/none"));
    }
}
