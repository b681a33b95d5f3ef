package io.pfs.server.serve;

import io.pfs.Check;
import io.pfs.Epoch;
import io.pfs.ServerId;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.server.remote.Tenure;
import io.pfs.server.store.HeldSeats.Closed;
import io.pfs.server.store.HeldSeats.Ending;
import io.pfs.server.store.HeldSeats.Failure;
import io.pfs.server.store.PoolAt;
import io.pfs.server.store.RemoteFolders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Servers in one process that share a pool in a folder, and who moves seats between them as a coordinator would. */
final class MovingSeats implements AutoCloseable {
    static final Epoch FIRST = new Epoch(1);

    private final Path folder;
    private final PoolAt pool;
    private final long[] epochs;
    private final TreeMap<Integer, SeatServer> servers = new TreeMap<>();
    private final List<Optional<Address>> where;
    private final Queue<Failure> failures = new ConcurrentLinkedQueue<>();
    private long version = 1;

    /**
     * How long a move took.
     *
     * @param unservedNs from when the one took nothing in any more until the other did
     */
    record Move(Closed closed, long openNs, long unservedNs) {}

    MovingSeats(Path folder, int seats) {
        this.folder = made(folder);
        this.pool = new PoolAt.Folder(poolIn(folder));
        this.epochs = new long[seats];
        this.where = new ArrayList<>(Collections.nCopies(seats, Optional.empty()));
        RemoteFolders.format(pool, seats, new SystemClock(), new SystemEntropy());
    }

    private static Path made(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path poolIn(Path folder) {
        return folder.resolve("pool");
    }

    int seats() {
        return epochs.length;
    }

    /** Starts a server that has no seat yet. */
    void start(int server) {
        servers.put(server, start(folder, server, map(), failures::add));
    }

    /** The same, for who knows where seats are. */
    static SeatServer start(Path folder, int server, ClusterMap map, Consumer<Failure> failed) {
        Settings settings = new Settings();
        settings.set(Setting.LISTEN, "127.0.0.1:0");
        settings.set(Setting.DATA, folder.resolve("data-" + server).toString());
        return SeatServer.start(ServerConfig.of(settings, 1L << 30, 2), new PoolAt.Folder(poolIn(folder)), map, failed);
    }

    /** A server of another process has taken all seats, in the first epoch. */
    void allTakenBy(Address address) {
        for (int seat = 0; seat < seats(); seat++) {
            Check.that(nextEpoch(seat).equals(FIRST), "nobody had it before", seat);
            where.set(seat, Optional.of(address));
        }
        publish();
    }

    /** It is no more. */
    void allLost() {
        Collections.fill(where, Optional.empty());
        publish();
    }

    private Epoch nextEpoch(int seat) {
        return new Epoch(++epochs[seat]);
    }

    /** A seat that nobody has, or whose holder's session is over. */
    void open(int seat, int server) {
        open(seat, server, Tenure.LOCKED);
    }

    void open(int seat, int server, Tenure tenure) {
        servers.get(server).open(new ServerId(seat), nextEpoch(seat), tenure);
        where.set(seat, Optional.of(servers.get(server).address()));
        publish();
    }

    Closed close(int seat, int server, Ending how) {
        where.set(seat, Optional.empty());
        Closed closed = servers.get(server).close(new ServerId(seat), how);
        publish();
        return closed;
    }

    /** In order, from who has it. */
    Move move(int seat, int to) {
        Closed closed = close(seat, holderOf(seat), Ending.IN_ORDER);
        long beganNs = System.nanoTime();
        open(seat, to);
        long openNs = System.nanoTime() - beganNs;
        return new Move(closed, openNs, closed.unservedNs() + openNs);
    }

    int holderOf(int seat) {
        return servers.entrySet().stream()
                .filter(server -> server.getValue().held().contains(new ServerId(seat)))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    /** One that is told of nothing any more, and has lost all that it had without order. */
    void end(int server) {
        SeatServer ended = servers.remove(server);
        ended.held().forEach(seat -> where.set(seat.value(), Optional.empty()));
        ended.close();
    }

    /** Those that nobody has. */
    List<Integer> free() {
        List<Integer> free = new ArrayList<>();
        for (int seat = 0; seat < seats(); seat++) {
            if (where.get(seat).isEmpty()) {
                free.add(seat);
            }
        }
        return free;
    }

    private ClusterMap map() {
        return new ClusterMap(version, where);
    }

    void publish() {
        version++;
        servers.values().forEach(server -> server.publish(map()));
    }

    List<Failure> failures() {
        return List.copyOf(failures);
    }

    Pfs connect(ClientOptions options) {
        String addresses = Stream.concat(
                        servers.values().stream().map(SeatServer::address),
                        where.stream().flatMap(Optional::stream))
                .map(Address::toString)
                .distinct()
                .collect(Collectors.joining(","));
        return Pfs.connect("pfs://" + addresses, options);
    }

    @Override
    public void close() {
        List.copyOf(servers.keySet()).forEach(this::end);
    }
}
