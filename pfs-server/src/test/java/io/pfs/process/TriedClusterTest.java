package io.pfs.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code bin/pfs cluster}, as the documents say to try it. */
final class TriedClusterTest extends TriedCluster {
    @Test
    void whatANewcomerTriesLosesNothing() throws Exception {
        Process cluster = start(3);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            String uri = awaitReady(cluster);
            try (Pfs pfs = connect(uri)) {
                Semaphore answered = new Semaphore(0);
                Semaphore end = new Semaphore(0);
                Future<List<String>> written = thread.submit(() -> write(pfs, answered, end));
                answered.acquire(50);
                cluster("kill", "2");
                answered.acquire(50);
                String added = cluster("add");
                answered.acquire(50);
                String fourth = addressOf(4);
                assertTrue(added.contains("server 4 serves on pfs://" + fourth), added);
                said(0, "admin", "drain", "--fs", "pfs://" + fourth, addressOf(3));
                String status = statusOnceGone(addressOf(2));
                requireLine(status, "server 2 on " + addressOf(2) + " has ended");
                requireLine(status, "    [A-C]  " + addressOf(3) + ": 0 seats, 0 shards, drained, .*");
                requireLine(status, "    [A-C]  " + fourth + ": 3 seats, .*");
                answered.acquire(50);
                end.release();
                verify(pfs, written.get());
            }
            assertEquals(4, running().size());
            cluster("stop");
            assertEquals(List.of(), running());
            assertEquals(0, cluster.waitFor());
        } finally {
            thread.shutdownNow();
            cluster.destroyForcibly().waitFor();
        }
    }

    /** Each reads which numbers there are, and takes one behind them. */
    @Test
    @Tag("nightly")
    void serversThatAreAddedAtOnceAreTwo() throws Exception {
        Process cluster = start(1);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            String unused = awaitReady(cluster);
            Future<String> one = threads.submit(() -> cluster("add"));
            Future<String> other = threads.submit(() -> cluster("add"));
            String told = one.get() + other.get();
            assertTrue(told.contains("server 2 serves") && told.contains("server 3 serves"), told);
            assertEquals(4, running().size());
            cluster("stop");
            assertEquals(List.of(), running());
        } finally {
            threads.shutdownNow();
            cluster.destroyForcibly().waitFor();
        }
    }

    @Test
    @Tag("nightly")
    void serversEndWithWhoStartedThem() throws Exception {
        Process cluster = start(1);
        try {
            assertTrue(awaitReady(cluster).startsWith("pfs://127.0.0.1:"));
            List<ProcessHandle> all = running();
            assertEquals(2, all.size());
            cluster.destroyForcibly();
            all.forEach(process -> process.onExit().join());
        } finally {
            cluster.destroyForcibly().waitFor();
        }
    }
}
