package io.pfs.bench.cluster;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.bench.api.Clients;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.net.ClusterConnection;
import io.pfs.client.net.Identity;
import io.pfs.env.Clock;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.Address;
import io.pfs.net.ClusterMap;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import io.pfs.server.state.GroupCounters;
import io.pfs.table.Policy;
import io.pfs.table.SpreadPolicy;
import io.pfs.table.Spreading;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.Envelope;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request.MakeTable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * So many servers of one file system in this process, on one disk. Clients reach them, and they each other, over sockets of
 * this machine, as if they were processes of their own.
 */
final class ClusterServers implements AutoCloseable {
    /** On one of them, whatever becomes of it. */
    static final Spreading TOGETHER = new Spreading(SpreadPolicy.NEVER, 0);

    private static final int MODE = 0755;
    private static final long WAIT_NS = 30_000_000_000L;

    private final ClusterMap map;
    private final List<OneServer> servers = new ArrayList<>();
    private final Traffic steps = new Traffic();
    private final Traffic traffic = new Traffic();
    private final Clock clock = new SystemClock();
    private Optional<Connection> direct = Optional.empty();
    private long requests;

    private ClusterServers(ClusterMap map) {
        this.map = map;
    }

    /** Starts them in a folder that is empty. */
    static ClusterServers start(Path folder, int count) {
        ClusterServers cluster = new ClusterServers(ClusterMap.fixed(freeAddresses(count)));
        try {
            for (int server = 0; server < count; server++) {
                cluster.servers.add(
                        count == 1
                                ? OneServer.alone(
                                        folder, cluster.map.addresses().get(0))
                                : OneServer.start(folder, cluster.map, new ServerId(server), cluster.steps));
            }
            return cluster;
        } catch (PfsException e) {
            cluster.close();
            throw e;
        }
    }

    /** All are taken before any is let go, so that they differ. */
    private static List<Address> freeAddresses(int count) {
        List<ServerSocket> sockets = new ArrayList<>();
        List<Address> addresses = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                sockets.add(socket);
                addresses.add(new Address("127.0.0.1", socket.getLocalPort()));
            }
            for (ServerSocket socket : sockets) {
                socket.close();
            }
            return addresses;
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "no port is free for a server: " + e, e);
        }
    }

    int count() {
        return servers.size();
    }

    /** From the first on all of them, and no further. */
    Spreading overAll() {
        return new Spreading(SpreadPolicy.NEVER, spreadOverAll());
    }

    /** The least spread by which a directory is on all of them. */
    int spreadOverAll() {
        return Integer.SIZE - Integer.numberOfLeadingZeros(count() - 1);
    }

    private Connection connection() {
        return ClusterConnection.open(
                new NettyNetwork("bench-client", 1, Tls.NONE),
                map.addresses(),
                new Identity("bench", Optional.empty()),
                clock,
                new SystemEntropy());
    }

    /** A client whose traffic is counted with that of others. */
    Pfs connect(Traffic counted) {
        return Pfs.over(new CountedConnection(connection(), counted), ClientOptions.DEFAULT);
    }

    /** So many clients whose traffic counts. */
    Clients clients(int count) {
        List<Pfs> connected = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            connected.add(connect(traffic));
        }
        return Clients.of(connected);
    }

    /** Makes a directory in the root that begins on a certain server, where a client would leave that to them. */
    void makeDirectory(String name, int server, Spreading spreading) {
        Connection connection = direct();
        FileSystemFacts facts = connection.facts();
        MakeTable make = new MakeTable(
                facts.root().table(),
                RowName.of(name),
                MODE,
                0,
                0,
                Policy.DYNAMIC,
                spreading,
                Optional.of(firstShardOf(server, facts.shards())));
        RequestId id = new RequestId(1, 1, ++requests);
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        Envelope envelope = new Envelope(id, 0, facts.root().base(), make);
        connection.send(List.of(new Call(envelope, clock.monotonicNs() + WAIT_NS, reply::complete)));
        if (!(reply.join() instanceof TableMade)) {
            throw new PfsException(ErrorCode.IO_FAILED, "directory '" + name + "' was not made: " + reply.join());
        }
    }

    /** A connection for what a client leaves to the servers. */
    private Connection direct() {
        if (direct.isEmpty()) {
            direct = Optional.of(connection());
        }
        return direct.get();
    }

    private ShardId firstShardOf(int server, int shards) {
        ShardId shard = new ShardId(0);
        while (count() > 1 && map.owners(shards).owner(shard).value() != server) {
            shard = new ShardId(shard.value() + 1);
        }
        return shard;
    }

    /** Waits until all that happened so far is in checkpoints, so that what is measured next is not beside them. */
    void settle() {
        servers.forEach(OneServer::checkpoint);
    }

    /** All that happened so far. */
    Counts counts() {
        return new Counts(
                traffic.messages(),
                traffic.misplaced(),
                traffic.refused(),
                steps.messages(),
                sum(GroupCounters::splits),
                sum(GroupCounters::rowsSplitOff),
                steps.rowsFetched(),
                sum(GroupCounters::journalWrites));
    }

    private long sum(Function<GroupCounters, Long> of) {
        return servers.stream().mapToLong(server -> server.count(of)).sum();
    }

    @Override
    public void close() {
        direct.ifPresent(Connection::close);
        servers.forEach(OneServer::close);
    }
}
