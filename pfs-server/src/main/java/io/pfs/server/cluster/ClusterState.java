package io.pfs.server.cluster;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What runs on a folder: text, a line each, that people can read, too.
 *
 * <pre>
 *   pfs cluster 1
 *   seats COUNT
 *   started PROCESS ZOOKEEPER PORT   who started it all and has ZooKeeper; which port the first server has
 *   server NUMBER PROCESS HOST:PORT
 * </pre>
 *
 * One on HDFS is {@code pfs cluster 2}, which has a line more, the fourth:
 *
 * <pre>
 *   hdfs PROCESS URI CLASSPATH       what servers need of Hadoop, to the end of the line
 * </pre>
 *
 * A process is {@code PID/START/COMMAND}, as its {@link ProcessMark} is written; {@code PID/START} in the first folders.
 *
 * @param seats of the pool
 * @param hdfs where the pool is, if not in the folder itself
 * @param servers by their numbers, those that ended, too
 */
record ClusterState(int seats, Starter starter, Optional<Hdfs> hdfs, List<Server> servers) {
    private static final String FORMAT = "pfs cluster 1";
    private static final String FORMAT_ON_HDFS = "pfs cluster 2";
    private static final int HDFS_WORDS = 4;

    /**
     * Who started it.
     *
     * @param zooKeeper where that is
     * @param port of the first server; 0 if each has any that is free
     */
    record Starter(ProcessMark process, String zooKeeper, int port) {}

    /**
     * An HDFS that has the pool.
     *
     * @param uri where it is
     * @param classPath what its process and each server need of Hadoop
     */
    record Hdfs(ProcessMark process, String uri, String classPath) {
        private static final String NOWHERE = "-";

        /** One that is to be started by this process. */
        static Hdfs wanted(String classPath) {
            return new Hdfs(ProcessMark.of(ProcessHandle.current()), NOWHERE, classPath);
        }

        String pool() {
            return uri + "/pfs";
        }
    }

    /** One of the servers. */
    record Server(int number, ProcessMark process, String address) {}

    ClusterState {
        servers = servers.stream().sorted(Comparator.comparing(Server::number)).toList();
    }

    static ClusterState parse(List<String> lines) {
        try {
            return switch (lines.get(0)) {
                case FORMAT -> read(lines, Optional.empty(), 3);
                case FORMAT_ON_HDFS -> read(lines, Optional.of(readHdfs(lines.get(3))), 4);
                default ->
                    throw new PfsException(
                            ErrorCode.NOT_OURS,
                            "it begins with '" + lines.get(0) + "', not '" + FORMAT + "' or '" + FORMAT_ON_HDFS + "'");
            };
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw new PfsException(ErrorCode.CORRUPT, "these lines say nothing of a cluster: " + lines, e);
        }
    }

    private static Hdfs readHdfs(String line) {
        String[] words = line.split(" ", HDFS_WORDS);
        return new Hdfs(ProcessMark.parse(words[1]), words[2], words[3]);
    }

    private static ClusterState read(List<String> lines, Optional<Hdfs> hdfs, int serversAt) {
        String[] starter = lines.get(2).split(" ", -1);
        return new ClusterState(
                Integer.parseInt(lines.get(1).split(" ", -1)[1]),
                new Starter(ProcessMark.parse(starter[1]), starter[2], Integer.parseInt(starter[3])),
                hdfs,
                lines.stream()
                        .skip(serversAt)
                        .map(line -> line.split(" ", -1))
                        .map(words -> new Server(Integer.parseInt(words[1]), ProcessMark.parse(words[2]), words[3]))
                        .toList());
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(hdfs.isPresent() ? FORMAT_ON_HDFS : FORMAT);
        lines.add("seats " + seats);
        lines.add("started " + starter.process() + " " + starter.zooKeeper() + " " + starter.port());
        hdfs.ifPresent(it -> lines.add("hdfs " + it.process() + " " + it.uri() + " " + it.classPath()));
        servers.forEach(
                server -> lines.add("server " + server.number() + " " + server.process() + " " + server.address()));
        return lines;
    }

    /** The same with one more server, or with another process of one. */
    ClusterState with(Server server) {
        Stream<Server> others = servers.stream().filter(other -> other.number() != server.number());
        return new ClusterState(
                seats, starter, hdfs, Stream.concat(others, Stream.of(server)).toList());
    }

    Server server(int number) {
        return servers.stream()
                .filter(server -> server.number() == number)
                .findFirst()
                .orElseThrow(() -> new PfsException(
                        ErrorCode.NOT_FOUND,
                        "there is no server " + number + ", but "
                                + servers.stream().map(Server::number).toList()));
    }

    int nextNumber() {
        return servers.stream().mapToInt(Server::number).max().orElse(0) + 1;
    }

    List<Server> running() {
        return servers.stream()
                .filter(server -> server.process().running().isPresent())
                .toList();
    }

    boolean isRunning() {
        return starter.process().running().isPresent();
    }

    /** As clients name those that run; empty if none does. */
    Optional<String> uri() {
        List<String> addresses = running().stream().map(Server::address).toList();
        return addresses.isEmpty() ? Optional.empty() : Optional.of("pfs://" + String.join(",", addresses));
    }
}
