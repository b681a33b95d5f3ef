package io.pfs.server.cluster;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.cli.ShellWord;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Option;

/** Which cluster a command is about. */
final class FolderOption {
    private static final String DEFAULT = "pfs-cluster";
    /** A server that is told to end is given so long to hand over. */
    static final long END_WITHIN_SECONDS = 30;

    /** Who started all needs longer than each of them. */
    static final long STARTER_ENDS_WITHIN_SECONDS = 45;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            defaultValue = DEFAULT,
            description = "Where all of the cluster is (default: ./${DEFAULT-VALUE}).")
    private Path path = Path.of(DEFAULT);

    ClusterFolder folder() {
        return ClusterFolder.of(path);
    }

    /** As another command is to name it. */
    String text() {
        return path.equals(Path.of(DEFAULT)) ? "" : " --folder " + ShellWord.of(path.toString());
    }

    /** Waits until a process has ended that was told to. */
    static void awaitEnd(ProcessHandle process, String what, long withinSeconds) {
        try {
            ProcessHandle unused = process.onExit().get(withinSeconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            throw new PfsException(
                    ErrorCode.BUSY,
                    what + " (process " + process.pid() + ") has not ended within " + withinSeconds + " s",
                    e);
        }
    }
}
