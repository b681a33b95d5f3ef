package io.pfs.server.cluster;

import io.pfs.server.cluster.ClusterState.Server;
import io.pfs.server.cluster.ClusterState.Starter;
import io.pfs.server.cluster.Launcher.Launched;
import io.pfs.server.zookeeper.OwnZooKeeper;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** ZooKeeper in this process, and the servers that were started here; those that were added are found by what stands in the folder. */
final class RunningCluster implements AutoCloseable {
    private final ClusterFolder folder;
    private final OwnZooKeeper zooKeeper;
    private final Launcher launcher;
    private final List<Launched> launched = new CopyOnWriteArrayList<>();
    private final AtomicBoolean isEnding = new AtomicBoolean();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private RunningCluster(ClusterFolder folder, OwnZooKeeper zooKeeper, Launcher launcher) {
        this.folder = folder;
        this.zooKeeper = zooKeeper;
        this.launcher = launcher;
    }

    /** Has no server yet. When this process is told to end, all are stopped first. */
    static RunningCluster start(ClusterFolder folder, int seats, int port) {
        OwnZooKeeper zooKeeper = OwnZooKeeper.start(folder.zooKeeper());
        Starter starter = new Starter(
                ProcessMark.of(ProcessHandle.current()), zooKeeper.address().toString(), port);
        folder.write(new ClusterState(seats, starter, List.of()));
        RunningCluster cluster = new RunningCluster(folder, zooKeeper, new Launcher(folder, starter));
        Runtime.getRuntime().addShutdownHook(new Thread(cluster::stop, "pfs-stop"));
        return cluster;
    }

    /** Starts so many servers at once; returns when all serve. */
    ClusterState launch(int servers) {
        return folder.alone(() -> launchAlone(servers));
    }

    private ClusterState launchAlone(int servers) {
        IntStream.rangeClosed(1, servers).mapToObj(launcher::launch).forEach(launched::add);
        for (Launched one : launched) {
            Server server = launcher.awaitReady(one);
            folder.change(state -> state.with(server));
            CompletableFuture<Void> unused =
                    one.process().onExit().thenAccept(process -> tellOfEnd(server, process.exitValue()));
        }
        return folder.read();
    }

    private void tellOfEnd(Server server, int code) {
        if (!isEnding.get()) {
            System.err.println(
                    "pfs: server " + server.number() + " on " + server.address() + " has ended, with " + code);
        }
    }

    /** Until this process is told to end; it is told from elsewhere that all has been stopped. */
    void awaitEnd() {
        ended.join();
    }

    /** Who was told to stop, and did, has done what was wanted: the exit code is 0, not that of the signal. */
    private void stop() {
        boolean isFirst = !isEnding.get();
        close();
        if (isFirst) {
            Runtime.getRuntime().halt(0);
        }
    }

    /** Stops all servers, then ZooKeeper, by which they hand over. */
    @Override
    public void close() {
        if (isEnding.getAndSet(true)) {
            return;
        }
        List<ProcessHandle> processes = Stream.concat(
                        launched.stream().map(one -> one.process().toHandle()),
                        folder.read().running().stream().flatMap(server -> server.process().running().stream()))
                .distinct()
                .toList();
        processes.forEach(ProcessHandle::destroy);
        awaitEnd(processes);
        zooKeeper.close();
        ended.complete(null);
    }

    /** All have the same time for it. */
    private static void awaitEnd(List<ProcessHandle> processes) {
        CompletableFuture<?>[] ends =
                processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new);
        try {
            Void unused = CompletableFuture.allOf(ends).get(FolderOption.END_WITHIN_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            processes.stream().filter(ProcessHandle::isAlive).forEach(RunningCluster::kill);
        }
    }

    private static void kill(ProcessHandle process) {
        System.err.println("pfs: a server (process " + process.pid() + ") has not ended within "
                + FolderOption.END_WITHIN_SECONDS + " s; it is killed");
        boolean unused = process.destroyForcibly();
    }
}
