package io.pfs.bench.elastic;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.store.RemoteFolders;
import io.pfs.server.zookeeper.OwnZooKeeper;
import io.pfs.wire.ClusterPicture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** A pool, ZooKeeper in this process, and servers in processes of their own, which come and go. None outlives this process. */
final class Fleet implements AutoCloseable {
    private static final long LOOK_AGAIN_NS = 50_000_000;
    private static final long SETTLED_WITHIN_S = 120;

    private final Path folder;
    private final FleetPool pool;
    private final Path config;
    private final OwnZooKeeper zooKeeper;
    private final Thread atExit = new Thread(this::killAll, "bench-kill");
    /** By their ages, the oldest first. */
    private final List<ServerProcess> running = new ArrayList<>();

    private int launched;
    private boolean isClosed;

    /** One without servers, in a folder that is empty. */
    Fleet(Path folder, FleetPool pool, int seats, int sessionSeconds) throws IOException {
        this.folder = folder;
        this.pool = pool;
        RemoteFolders.format(pool.at(), seats, new SystemClock(), new SystemEntropy());
        config = Files.writeString(folder.resolve("server.json"), "{ \"sessionSeconds\": " + sessionSeconds + " }");
        zooKeeper = OwnZooKeeper.start(folder.resolve("zookeeper"));
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Starts so many at once, and waits until all of them serve; returns where they do. */
    List<String> grow(int servers) throws IOException, InterruptedException {
        List<ServerProcess> begun = new ArrayList<>();
        for (int i = 0; i < servers; i++) {
            begun.add(launch());
        }
        List<String> addresses = new ArrayList<>();
        for (ServerProcess server : begun) {
            addresses.add(server.awaitReady());
        }
        return addresses;
    }

    private synchronized ServerProcess launch() throws IOException {
        if (isClosed) {
            throw new PfsException(ErrorCode.CLOSED, "the servers of this benchmark are being ended");
        }
        int number = ++launched;
        ServerProcess server = ServerProcess.launch(
                number,
                pool.settings(),
                List.of(
                        "--listen",
                        "127.0.0.1:0",
                        "--pool",
                        pool.at().toString(),
                        "--data",
                        folder.resolve("data-" + number).toString(),
                        "--zookeeper",
                        zooKeeper.address().toString(),
                        "--config",
                        config.toString()));
        running.add(server);
        return server;
    }

    /** Has the youngest hand over and end, all at once; returns when they have. */
    void shrink(int servers) throws InterruptedException {
        List<ServerProcess> leaving = youngest(servers);
        leaving.forEach(ServerProcess::stop);
        for (ServerProcess server : leaving) {
            server.awaitEnd();
            forget(server);
        }
    }

    private synchronized List<ServerProcess> youngest(int servers) {
        return List.copyOf(running.subList(running.size() - servers, running.size()));
    }

    /** Kills the oldest. */
    void killOne() {
        ServerProcess oldest = oldest();
        oldest.kill();
        forget(oldest);
    }

    private synchronized ServerProcess oldest() {
        return running.get(0);
    }

    private synchronized void forget(ServerProcess server) {
        running.remove(server);
    }

    /** As clients name those that run, all of which serve. */
    synchronized String uri() throws InterruptedException {
        List<String> addresses = new ArrayList<>();
        for (ServerProcess server : running) {
            addresses.add(server.awaitReady());
        }
        return "pfs://" + String.join(",", addresses);
    }

    synchronized int servers() {
        return running.size();
    }

    /** Waits until each seat is served by whom it is to be, and only those are members that run. */
    void awaitSettled(Pfs pfs) {
        long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLED_WITHIN_S);
        while (!isSettled(pfs.cluster().look())) {
            if (System.nanoTime() - untilNs > 0) {
                throw new PfsException(
                        ErrorCode.BUSY, "the seats did not come to rest within " + SETTLED_WITHIN_S + " s");
            }
            LockSupport.parkNanos(this, LOOK_AGAIN_NS);
        }
    }

    private boolean isSettled(ClusterPicture picture) {
        return picture.isCurrent()
                && picture.servers().size() == servers()
                && IntStream.range(0, picture.seats().size()).allMatch(picture::isServed)
                && picture.seats().stream().allMatch(seat -> seat.holder().equals(seat.wanted()));
    }

    private synchronized void killAll() {
        isClosed = true;
        running.forEach(ServerProcess::kill);
        running.clear();
    }

    /** Kills whatever runs. */
    @Override
    public void close() {
        killAll();
        zooKeeper.close();
        try {
            boolean unused = Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // this process ends, and the hook runs
        }
    }
}
