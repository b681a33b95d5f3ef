package io.pfs.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.inspect.FolderCheck;
import io.pfs.server.store.EmbeddedServer;
import io.pfs.testing.Seeds;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowFound;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the process as it ships asks of the operating system: a kill leaves the page cache alive, so only the calls
 * themselves show whether an acknowledgement waited for the force of what it depends on.
 */
final class SystemCallTest {
    private static final int ROWS = 40;
    /** No more threads than so many write and force. */
    private static final int WORKERS_MAX = 4;

    @TempDir
    private Path temporary;

    private int runs;

    @BeforeEach
    void requireStrace() {
        assumeTrue(Strace.works(), "strace is not there, or may not watch a process");
    }

    private static List<Integer> numbers(int day, int night) {
        List<Integer> numbers = new ArrayList<>();
        for (int n = 1; n <= (Seeds.nightly() ? night : day); n++) {
            numbers.add(n);
        }
        return numbers;
    }

    /** One that is formatted, so that only what comes then is watched. */
    private Path newFolder() {
        runs++;
        Path folder = temporary.resolve("data-" + runs);
        EmbeddedServer.open(folder, Durability.SYNC).close();
        return folder;
    }

    @Test
    void everyAcknowledgementFollowsTheForceOfWhatItDependsOn() throws IOException, InterruptedException {
        Path log = temporary.resolve("calls");
        List<String> said = Strace.run(
                newFolder(),
                ROWS,
                log,
                "-e",
                "trace=pwrite64,write,fdatasync,fsync,openat,rename",
                "-e",
                "signal=none");
        assertEquals(ROWS, count(said, "done "));
        CallTrace trace = new CallTrace();
        Files.readAllLines(log).forEach(trace::line);
        assertEquals(List.of(), trace.violations());
        assertEquals(ROWS, trace.acknowledged());
        assertTrue(trace.forces() >= ROWS, trace.forces() + " forces");
        assertTrue(trace.namesMade() >= 2, trace.namesMade() + " files were made: a journal and a segment");
    }

    /** Each thread of the process has its own count of calls: with so many rows, that of a worker comes to this number. */
    private static int rowsFor(int nthCall) {
        return ROWS + WORKERS_MAX * nthCall;
    }

    @Test
    void aForceThatFailsAcknowledgesNothing() throws IOException, InterruptedException {
        int stopped = 0;
        for (int nth : numbers(5, 60)) {
            Path folder = newFolder();
            List<String> said = Strace.run(
                    folder,
                    rowsFor(nth),
                    temporary.resolve("calls"),
                    "-e",
                    "trace=fdatasync",
                    "-e",
                    "signal=none",
                    "-e",
                    "inject=fdatasync:error=EIO:when=" + nth);
            boolean isRefusedAtOnce = !said.contains("open"); // then the force of its opening failed
            assertTrue(isRefusedAtOnce || count(said, "refused ") > 0, "the force that failed shows: " + said);
            stopped += isRefusedAtOnce ? 0 : 1;
            requireKept(folder, said);
        }
        assertTrue(stopped > 0, "one failed while rows were written");
    }

    @Test
    void aFullDiskRefusesWritesAndLetsThemGoOnLater() throws IOException, InterruptedException {
        for (int nth : numbers(3, 30)) {
            Path folder = newFolder();
            List<String> said = Strace.run(
                    folder,
                    rowsFor(nth + 8),
                    temporary.resolve("calls"),
                    "-e",
                    "trace=pwrite64",
                    "-e",
                    "signal=none",
                    "-e",
                    "inject=pwrite64:error=ENOSPC:when=" + (nth + 6) + ".." + (nth + 8));
            int lastRefused = last(said, "refused ");
            assertTrue(lastRefused >= 0, "the full disk shows: " + said);
            assertTrue(!said.contains("cannot read"), "what is there can be read: " + said);
            assertTrue(last(said, "done ") > lastRefused, "writes go on without a restart: " + said);
            requireKept(folder, said);
        }
    }

    private static long count(List<String> said, String what) {
        return said.stream().filter(line -> line.startsWith(what)).count();
    }

    private static int last(List<String> said, String what) {
        for (int i = said.size() - 1; i >= 0; i--) {
            if (said.get(i).startsWith(what)) {
                return i;
            }
        }
        return -1;
    }

    /** What was acknowledged is there, what was refused is there whole or not at all, and nothing else. */
    private static void requireKept(Path folder, List<String> said) {
        Set<Integer> done = new TreeSet<>();
        said.stream()
                .filter(line -> line.startsWith("done "))
                .forEach(line -> done.add(Integer.valueOf(line.substring(5))));
        assertEquals(List.of(), FolderCheck.damage(folder, new SystemClock(), new SystemEntropy()), said.toString());
        try (EmbeddedServer server = EmbeddedServer.open(folder, Durability.SYNC)) {
            Asked asked = new Asked(server, 2);
            long tried = count(said, "try ");
            for (int row = 0; row < tried; row++) {
                Reply reply = asked.ask(
                        server.facts().root().base(),
                        TracedWriter.read(server.facts().root(), row));
                boolean isAbsent = reply instanceof Refused refused && refused.code() == ErrorCode.NOT_FOUND;
                if (done.contains(row) || !isAbsent) {
                    byte[] found = ((RowFound) reply).found().cells().get(0).orElseThrow();
                    assertArrayEquals(TracedWriter.content(row), found, "row " + row + " after " + said);
                }
            }
        }
        assertEquals(
                List.of(),
                FolderCheck.damage(folder, new SystemClock(), new SystemEntropy()),
                "a recovery after " + said);
    }
}
