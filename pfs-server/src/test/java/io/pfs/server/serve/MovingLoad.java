package io.pfs.server.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableOptions;
import io.pfs.table.SpreadPolicy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/** Clients that write, read, rename and remove rows all the time, and know what was acknowledged. */
final class MovingLoad implements AutoCloseable {
    private static final String SHARED = "/shared";
    private static final String BELOW = "/below-";
    private static final int LARGE_BYTES = 100_000;
    /** Of each client: what goes on for long is to be no larger for it. */
    private static final int ROWS_MAX = 2_000;

    private final List<CompletableFuture<Void>> clients = new ArrayList<>();
    private final List<Client> all = new ArrayList<>();
    private final Semaphore done = new Semaphore(0);
    private volatile boolean isEnding;

    /** What one client knows of its rows: which bytes each has. */
    private final class Client implements Runnable {
        private final Pfs pfs;
        private final int number;
        private final Table own;
        private final Table shared;
        private final TreeMap<String, byte[]> acknowledged = new TreeMap<>();
        private long slowestNs;

        Client(Pfs pfs, int number) {
            this.pfs = pfs;
            this.number = number;
            this.own = pfs.createTable("/own-" + number);
            this.shared = pfs.ensureTable(SHARED, TableOptions.DEFAULT.withSpreadPolicy(SpreadPolicy.ALWAYS));
        }

        @Override
        public void run() {
            for (int step = 0; !isEnding; step++) {
                long beganNs = System.nanoTime();
                take(step);
                if (acknowledged.size() > ROWS_MAX) {
                    remove(acknowledged.firstKey());
                }
                slowestNs = Math.max(slowestNs, System.nanoTime() - beganNs);
                done.release();
            }
        }

        private void take(int step) {
            String name = "row-" + number + "-" + step;
            byte[] content = content(name, step);
            Table table = step % 2 == 0 ? own : shared;
            table.put(name, "content", content);
            acknowledged.put(path(table, name), content);
            assertArrayEquals(content, table.get(name, "content").orElseThrow(), name);
            if (step % 5 == 0) {
                pfs.files().rename(path(table, name), path(own, "moved-" + name));
                acknowledged.remove(path(table, name));
                acknowledged.put(path(own, "moved-" + name), content);
            } else if (step % 7 == 0) {
                assertTrue(table.delete(name));
                acknowledged.remove(path(table, name));
            } else if (step % 11 == 0) {
                pfs.createTable("/own-" + number + BELOW + step).put("a", "content", content);
                acknowledged.put("/own-" + number + BELOW + step + "/a", content);
            }
        }

        private void remove(String path) {
            int end = path.lastIndexOf('/');
            if (path.contains(BELOW)) {
                pfs.files().deleteTree(path.substring(0, end));
            } else {
                assertTrue((path.startsWith(SHARED) ? shared : own).delete(path.substring(end + 1)), path);
            }
            acknowledged.remove(path);
        }

        private String path(Table table, String name) {
            return (table == own ? "/own-" + number : SHARED) + "/" + name;
        }

        private byte[] content(String name, int step) {
            return step % 13 == 0
                    ? name.repeat(LARGE_BYTES / name.length()).getBytes(StandardCharsets.UTF_8)
                    : name.getBytes(StandardCharsets.UTF_8);
        }
    }

    /** Each client has a connection of its own. */
    MovingLoad(List<Pfs> connections) {
        for (int i = 0; i < connections.size(); i++) {
            Client client = new Client(connections.get(i), i);
            all.add(client);
            clients.add(CompletableFuture.runAsync(client, MovingLoad::inThread)
                    .whenComplete(
                            (none, failure) -> done.release(1 << 20))); // who waits for more must not wait for ever
        }
    }

    private static void inThread(Runnable task) {
        Thread thread = new Thread(task, "moving-load");
        thread.setDaemon(true);
        thread.start();
    }

    /** Waits until so many more operations were done. */
    void awaitMore(int operations) {
        done.drainPermits();
        done.acquireUninterruptibly(operations);
    }

    /** Ends it; fails if any operation failed. */
    void end() {
        isEnding = true;
        clients.forEach(CompletableFuture::join);
    }

    int acknowledged() {
        return all.stream().mapToInt(client -> client.acknowledged.size()).sum();
    }

    long slowestNs() {
        return all.stream().mapToLong(client -> client.slowestNs).max().orElse(0);
    }

    /** All that was acknowledged is there, and nothing else. */
    void verify(Pfs pfs) {
        int rows = 0;
        for (Client client : all) {
            client.acknowledged.forEach(
                    (path, content) -> assertArrayEquals(content, pfs.files().readAll(path), path));
            rows += client.acknowledged.size();
        }
        assertEquals(rows, count(pfs, "/"), "rows that are there");
    }

    private static int count(Pfs pfs, String folder) {
        return pfs.files().list(folder).stream()
                .mapToInt(file -> file.isDirectory() ? count(pfs, (folder + "/" + file.name()).replace("//", "/")) : 1)
                .sum();
    }

    @Override
    public void close() {
        isEnding = true;
    }
}
