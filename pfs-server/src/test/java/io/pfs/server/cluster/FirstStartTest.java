package io.pfs.server.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.cluster.ClusterState.Hdfs;
import io.pfs.server.cluster.ClusterState.Server;
import io.pfs.server.cluster.ClusterState.Starter;
import io.pfs.server.store.FolderTree;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The folder of a cluster, and what the first start makes in it. */
final class FirstStartTest {
    private static final int USUAL = 12;

    @TempDir
    private Path temporary;

    private ClusterFolder folder() {
        return ClusterFolder.of(temporary.resolve("cluster"));
    }

    private int start(Optional<Integer> wanted) {
        return start(Optional.empty(), wanted);
    }

    private int start(Optional<Hdfs> hdfs, Optional<Integer> wanted) {
        try (ClusterFolder.Held unused = folder().claim()) {
            return FirstStart.seats(folder(), hdfs, wanted, USUAL, 0);
        }
    }

    /** In a container that was started again, who starts has the number and the command line of who started before. */
    @Test
    void whoHasTheNumberOfTheLastStarterStarts() {
        assertEquals(5, start(Optional.of(5)));
        ProcessMark self = ProcessMark.of(ProcessHandle.current());
        ProcessMark last = new ProcessMark(self.pid(), self.startMillis() - 3_600_000, self.command());
        folder().write(new ClusterState(5, new Starter(last, "-", 0), Optional.empty(), List.of()));
        StartCommand command = new StartCommand();
        new CommandLine(command).parseArgs("--folder", folder().path().toString(), "--seats", "6");
        assertRefused("has 5 seats, for good", command::call); // which is asked of who may start
    }

    @Test
    void whereServersStillRunNobodyStarts() throws Exception {
        assertEquals(5, start(Optional.of(5)));
        Process server = new ProcessBuilder("cat").start();
        Starter ended = new Starter(new ProcessMark(server.pid(), 0, 0), "-", 0);
        folder().write(new ClusterState(
                5, ended, Optional.empty(), List.of(new Server(1, ProcessMark.of(server.toHandle()), "127.0.0.1:1"))));
        StartCommand command = new StartCommand();
        new CommandLine(command).parseArgs("--folder", folder().path().toString(), "--seats", "6");
        assertRefused("bin/pfs cluster stop", command::call);
        server.destroyForcibly().waitFor();
        assertRefused("has 5 seats, for good", command::call);
    }

    private static void assertRefused(String words, Runnable work) {
        PfsException refused = assertThrows(PfsException.class, work::run);
        assertEquals(ErrorCode.USAGE, refused.code());
        assertTrue(refused.getMessage().contains(words), refused.getMessage());
    }

    @Test
    void howManySeatsThereAreIsSaidOnce() {
        assertEquals(5, start(Optional.of(5)));
        assertEquals(5, start(Optional.empty()));
        assertRefused("has 5 seats, for good", () -> start(Optional.of(6)));
    }

    /** After each of these steps somebody may press Ctrl-C. */
    @Test
    void aFirstStartMayBeBrokenOffAnywhere() throws IOException {
        folder().claim().close();
        assertTrue(Files.isDirectory(folder().path()));
        Files.writeString(folder().path().resolve("cluster.next"), "pfs clu");
        assertEquals(5, start(Optional.of(5)));

        Files.move(folder().pool(), folder().poolNext());
        Files.delete(folder().poolNext().resolve("superblock"));
        assertEquals(6, start(Optional.of(6)), "no pool was made of five seats");
        assertTrue(Files.exists(folder().pool().resolve("superblock")));
        assertFalse(Files.exists(folder().poolNext()));
    }

    /** What of HDFS is there before its pool is whole has nothing in it. */
    @Test
    void aFirstStartOnHdfsMayBeBrokenOffAnywhere() throws IOException {
        Optional<Hdfs> hdfs = Optional.of(Hdfs.wanted("lib/*"));
        assertEquals(5, start(hdfs, Optional.of(5)));
        Path half = folder().hdfs().resolve("names").resolve("current");
        Files.createDirectories(half);
        assertEquals(6, start(hdfs, Optional.of(6)));
        assertFalse(Files.exists(half));
        Files.createDirectories(half);
        ClusterFolder.make(folder().hdfsPoolMade());
        assertRefused("has 6 seats, for good", () -> start(hdfs, Optional.of(5)));
        assertEquals(6, start(hdfs, Optional.empty()));
        assertTrue(Files.exists(half));
    }

    @Test
    void whereTheFileSystemIsIsSaidOnce() throws IOException {
        Optional<Hdfs> hdfs = Optional.of(Hdfs.wanted("lib/*"));
        assertEquals(USUAL, start(Optional.empty()));
        assertRefused("start it without --hdfs", () -> start(hdfs, Optional.empty()));
        FolderTree.remove(folder().pool());
        assertEquals(USUAL, start(hdfs, Optional.empty()));
        Files.createDirectories(folder().hdfs());
        ClusterFolder.make(folder().hdfsPoolMade());
        assertRefused("start it with --hdfs", () -> start(Optional.empty()));
    }

    /** Nobody has to fetch HDFS to hear that it does not fit. */
    @Test
    void whatWasMadeWithoutHdfsIsRefusedBeforeHdfsIsMissed() {
        assertEquals(USUAL, start(Optional.empty()));
        StartCommand command = new StartCommand();
        new CommandLine(command).parseArgs("--folder", folder().path().toString(), "--hdfs");
        assertRefused("start it without --hdfs", command::call);
    }

    /** Which is for good then. */
    @Test
    void whereServersCanNotListenNoPoolIsMade() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            StartCommand command = new StartCommand();
            new CommandLine(command)
                    .parseArgs(
                            "--folder", folder().path().toString(), "--port", Integer.toString(other.getLocalPort()));
            assertRefused("port " + other.getLocalPort(), command::call);
        }
        assertEquals(5, start(Optional.of(5)));
    }

    @Test
    void whereNoClusterIsNoneIsAdded() {
        AddCommand command = new AddCommand();
        new CommandLine(command).parseArgs("--folder", folder().path().toString());
        assertRefused("no cluster was started in", command::call);
        assertFalse(Files.exists(folder().path()));
    }

    @Test
    void aFolderWithAnythingElseIsLeftAlone() throws IOException {
        Files.createDirectories(folder().path());
        Files.writeString(folder().path().resolve("thesis.txt"), "years of work");
        assertRefused("is not empty", () -> start(Optional.empty()));
        try (var files = Files.list(folder().path())) {
            assertEquals(
                    List.of("thesis.txt"),
                    files.map(file -> file.getFileName().toString()).toList());
        }
    }

    @Test
    void oneStartsInAFolderAtATime() {
        ClusterFolder.Held first = folder().claim();
        assertRefused("is started in", () -> start(Optional.empty()));
        first.close();
        assertEquals(USUAL, start(Optional.empty()));
    }

    @Test
    void nobodyElseLooksIntoIt() throws IOException {
        assertEquals(USUAL, start(Optional.empty()));
        for (Path its : List.of(folder().path(), folder().pool())) {
            assertEquals(
                    "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(its)), its.toString());
        }
    }

    @Test
    void whyAFolderCanNotBeUsedIsSaidInWords() throws IOException {
        Files.writeString(temporary.resolve("cluster"), "no folder");
        PfsException refused = assertThrows(PfsException.class, () -> folder().claim());
        assertEquals(ErrorCode.IO_FAILED, refused.code());
        assertTrue(refused.getMessage().contains("is no folder"), refused.getMessage());
        assertFalse(refused.getMessage().contains("java."), refused.getMessage());
    }
}
