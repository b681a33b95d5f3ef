package io.pfs.server.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.cluster.ClusterState.Server;
import io.pfs.server.cluster.ClusterState.Starter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is stopped while it ends by itself. */
final class StopCommandTest {
    @TempDir
    private Path folder;

    /** A process that does nothing of its own, until it is ended. */
    private static Process silent() throws IOException {
        return new ProcessBuilder("cat").start();
    }

    private static Server server(int number, Process process) {
        return new Server(number, ProcessMark.of(process.toHandle()), "127.0.0.1:" + number);
    }

    private int stop(String... more) {
        StopCommand command = new StopCommand();
        new CommandLine(command)
                .setOut(new PrintWriter(Writer.nullWriter()))
                .parseArgs(Stream.concat(Stream.of("--folder", folder.toString()), Stream.of(more))
                        .toArray(String[]::new));
        return command.call();
    }

    /** Two servers are the same process here, so the second has ended when it is its turn. */
    @Test
    void whoHasEndedByItselfMeanwhileKeepsNoOtherFromBeingStopped() throws Exception {
        Process first = silent();
        Process last = silent();
        Starter starter = new Starter(new ProcessMark(first.pid(), 0, 0), "-", 0);
        ClusterFolder.of(folder)
                .write(new ClusterState(
                        3, starter, Optional.empty(), List.of(server(1, first), server(2, first), server(3, last))));
        try {
            assertEquals(0, stop());
            // the system is asked: a Process hears of its own end by a thread, later than others may
            assertFalse(first.toHandle().isAlive());
            assertFalse(last.toHandle().isAlive());
            PfsException refused = assertThrows(PfsException.class, () -> stop("2"));
            assertEquals(ErrorCode.NOT_FOUND, refused.code());
        } finally {
            first.destroyForcibly().waitFor();
            last.destroyForcibly().waitFor();
        }
    }
}
