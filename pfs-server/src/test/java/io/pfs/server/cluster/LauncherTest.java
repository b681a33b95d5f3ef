package io.pfs.server.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.cluster.ClusterState.Starter;
import io.pfs.server.cluster.Launcher.Launched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is heard of a server that was started. */
final class LauncherTest {
    private static final String READY = "PFS server ready on pfs://127.0.0.1:7 (data in x)\n";

    @TempDir
    private Path temporary;

    private Path log() {
        return temporary.resolve("server-1.log");
    }

    private void write(String text) throws IOException {
        Files.writeString(log(), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private Launcher launcher(long withinNs) {
        Starter starter = new Starter(ProcessMark.of(ProcessHandle.current()), "-", 0);
        return new Launcher(ClusterFolder.of(temporary), starter, Optional.empty(), withinNs);
    }

    /** A process that says nothing of its own, until it is ended. */
    private static Process silent() throws IOException {
        return new ProcessBuilder("cat").start();
    }

    @Test
    void linesAreReadOnceAndOnlyWhenTheyAreWhole() throws IOException {
        write(READY + "of a life before\n");
        ServerLog log = ServerLog.behind(log());
        assertEquals(List.of(), log.next());
        write("one\ntw");
        assertEquals(List.of("one"), log.next());
        assertEquals(List.of(), log.next());
        write("o\n\u00e4\n");
        assertEquals(List.of("two", "\u00e4"), log.next());
        String told = log.failure("gone").getMessage();
        assertTrue(told.contains("gone") && told.endsWith("one\ntwo\n\u00e4"), told);
    }

    @Test
    void aLogThatIsLongIsReadInSteps() throws IOException {
        write("");
        ServerLog log = ServerLog.behind(log());
        write("x".repeat(200_000) + "\n" + "line\n".repeat(20_000) + "last\n");
        assertTrue(log.failure("gone").getMessage().endsWith("line\nlast"));
        assertEquals(List.of(), log.next());
    }

    @Test
    void whoSaysThatItServesIsReady() throws Exception {
        write("");
        Process process = silent();
        try {
            Launched launched = new Launched(1, process, ServerLog.behind(log()));
            write("something\n" + READY);
            assertEquals("127.0.0.1:7", launcher(1).awaitReady(launched).address());
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void whoTakesTooLongIsEndedAndWhatItSaidIsTold() throws Exception {
        write("");
        Process process = silent();
        try {
            Launched launched = new Launched(1, process, ServerLog.behind(log()));
            write("ZooKeeper is not there\n");
            PfsException late =
                    assertThrows(PfsException.class, () -> launcher(1).awaitReady(launched));
            assertEquals(ErrorCode.IO_FAILED, late.code());
            assertTrue(late.getMessage().contains("did not serve within"), late.getMessage());
            assertTrue(late.getMessage().contains("ZooKeeper is not there"), late.getMessage());
            process.waitFor();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void whoHasEndedIsNotWaitedFor() throws Exception {
        write("");
        Process process = silent();
        Launched launched = new Launched(1, process, ServerLog.behind(log()));
        write("no such pool\n");
        process.destroyForcibly().waitFor();
        PfsException ended = assertThrows(
                PfsException.class, () -> launcher(Long.MAX_VALUE / 2).awaitReady(launched));
        assertTrue(ended.getMessage().contains("did not start"), ended.getMessage());
        assertTrue(ended.getMessage().contains("no such pool"), ended.getMessage());
    }
}
