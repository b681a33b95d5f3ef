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
 * A process is {@code PID/START/COMMAND}, as its {@link ProcessMark} is written; {@code PID/START} in the first folders.
 *
 * @param seats of the pool
 * @param servers by their numbers, those that ended, too
 */
record ClusterState(int seats, Starter starter, List<Server> servers) {
    private static final String FORMAT = "pfs cluster 1";

    /**
     * Who started it.
     *
     * @param zooKeeper where that is
     * @param port of the first server; 0 if each has any that is free
     */
    record Starter(ProcessMark process, String zooKeeper, int port) {}

    /** One of the servers. */
    record Server(int number, ProcessMark process, String address) {}

    ClusterState {
        servers = servers.stream().sorted(Comparator.comparing(Server::number)).toList();
    }

    static ClusterState parse(List<String> lines) {
        try {
            if (lines.get(0).equals(FORMAT)) {
                return read(lines);
            }
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw new PfsException(ErrorCode.CORRUPT, "these lines say nothing of a cluster: " + lines, e);
        }
        throw new PfsException(ErrorCode.NOT_OURS, "it begins with '" + lines.get(0) + "', not '" + FORMAT + "'");
    }

    private static ClusterState read(List<String> lines) {
        String[] starter = lines.get(2).split(" ", -1);
        return new ClusterState(
                Integer.parseInt(lines.get(1).split(" ", -1)[1]),
                new Starter(ProcessMark.parse(starter[1]), starter[2], Integer.parseInt(starter[3])),
                lines.stream()
                        .skip(3)
                        .map(line -> line.split(" ", -1))
                        .map(words -> new Server(Integer.parseInt(words[1]), ProcessMark.parse(words[2]), words[3]))
                        .toList());
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(FORMAT);
        lines.add("seats " + seats);
        lines.add("started " + starter.process() + " " + starter.zooKeeper() + " " + starter.port());
        servers.forEach(
                server -> lines.add("server " + server.number() + " " + server.process() + " " + server.address()));
        return lines;
    }

    /** The same with one more server, or with another process of one. */
    ClusterState with(Server server) {
        Stream<Server> others = servers.stream().filter(other -> other.number() != server.number());
        return new ClusterState(
                seats, starter, Stream.concat(others, Stream.of(server)).toList());
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
