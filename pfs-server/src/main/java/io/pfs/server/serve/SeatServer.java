package io.pfs.server.serve;

import io.pfs.Epoch;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.client.net.ClusterConnection;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.net.Network;
import io.pfs.server.remote.CoordinatorId;
import io.pfs.server.remote.Tenure;
import io.pfs.server.rpc.RpcServer;
import io.pfs.server.rpc.Serving;
import io.pfs.server.store.HeldSeats;
import io.pfs.server.store.HeldSeats.Closed;
import io.pfs.server.store.HeldSeats.Ending;
import io.pfs.server.store.HeldSeats.Failure;
import io.pfs.server.store.HeldSeatsSetup;
import io.pfs.server.store.PoolAt;
import io.pfs.server.store.RemoteFolders;
import io.pfs.server.store.ScratchSeat;
import io.pfs.server.table.SpreadRule;
import io.pfs.wire.FileSystemFacts;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A server whose seats come and go as it is told, and the network before it. */
final class SeatServer implements AutoCloseable {
    /** Of the map that a server begins with. */
    static final long NOWHERE_VERSION = 1;

    private static final int HEAP_SHARE = 4;

    private final HeldSeats seats;
    private final ClusterDesk desk;
    private final ClusterConnection others;
    private final Doorkeeper door;
    private final Network network;
    private final RpcServer rpc;

    private SeatServer(
            HeldSeats seats,
            ClusterDesk desk,
            ClusterConnection others,
            Doorkeeper door,
            Network network,
            RpcServer rpc) {
        this.seats = seats;
        this.desk = desk;
        this.others = others;
        this.door = door;
        this.network = network;
        this.rpc = rpc;
    }

    /** Opens the pool and listens; serves no seat yet, and knows of none where it is. */
    static SeatServer start(ServerConfig config, PoolAt at, Consumer<Failure> failed) {
        RemoteFolders pool = RemoteFolders.open(at);
        ClusterMap nowhere = new ClusterMap(NOWHERE_VERSION, Collections.nCopies(pool.seats(), Optional.empty()));
        return start(config, at, pool, nowhere, failed);
    }

    /**
     * The same, for who knows.
     *
     * @param map where seats are, as far as it is known
     * @param failed hears of seats that serve nothing any more though nobody closed them
     */
    static SeatServer start(ServerConfig config, PoolAt at, ClusterMap map, Consumer<Failure> failed) {
        return start(config, at, RemoteFolders.open(at), map, failed);
    }

    private static SeatServer start(
            ServerConfig config, PoolAt at, RemoteFolders pool, ClusterMap map, Consumer<Failure> failed) {
        ServerNetworks networks = closingUnless(pool, () -> {
            config.requireTransport();
            config.requireSync();
            return ServerNetworks.of(config);
        });
        ClusterConnection others = networks.toOthers(map, pool.facts());
        HeldSeats seats = hold(config, at, pool, others, failed);
        try {
            Doorkeeper door = Doorkeeper.start(config, Doorkeeper.users(config), new SystemClock());
            return listen(config, networks, map, seats, others, door);
        } catch (PfsException e) {
            seats.close();
            throw e;
        }
    }

    private static <T> T closingUnless(RemoteFolders pool, Supplier<T> task) {
        try {
            return task.get();
        } catch (PfsException e) {
            pool.close();
            throw e;
        }
    }

    private static HeldSeats hold(
            ServerConfig config, PoolAt at, RemoteFolders pool, ClusterConnection others, Consumer<Failure> failed) {
        long memoryBytes = config.cacheBytes().orElse(Runtime.getRuntime().maxMemory() / HEAP_SHARE);
        HeldSeatsSetup setup =
                new HeldSeatsSetup(at, config.data(), config.durability(), memoryBytes, spreadRule(config));
        try {
            return new HeldSeats(pool, setup, others, failed);
        } catch (PfsException e) {
            others.close();
            pool.close();
            throw e;
        }
    }

    private static SpreadRule spreadRule(ServerConfig config) {
        return config.coordinator().map(CoordinatorSettings::spreadRule).orElse(SpreadRule.DEFAULT);
    }

    private static SeatServer listen(
            ServerConfig config,
            ServerNetworks networks,
            ClusterMap map,
            HeldSeats seats,
            ClusterConnection others,
            Doorkeeper door) {
        Network network = networks.toClients();
        ClusterDesk desk = new ClusterDesk(seats);
        try {
            Serving serving = new Serving(desk, map, networks.secret(), config.limits())
                    .knowing(door.askers(), door.audit())
                    .telling(seats.place());
            RpcServer rpc = RpcServer.start(network, config.listen(), serving, new SystemClock(), new SystemEntropy());
            return new SeatServer(seats, desk, others, door, network, rpc);
        } catch (PfsException e) {
            network.close();
            door.close();
            throw e;
        }
    }

    FileSystemFacts facts() {
        return seats.facts();
    }

    /** How many seats there are, here and elsewhere. */
    int count() {
        return seats.count();
    }

    /** Refused with {@code NOT_OURS} if somebody else than this one gives out the seats of the pool. Blocks. */
    void requireCoordinator(CoordinatorId id) {
        seats.requireCoordinator(id);
    }

    Address address() {
        return rpc.address();
    }

    /** A seat to be tried out, in a folder of this name in the pool, and with that folder for its data. */
    ScratchSeat scratch(String name, Path data) {
        return seats.scratch(name, data);
    }

    Set<ServerId> held() {
        return seats.held();
    }

    /** Whether what is asked of a seat is answered here now. */
    boolean answers(ServerId seat) {
        return seats.answers(seat);
    }

    /** How long a seat has kept this server busy since it was opened. */
    long busyNs(ServerId seat) {
        return seats.busyNs(seat);
    }

    /** Serves a seat from now on, while its tenure holds. Blocks. */
    void open(ServerId seat, Epoch epoch, Tenure tenure) {
        seats.open(seat, epoch, tenure);
    }

    /** Serves it no more. Blocks. */
    Closed close(ServerId seat, Ending how) {
        return seats.close(seat, how);
    }

    /** From now on this one answers for what is asked of all servers. */
    void staff(ClusterDesk.Manager manager) {
        desk.staff(manager);
    }

    /** Seats are elsewhere now: clients hear it, and so do the seats that are here. */
    void publish(ClusterMap map) {
        others.learn(map);
        rpc.publish(map);
    }

    /** Answers what was asked and ends all connections, but gives nothing back, as something may hang in it: that is for the end of the process. */
    void leave() {
        rpc.close();
        network.close();
        door.close();
    }

    /** Answers what was asked, ends all connections, then gives back the homes that it has. */
    @Override
    public void close() {
        rpc.close();
        network.close();
        seats.close();
        door.close();
    }
}
