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
import io.pfs.net.Network;
import io.pfs.net.Speaker;
import io.pfs.net.Welcome;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.PoolPlace;
import io.pfs.wire.Reply.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The way to all servers of a file system: a call goes to the one that owns its shard. Each server is connected to when
 * something is first asked of it, so one that is down keeps only its own calls waiting.
 */
public final class ClusterConnection implements Connection {
    private final Network network;
    private final Identity identity;
    private final Clock clock;
    private final Entropy entropy;
    private final FileSystemFacts facts;
    /** Of addresses that are in no map any more, too: what was sent there may be answered yet. */
    private final Map<Address, RemoteConnection> connections = new ConcurrentHashMap<>();

    private volatile Routes routes;
    private volatile boolean isClosed;
    private volatile @Nullable LeaseHolder listener;

    /** Who is asked what. */
    private record Routes(ClusterMap map, ShardAssignment owners) {}

    /**
     * Knows all servers, and connects to none yet. Nobody else may use the network.
     *
     * @param facts of the file system that they must be of
     */
    public ClusterConnection(
            Network network, ClusterMap map, FileSystemFacts facts, Identity identity, Clock clock, Entropy entropy) {
        this.network = network;
        this.identity = identity;
        this.clock = clock;
        this.entropy = entropy;
        this.facts = facts;
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
                if (welcome.map().count() == 1) {
                    return first;
                }
                ClusterConnection all =
                        new ClusterConnection(network, welcome.map(), welcome.facts(), identity, clock, entropy);
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

    /** All are named; what one says that could be reached tells more than that others could not. */
    private static PfsException nobody(List<Address> addresses, List<PfsException> refusals) {
        if (refusals.size() == 1) {
            return refusals.get(0);
        }
        PfsException tells = refusals.stream()
                .filter(refusal -> refusal.code() != ErrorCode.UNREACHABLE)
                .findFirst()
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
        return now.map().isAlone()
                ? Optional.empty()
                : Optional.of(now.map().addressOf(now.owners().owner(shard)).host());
    }

    @Override
    public ServerId ownerOf(ShardId shard) {
        return routes.owners().owner(shard);
    }

    @Override
    public Optional<PoolPlace> poolOf(ServerId server) {
        return Optional.ofNullable(connections.get(routes.map().addressOf(server)))
                .flatMap(connection -> connection.poolOf(server));
    }

    /** What goes to one server stays together. */
    @Override
    public void send(List<Call> calls) {
        Routes now = routes;
        if (calls.size() == 1) {
            send(now, ownerOf(now, calls.get(0)), calls);
            return;
        }
        Map<ServerId, List<Call>> byOwner = new TreeMap<>();
        for (Call call : calls) {
            byOwner.computeIfAbsent(ownerOf(now, call), owner -> new ArrayList<>(calls.size()))
                    .add(call);
        }
        byOwner.forEach((owner, theirs) -> send(now, owner, theirs));
    }

    private static ServerId ownerOf(Routes routes, Call call) {
        return routes.owners().owner(call.envelope().shard());
    }

    private void send(Routes now, ServerId owner, List<Call> calls) {
        try {
            connection(now.map().addressOf(owner)).send(calls);
        } catch (PfsException e) {
            Refused refused = Refused.of(e);
            calls.forEach(call -> call.sink().answer(refused));
        }
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
            RemoteConnection begun =
                    RemoteConnection.begin(network, to, identity, clock, entropy, welcome -> welcomed(to, welcome));
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

    /** Who came up somewhere else than it was is asked there when a call that was meant for it is repeated. */
    private void welcomed(Address address, Welcome welcome) {
        FileSystemFacts found = welcome.facts();
        boolean isOurs = found.idHigh() == facts.idHigh() && found.idLow() == facts.idLow();
        if (!isOurs || welcome.map().isAlone()) {
            throw new PfsException(ErrorCode.NOT_OURS, "on " + address + " is no server of this file system");
        }
        learn(address, welcome.map());
        Address its = welcome.map().addressOf(welcome.server());
        if (!its.equals(address)) {
            throw new PfsException(
                    ErrorCode.NOT_OWNER, "on " + address + " is " + welcome.server() + ", which should be on " + its);
        }
    }

    /** For clients the newest map counts. A server has its own: whoever has another does not belong to it. */
    private void learn(Address address, ClusterMap map) {
        if (map.equals(routes.map())) {
            return;
        }
        if (identity.speaker() instanceof Speaker.Server) {
            throw new PfsException(
                    ErrorCode.NOT_OURS,
                    "the server on " + address + " has another list of servers, " + map + ", than this one, "
                            + routes.map());
        }
        routes = new Routes(map, map.owners(facts.shards()));
    }

    @Override
    public void close() {
        isClosed = true;
        connections.values().forEach(RemoteConnection::end);
        network.close();
    }
}
