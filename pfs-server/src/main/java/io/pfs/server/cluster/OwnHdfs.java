package io.pfs.server.cluster;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.system.Messages;
import io.pfs.server.cluster.ClusterState.Hdfs;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;

/**
 * HDFS on this machine, alone, for trying: in a process of its own, which ends with this one, and in the cluster's folder. Its classes are not on the class path
 * of this process.
 */
final class OwnHdfs implements AutoCloseable {
    /** Where its jars are, as a class path: {@code bin/pfs cluster start --hdfs} says so. */
    static final String CLASS_PATH_PROPERTY = "pfs.hdfs.classpath";

    private static final String MAIN = "io.pfs.server.hdfs.HdfsMain";
    private static final String READY = "HDFS ready on ";
    /**
     * Ctrl-C, and a terminal that is closed, are told to all processes of the terminal. This one is needed until the servers have handed over, and ends when its
     * input does.
     */
    private static final String WITHOUT_SIGNALS = "trap '' INT HUP; exec \"$@\"";

    /** Of its start the optimizing compiler takes a third, and pays in minutes. */
    private static final String SOON = "-XX:TieredStopAtLevel=1";

    private final ClusterFolder folder;
    private final Process process;
    private final Hdfs hdfs;

    private OwnHdfs(ClusterFolder folder, Process process, Hdfs hdfs) {
        this.folder = folder;
        this.process = process;
        this.hdfs = hdfs;
    }

    /** What there is of HDFS; refused if this was started without. */
    static Hdfs wanted() {
        return Optional.ofNullable(System.getProperty(CLASS_PATH_PROPERTY))
                .map(Hdfs::wanted)
                .orElseThrow(() -> new PfsException(
                        ErrorCode.USAGE,
                        "--hdfs needs the jars of HDFS, which bin/pfs cluster start --hdfs brings;"
                                + " without bin/pfs, -D" + CLASS_PATH_PROPERTY + "=JAR:JAR... names them"));
    }

    /** Begins with what is in its folder, if there is something; returns when it serves. */
    static OwnHdfs start(ClusterFolder folder, Hdfs wanted) {
        ClusterFolder.makeFolder(folder.hdfs());
        ServerLog said = ServerLog.behind(folder.hdfsLog());
        List<String> command = new ArrayList<>(List.of("sh", "-c", WITHOUT_SIGNALS, "sh"));
        command.addAll(List.of(Launcher.java(), "-Xmx512m", "-XX:+UseSerialGC", SOON));
        command.addAll(List.of("-cp", wanted.classPath(), MAIN, folder.hdfs().toString()));
        Process process = begin(folder, command);
        String uri = new ReadyLine("HDFS", READY).await(process, said, Launcher.READY_WITHIN_NS);
        return new OwnHdfs(folder, process, new Hdfs(ProcessMark.of(process.toHandle()), uri, wanted.classPath()));
    }

    /** Its input is held until this process ends, or closes it. */
    private static Process begin(ClusterFolder folder, List<String> command) {
        return ClusterFolder.attempt(() -> new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.hdfsLog().toFile()))
                .start());
    }

    Hdfs hdfs() {
        return hdfs;
    }

    /** Makes the pool of so many seats, unless it is there. By a process, as this one has nothing of Hadoop. */
    void makePool(int seats) {
        if (Files.exists(folder.hdfsPoolMade())) {
            return;
        }
        ServerLog said = ServerLog.behind(folder.hdfsLog());
        List<String> command = new ArrayList<>(Launcher.pfs(folder, Optional.of(hdfs)));
        command.addAll(List.of("admin", "format", "--seats", Integer.toString(seats), hdfs.pool()));
        int code = begin(folder, command).onExit().join().exitValue();
        if (code != 0) {
            throw said.failure("no pool could be made on HDFS");
        }
        ClusterFolder.make(folder.hdfsPoolMade());
    }

    /** Has somebody told of its end, with the exit code, also if it has ended. */
    void whenEnded(IntConsumer told) {
        CompletableFuture<Void> unused = process.onExit().thenAccept(ended -> told.accept(ended.exitValue()));
    }

    /** Ends it. */
    @Override
    public void close() {
        boolean unused = ClusterFolder.attempt(() -> {
            process.getOutputStream().close();
            return true;
        });
        try {
            Process unusedProcess = process.onExit().get(FolderOption.END_WITHIN_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            Messages.tell("HDFS (process " + process.pid() + ") has not ended within " + FolderOption.END_WITHIN_SECONDS
                    + " s; it is killed");
            Process unusedProcess = process.destroyForcibly();
        }
    }
}
