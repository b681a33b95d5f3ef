package io.pfs.server.cluster;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Where a cluster for trying has all that it has. */
record ClusterFolder(Path path) {
    private static final String STATE = "cluster";

    /** Absolute, as servers get it that may be started elsewhere. */
    static ClusterFolder of(Path path) {
        return new ClusterFolder(path.toAbsolutePath().normalize());
    }

    Path pool() {
        return path.resolve("pool");
    }

    Path zooKeeper() {
        return path.resolve("zookeeper");
    }

    Path data(int server) {
        return path.resolve("server-" + server);
    }

    Path config() {
        return path.resolve("server.json");
    }

    Path log(int server) {
        return path.resolve("logs").resolve("server-" + server + ".log");
    }

    /** Makes what is missing, unless something else is there. */
    void prepare() {
        attempt(() -> {
            Files.createDirectories(path);
            try (Stream<Path> files = Files.list(path)) {
                if (files.findAny().isPresent() && !Files.exists(path.resolve(STATE))) {
                    throw new PfsException(
                            ErrorCode.USAGE,
                            path + " is not empty, and no cluster was started in it; name another folder");
                }
            }
            Files.createDirectories(path.resolve("logs"));
            return path;
        });
    }

    /** What was said last of what runs here; empty if nothing ever was. */
    Optional<ClusterState> find() {
        Path file = path.resolve(STATE);
        return attempt(() ->
                Files.exists(file) ? Optional.of(ClusterState.parse(Files.readAllLines(file))) : Optional.empty());
    }

    ClusterState read() {
        return find().orElseThrow(() -> new PfsException(
                ErrorCode.USAGE,
                "no cluster was started in " + path + "; bin/pfs cluster start --folder " + path + " does that"));
    }

    /** Refuses one that does not run. */
    ClusterState readRunning() {
        ClusterState state = read();
        if (!state.isRunning()) {
            throw new PfsException(ErrorCode.USAGE, "the cluster in " + path + " does not run");
        }
        return state;
    }

    void write(ClusterState state) {
        Path next = path.resolve(STATE + ".next");
        Path unused = attempt(() -> {
            Files.write(next, state.lines());
            return Files.move(next, path.resolve(STATE), StandardCopyOption.ATOMIC_MOVE);
        });
    }

    /** Changes what stands there, one after the other. */
    void change(UnaryOperator<ClusterState> change) {
        boolean unused = attempt(() -> {
            try (FileChannel channel = FileChannel.open(
                            path.resolve("cluster.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                write(change.apply(read()));
                return lock.isValid();
            }
        });
    }

    void write(Path file, List<String> lines) {
        Path unused = attempt(() -> Files.write(file, lines));
    }

    /** Something that is done with files. */
    interface Work<T> {
        T run() throws IOException;
    }

    static <T> T attempt(Work<T> work) {
        try {
            return work.run();
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "a folder of a cluster can't be used: " + e, e);
        }
    }
}
