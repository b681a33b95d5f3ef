package io.pfs.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code bin/pfs cluster start --hdfs}, as the documents say to try it. */
@Tag("nightly") // what differs from a cluster on a folder others show in every build; this takes a minute and a half
final class TriedClusterOnHdfsTest extends TriedCluster {
    private final ExecutorService thread = Executors.newSingleThreadExecutor();

    @Test
    void aFreshServerHasAllThatWasWrittenWhileOneWasAddedAndOneKilled() throws Exception {
        List<String> names;
        Process cluster = start(1, "--hdfs");
        try {
            names = writeWhileServersComeAndGo(awaitReady(cluster));
            assertEquals(3, running().size(), "who started it, HDFS, the server that was added");
            cluster.destroy();
            assertEquals(0, cluster.waitFor());
            assertEquals(List.of(), running());
        } finally {
            thread.shutdownNow();
            cluster.destroyForcibly().waitFor();
        }
        deleteFoldersOfServers();
        Process again = start(1, "--hdfs");
        try (Pfs pfs = connect(awaitReady(again))) {
            verify(pfs, names);
            List<ProcessHandle> all = running();
            assertEquals(3, all.size());
            again.destroyForcibly();
            all.forEach(process -> process.onExit().join());
        } finally {
            again.destroyForcibly().waitFor();
        }
    }

    private List<String> writeWhileServersComeAndGo(String uri) throws Exception {
        try (Pfs pfs = connect(uri)) {
            Semaphore answered = new Semaphore(0);
            Semaphore end = new Semaphore(0);
            Future<List<String>> written = thread.submit(() -> write(pfs, answered, end));
            answered.acquire(50);
            cluster("add");
            answered.acquire(50);
            String status = cluster("status");
            requireLine(status, "HDFS on hdfs://127.0.0.1:\\d+ runs .*");
            requireLine(status, "    [AB]  " + addressOf(2) + ": 3 seats, .*");
            cluster("kill", "1");
            answered.acquire(50);
            end.release();
            verify(pfs, written.get());
            return written.get();
        }
    }

    private void deleteFoldersOfServers() throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            List<File> folders = files.filter(Files::isDirectory)
                    .filter(file -> file.getFileName().toString().startsWith("server-"))
                    .map(Path::toFile)
                    .toList();
            assertEquals(2, folders.size());
            folders.forEach(its -> assertTrue(FileUtil.fullyDelete(its)));
        }
    }
}
