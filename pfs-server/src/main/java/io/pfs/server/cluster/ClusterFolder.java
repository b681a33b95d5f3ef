package io.pfs.server.cluster;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Where a cluster for trying has all that it has. It is its owner's alone, as are the folders in it. */
record ClusterFolder(Path path) {
    private static final String STATE = "cluster";
    private static final String STATE_NEXT = STATE + ".next";
    /** Had by who starts, for as long as he lives. */
    private static final String STARTER_LOCK = "starter.lock";
    /** Had by who reads which servers there are, and makes more. */
    private static final String GROWTH_LOCK = "growth.lock";
    /** What stands in the folder before the state does. */
    private static final List<String> BEFORE_STATE = List.of(STARTER_LOCK, STATE_NEXT);

    /** Absolute, as servers get it that may be started elsewhere. */
    static ClusterFolder of(Path path) {
        return new ClusterFolder(path.toAbsolutePath().normalize());
    }

    Path pool() {
        return path.resolve("pool");
    }

    /** A pool that is being made. */
    Path poolNext() {
        return path.resolve("pool.next");
    }

    /** An HDFS that has the pool instead. */
    Path hdfs() {
        return path.resolve("hdfs");
    }

    /** What a client of that HDFS goes by. */
    Path hdfsConf() {
        return hdfs().resolve("conf");
    }

    /** There once the pool on HDFS is whole. */
    Path hdfsPoolMade() {
        return hdfs().resolve("pool-made");
    }

    Path hdfsLog() {
        return logs().resolve("hdfs.log");
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

    Path logs() {
        return path.resolve("logs");
    }

    Path log(int server) {
        return logs().resolve("server-" + server + ".log");
    }

    /** A lock on a file, until it is closed or its process ends. */
    record Held(FileChannel channel) implements AutoCloseable {
        @Override
        public void close() {
            boolean unused = attempt(() -> {
                channel.close();
                return true;
            });
        }
    }

    /** Makes the folder, unless something else is in it, and keeps others from starting there. May be repeated wherever a start ended. */
    Held claim() {
        return attempt(() -> {
            makeFolder(path);
            requireOurs();
            FileChannel channel = openLock(STARTER_LOCK);
            if (!isLocked(channel)) {
                channel.close();
                throw new PfsException(
                        ErrorCode.USAGE,
                        "a cluster is started in " + path + " already, or runs there, or is being stopped;"
                                + " bin/pfs cluster stop --folder " + path + " stops it");
            }
            return new Held(channel);
        });
    }

    private void requireOurs() throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            boolean isOther = files.anyMatch(
                    file -> !BEFORE_STATE.contains(file.getFileName().toString()));
            if (isOther && !Files.exists(path.resolve(STATE))) {
                throw new PfsException(
                        ErrorCode.USAGE, path + " is not empty, and no cluster was started in it; name another folder");
            }
        }
    }

    private FileChannel openLock(String name) throws IOException {
        return FileChannel.open(path.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // had by this very process
        }
    }

    /** Makes a folder that others can't look into; one that is there stays as it is. */
    static void makeFolder(Path folder) {
        Path unused = attempt(() -> Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))));
    }

    /** Does something about which servers there are, one after the other: also in other processes. */
    <T> T alone(Supplier<T> work) {
        return attempt(() -> {
            try (FileChannel channel = openLock(GROWTH_LOCK);
                    FileLock lock = channel.lock()) {
                Check.that(lock.isValid(), "a lock is had until it is closed");
                return work.get();
            }
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
        Path next = path.resolve(STATE_NEXT);
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

    /** Makes a file of which only counts that it is there: also after a loss of power, before anybody goes by it. */
    static void make(Path file) {
        boolean unused = attempt(() -> {
            try (FileChannel made = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileChannel parent = FileChannel.open(file.resolveSibling("."), StandardOpenOption.READ)) {
                made.force(true);
                parent.force(true);
                return true;
            }
        });
    }

    /** Something that is done with files. */
    interface Work<T> {
        T run() throws IOException;
    }

    static <T> T attempt(Work<T> work) {
        try {
            return work.run();
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "the folder of a cluster can't be used: " + why(e), e);
        }
    }

    private static String why(IOException failure) {
        if (failure instanceof NoSuchFileException missing) {
            return missing.getFile() + " does not exist";
        } else if (failure instanceof AccessDeniedException denied) {
            return "this user may not use " + denied.getFile();
        } else if (failure instanceof FileAlreadyExistsException exists) {
            return exists.getFile() + " exists, and is no folder";
        }
        return Optional.ofNullable(failure.getMessage()).orElse("the reason is not known");
    }
}
