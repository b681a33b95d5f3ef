package io.pfs.client.net;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.cluster.ShardAssignment;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.net.EndedUnencrypted;
import io.pfs.net.Network;
import io.pfs.net.Speaker;
import io.pfs.net.Welcome;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.PoolPlace;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request.ManageCluster;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The way to all servers of a file system: a call goes to the one that has the seat of its shard. Each server is connected to when
 * something is first asked of it, so one that is down keeps only its own calls waiting. Where seats move, any server tells where
 * they are now.
 */
public final class ClusterConnection implements Connection {
    private final Network network;
    private final Identity identity;
    private final Clock clock;
    private final Entropy entropy;
    private final FileSystemFacts facts;
    /** Where servers were found at first: some may be there when all are gone that had seats. */
    private final List<Address> found;

    /** Of addresses that are in no map any more, too, until that connection ends: what was sent there may be answered yet. */
    private final Map<Address, RemoteConnection> connections = new ConcurrentHashMap<>();

    private volatile Routes routes;
    private volatile Runnable refreshed = () -> {};
    private volatile boolean isClosed;
    private volatile @Nullable LeaseHolder listener;

    /** Who is asked what. */
    private record Routes(ClusterMap map, ShardAssignment owners) {
        Optional<Address> addressOf(ShardId shard) {
            return map.addressOf(owners.owner(shard));
        }
    }

    /**
     * Knows all servers, and connects to none yet. Nobody else may use the network.
     *
     * @param facts of the file system that they must be of
     */
    public ClusterConnection(
            Network network, ClusterMap map, FileSystemFacts facts, Identity identity, Clock clock, Entropy entropy) {
        this(network, map, facts, List.of(), identity, clock, entropy);
    }

    /**
     * The same for who found servers before, in whatever way.
     *
     * @param found where they were
     */
    public ClusterConnection(
            Network network,
            ClusterMap map,
            FileSystemFacts facts,
            List<Address> found,
            Identity identity,
            Clock clock,
            Entropy entropy) {
        this.network = network;
        this.identity = identity;
        this.clock = clock;
        this.entropy = entropy;
        this.facts = facts;
        this.found = found;
        this.routes = new Routes(map, map.owners(facts.shards()));
    }

    /**
     * Connects to the first of these addresses where a server shows what it is, and learns from it where the others are.
     * Throws why there is none.
     */
    public static Connection open(
            Network network, List<Address> addresses, Identity identity, Clock clock, Entropy entropy) {
        List<PfsException> refusals = new ArrayList<>();
        for (Address address : addresses) {
            RemoteConnection first = RemoteConnection.begin(network, address, identity, clock, entropy);
            try {
                Welcome welcome = first.awaitFirst();
                if (welcome.map().isFixed() && welcome.map().count() == 1) {
                    return first;
                }
                ClusterConnection all = new ClusterConnection(
                        network,
                        welcome.map(),
                        welcome.facts(),
                        foremost(address, addresses),
                        identity,
                        clock,
                        entropy);
                first.end(); // what it was reached by need not be how it is reached by all
                return all;
            } catch (PfsException e) {
                first.end();
                refusals.add(e);
            }
        }
        network.close();
        throw nobody(addresses, refusals);
    }

    /** Who has answered is asked first again. */
    private static List<Address> foremost(Address first, List<Address> addresses) {
        return Stream.concat(Stream.of(first), addresses.stream()).distinct().toList();
    }

    /** All are named; what one says that could be reached tells more than that others could not. */
    private static PfsException nobody(List<Address> addresses, List<PfsException> refusals) {
        if (refusals.size() == 1) {
            return refusals.get(0);
        }
        PfsException tells = refusals.stream()
                .filter(refusal -> refusal.code() != ErrorCode.UNREACHABLE)
                .findFirst()
                .or(() -> refusals.stream().filter(EndedUnencrypted::isBehind).findFirst())
                .orElse(refusals.get(0));
        List<String> said = new ArrayList<>();
        for (int i = 0; i < refusals.size(); i++) {
            said.add(addresses.get(i) + ": " + refusals.get(i).detail());
        }
        return new PfsException(tells.code(), "none of these servers can be used: " + String.join("; ", said), tells);
    }

    @Override
    public FileSystemFacts facts() {
        return facts;
    }

    /** Where the servers are, as far as it is known here. */
    public ClusterMap map() {
        return routes.map();
    }

    @Override
    public Optional<String> hostOf(ShardId shard) {
        Routes now = routes;
        return now.map().isAlone() ? Optional.empty() : now.addressOf(shard).map(Address::host);
    }

    @Override
    public List<Optional<String>> seats() {
        return routes.map().seats().stream()
                .map(seat -> seat.map(Address::toString))
                .toList();
    }

    @Override
    public boolean seatsMove() {
        return !routes.map().isFixed();
    }

    @Override
    public ServerId ownerOf(ShardId shard) {
        return routes.owners().owner(shard);
    }

    @Override
    public Optional<PoolPlace> poolOf(ServerId server) {
        return routes.map()
                .addressOf(server)
                .flatMap(address -> Optional.ofNullable(connections.get(address)))
                .flatMap(connection -> connection.poolOf(server));
    }

    /** A server that nothing was asked of yet has not said it. */
    @Override
    public boolean readsMany(ShardId shard) {
        return routes.addressOf(shard)
                .flatMap(address -> Optional.ofNullable(connections.get(address)))
                .filter(connection -> connection.readsMany(shard))
                .isPresent();
    }

    /** What goes to one server stays together. */
    @Override
    public void send(List<Call> calls) {
        Routes now = routes;
        if (calls.size() == 1) {
            send(addressOf(calls.get(0), now), calls);
            return;
        }
        Map<Optional<Address>, List<Call>> byServer = new LinkedHashMap<>();
        for (Call call : calls) {
            byServer.computeIfAbsent(addressOf(call, now), any -> new ArrayList<>(calls.size()))
                    .add(call);
        }
        byServer.forEach(this::send);
    }

    private Optional<Address> addressOf(Call call, Routes now) {
        boolean isForAny =
                call.envelope().request() instanceof ManageCluster && !now.map().isFixed();
        return isForAny ? anyServer(now) : now.addressOf(call.envelope().shard());
    }

    /** One that is connected, if any is; so also who has no seat is asked. */
    private Optional<Address> anyServer(Routes now) {
        return Stream.concat(found.stream(), now.map().addresses().stream())
                .filter(this::isConnected)
                .findFirst()
                .or(() -> found.stream().findFirst());
    }

    private boolean isConnected(Address address) {
        RemoteConnection connection = connections.get(address);
        return connection != null && connection.isConnected();
    }

    private void send(Optional<Address> server, List<Call> calls) {
        try {
            connection(server.orElseThrow(ClusterConnection::nowhere)).send(calls);
        } catch (PfsException e) {
            Refused refused = Refused.of(e);
            calls.forEach(call -> call.sink().answer(refused));
        }
    }

    private static PfsException nowhere() {
        return new PfsException(
                ErrorCode.UNREACHABLE, "the seat of this shard is served nowhere now, it may be moving");
    }

    @Override
    public void hears(LeaseHolder told) {
        listener = told;
        connections.values().forEach(connection -> connection.hears(told));
    }

    private RemoteConnection connection(Address address) {
        RemoteConnection connection = connections.get(address);
        if (connection != null) {
            return connection;
        }
        RemoteConnection made = connections.computeIfAbsent(address, to -> {
            RemoteConnection begun = RemoteConnection.begin(network, to, identity, clock, entropy, new ToldBy(to));
            LeaseHolder told = listener;
            if (told != null) {
                begun.hears(told);
            }
            return begun;
        });
        if (isClosed) {
            made.end();
        }
        return made;
    }

    /** What a server tells of others. */
    private final class ToldBy implements RemoteConnection.Told {
        private final Address address;

        ToldBy(Address address) {
            this.address = address;
        }

        @Override
        public void welcomed(Welcome welcome) {
            FileSystemFacts its = welcome.facts();
            boolean isOurs = its.idHigh() == facts.idHigh() && its.idLow() == facts.idLow();
            if (!isOurs || welcome.map().isAlone()) {
                throw new PfsException(ErrorCode.NOT_OURS, "on " + address + " is no server of this file system");
            }
            learn(address, welcome.map());
        }

        @Override
        public void moved(ClusterMap map) {
            learn(address, map);
        }

        @Override
        public boolean mayHaveMoved() {
            return !routes.map().isFixed();
        }

        /** What it serves may be elsewhere by now, and nobody else be connected who says so. */
        @Override
        public void silent() {
            boolean unused = refresh();
        }
    }

    /** Of whom it has a connection, or tries again and again to have one. */
    Set<Address> remembered() {
        return new LinkedHashSet<>(connections.keySet());
    }

    /** Somebody knows where seats are now. */
    public void learn(ClusterMap map) {
        Optional<ClusterMap> before = replace(map);
        if (before.isPresent()) {
            losers(before.get(), map).forEach(this::doubt);
            forgetOthersThan(map.addresses());
            refreshed.run();
        }
    }

    /** Servers come and go for as long as a client stays. Who has no seat and is not connected is remembered if he was found at first. */
    private void forgetOthersThan(List<Address> addresses) {
        Set<Address> needed = new LinkedHashSet<>(addresses);
        needed.addAll(found);
        connections.forEach((address, connection) -> {
            if (!needed.contains(address) && connection.retire()) {
                connections.remove(address, connection);
            }
        });
    }

    /** The map that was known, if this one is newer. */
    private synchronized Optional<ClusterMap> replace(ClusterMap map) {
        ClusterMap known = routes.map();
        if (!map.replaces(known)) {
            return Optional.empty();
        }
        routes = new Routes(map, map.owners(facts.shards()));
        return Optional.of(known);
    }

    /** Those that had seats which they have no more. */
    private static Set<Address> losers(ClusterMap before, ClusterMap now) {
        Set<Address> losers = new LinkedHashSet<>();
        for (int seat = 0; seat < before.count(); seat++) {
            Optional<Address> had = before.seats().get(seat);
            boolean isLost = seat >= now.count() || !had.equals(now.seats().get(seat));
            had.filter(address -> isLost).ifPresent(losers::add);
        }
        return losers;
    }

    private void doubt(Address address) {
        RemoteConnection connection = connections.get(address);
        if (connection != null) {
            connection.doubt();
        }
    }

    /** Where seats don't move a server has its own map: whoever has another does not belong to it. */
    private void learn(Address address, ClusterMap map) {
        boolean isMeant = identity.speaker() instanceof Speaker.Server && map.isFixed();
        if (isMeant && map.replaces(routes.map())) {
            throw new PfsException(
                    ErrorCode.NOT_OURS,
                    "the server on " + address + " has another list of servers, " + map + ", than this one, "
                            + routes.map());
        }
        learn(map);
    }

    /** Looks at all servers that are known, as any of them may know more. Who is connected to hears of moves anyway. */
    @Override
    public boolean refresh() {
        ClusterMap map = routes.map();
        if (map.isFixed() || isClosed) {
            return false;
        }
        map.addresses().forEach(address -> connection(address).look());
        found.forEach(address -> connection(address).look());
        return true;
    }

    @Override
    public void whenRefreshed(Runnable told) {
        refreshed = told;
    }

    @Override
    public void close() {
        isClosed = true;
        connections.values().forEach(RemoteConnection::end);
        network.close();
    }
}
