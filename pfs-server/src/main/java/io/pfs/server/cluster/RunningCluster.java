package io.pfs.server.cluster;

import io.pfs.env.system.Messages;
import io.pfs.server.cluster.ClusterState.Hdfs;
import io.pfs.server.cluster.ClusterState.Server;
import io.pfs.server.cluster.ClusterState.Starter;
import io.pfs.server.cluster.Launcher.Launched;
import io.pfs.server.zookeeper.OwnZooKeeper;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** ZooKeeper in this process, HDFS if the pool is on it, and the servers that were started here; those that were added are found by what stands in the folder. */
final class RunningCluster implements AutoCloseable {
    private final ClusterFolder folder;
    private final OwnZooKeeper zooKeeper;
    private final Optional<OwnHdfs> hdfs;
    private final Launcher launcher;
    private final List<Launched> launched = new CopyOnWriteArrayList<>();
    private final AtomicBoolean isEnding = new AtomicBoolean();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private RunningCluster(ClusterFolder folder, OwnZooKeeper zooKeeper, Optional<OwnHdfs> hdfs, Launcher launcher) {
        this.folder = folder;
        this.zooKeeper = zooKeeper;
        this.hdfs = hdfs;
        this.launcher = launcher;
    }

    /** Has no server yet. When this process is told to end, all are stopped first. */
    static RunningCluster start(ClusterFolder folder, int seats, int port, Optional<OwnHdfs> hdfs) {
        OwnZooKeeper zooKeeper = OwnZooKeeper.start(folder.zooKeeper());
        Starter starter = new Starter(
                ProcessMark.of(ProcessHandle.current()), zooKeeper.address().toString(), port);
        Optional<Hdfs> pool = hdfs.map(OwnHdfs::hdfs);
        folder.write(new ClusterState(seats, starter, pool, List.of()));
        RunningCluster cluster = new RunningCluster(folder, zooKeeper, hdfs, new Launcher(folder, starter, pool));
        Runtime.getRuntime().addShutdownHook(new Thread(cluster::stop, "pfs-stop"));
        hdfs.ifPresent(it -> it.whenEnded(cluster::endWithHdfs));
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
            Messages.tell("server " + server.number() + " on " + server.address() + " has ended, with " + code);
        }
    }

    /** Nobody can serve then, nor hand over; what was answered is in its folder. */
    private void endWithHdfs(int code) {
        if (!isEnding.getAndSet(true)) {
            Messages.tell("HDFS has ended, with " + code
                    + ", and all servers with it; the next start goes on with what is in " + folder.path());
            processes().forEach(ProcessHandle::destroyForcibly);
            Messages.finish();
            Runtime.getRuntime().halt(1);
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
            Messages.finish();
            Runtime.getRuntime().halt(0);
        }
    }

    /** Stops all servers, then ZooKeeper, by which they hand over, and HDFS, into which they do. */
    @Override
    public void close() {
        if (isEnding.getAndSet(true)) {
            return;
        }
        List<ProcessHandle> processes = processes();
        processes.forEach(ProcessHandle::destroy);
        awaitEnd(processes);
        zooKeeper.close();
        hdfs.ifPresent(OwnHdfs::close);
        ended.complete(null);
    }

    /** Of all servers that run, or may. */
    private List<ProcessHandle> processes() {
        return Stream.concat(
                        launched.stream().map(one -> one.process().toHandle()),
                        folder.read().running().stream().flatMap(server -> server.process().running().stream()))
                .distinct()
                .toList();
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
        Messages.tell("a server (process " + process.pid() + ") has not ended within " + FolderOption.END_WITHIN_SECONDS
                + " s; it is killed");
        boolean unused = process.destroyForcibly();
    }
}
