package io.pfs.hadoop.testing;

import io.pfs.Durability;
import io.pfs.PfsException;
import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.Address;
import io.pfs.net.Network;
import io.pfs.net.Secret;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import io.pfs.server.audit.Audit;
import io.pfs.server.gc.GcGoal;
import io.pfs.server.identity.Askers;
import io.pfs.server.identity.ProcessUser;
import io.pfs.server.lease.LeaseTerms;
import io.pfs.server.rpc.RpcServer;
import io.pfs.server.rpc.Serving;
import io.pfs.server.rpc.SessionLimits;
import io.pfs.server.store.EmbeddedServer;
import io.pfs.server.store.PoolAt;
import io.pfs.server.store.RemoteFolders;
import io.pfs.server.store.Seat;
import io.pfs.wire.Asker;
import io.pfs.wire.FoundRow;
import io.pfs.wire.PoolPlace;
import io.pfs.wire.Reply;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** A server on a folder, reached over sockets, on a port of its own. */
public final class ServedFolder implements AutoCloseable {
    private static final SessionLimits LIMITS = new SessionLimits(64, 1024, 64L << 20, 256L << 20, 120_000_000_000L);

    /** Short ones: a server that is started anew waits for those of the life before, and tests would wait for that. */
    private static final LeaseTerms LEASES = new LeaseTerms(100, 1 << 10, true);

    private static final Askers SUPERUSERS = Askers.all(Asker.superuser("root", 0, List.of(0)));
    private static final String ADMIN = "admin of the test";
    private static final int OWNER = 4711;

    private final EmbeddedServer engine;
    private final Network network;
    private final RpcServer rpc;

    private final Queue<String> asked;
    private final AtomicLong rowsSearched;
    private final AtomicLong cellBytes;

    private ServedFolder(
            EmbeddedServer engine,
            Network network,
            RpcServer rpc,
            Queue<String> asked,
            AtomicLong rowsSearched,
            AtomicLong cellBytes) {
        this.engine = engine;
        this.network = network;
        this.rpc = rpc;
        this.asked = asked;
        this.rowsSearched = rowsSearched;
        this.cellBytes = cellBytes;
    }

    /** Everybody is the superuser. */
    public static ServedFolder start(Path data) {
        return start(data, Optional.empty(), SUPERUSERS, LEASES);
    }

    /** The same, where clients remember directories as long as they do elsewhere. */
    public static ServedFolder startAsElsewhere(Path data) {
        return start(data, Optional.empty(), SUPERUSERS, LeaseTerms.SERVED);
    }

    /** Everybody is who he says, with these numbers of user and group; who is not named is nobody. */
    public static ServedFolder start(Path data, Optional<Secret> secret, Map<String, Integer> users) {
        return start(data, secret, (user, known) -> known.known(() -> asker(user, users)), LEASES);
    }

    /**
     * Everything belongs to this user, who is in the groups of the user of this process, and is no superuser: what is not his he
     * is refused. He is told where the pool is, as by a server that ships.
     */
    public static ServedFolder ownedBy(String owner, Path data) {
        Asker his = new Asker(owner, OWNER, ProcessUser.asker().groups(), false);
        Asker admin = Asker.superuser(ADMIN, 0, List.of(0));
        ServedFolder server = start(
                EmbeddedServer.open(data, Durability.FLUSH, OptionalLong.empty(), LEASES),
                Optional.empty(),
                (user, known) -> known.known(() -> user.equals(ADMIN) ? admin : his),
                EmbeddedServer::tellPool);
        try (Pfs pfs = Pfs.connect(server.uri().toString(), ClientOptions.DEFAULT.withUser(ADMIN))) {
            pfs.files().setOwner("/", OWNER, his.firstGroup());
        }
        return server;
    }

    private static Asker asker(String user, Map<String, Integer> users) {
        Integer number = users.get(user);
        if (number == null) {
            return Asker.unknown(user);
        }
        return new Asker(user, number, List.of(number), number == 0);
    }

    /** One that has all that matters in a pool that is made of a folder elsewhere, and tells its clients where that is. Everybody is the superuser. */
    public static ServedFolder onPool(String uri, Path data) {
        PoolAt pool = PoolAt.of(uri);
        RemoteFolders.format(pool, 1, new SystemClock(), new SystemEntropy());
        return start(
                EmbeddedServer.open(data, Durability.SYNC, OptionalLong.empty(), Seat.alone(pool)),
                Optional.empty(),
                SUPERUSERS,
                EmbeddedServer::tellPool);
    }

    /** Of a pool in a folder clients of these know nothing: what they ask is counted. */
    private static ServedFolder start(Path data, Optional<Secret> secret, Askers askers, LeaseTerms leases) {
        EmbeddedServer engine = EmbeddedServer.open(data, Durability.FLUSH, OptionalLong.empty(), leases);
        return start(engine, secret, askers, any -> Optional.empty());
    }

    private static ServedFolder start(
            EmbeddedServer engine,
            Optional<Secret> secret,
            Askers askers,
            Function<EmbeddedServer, Optional<PoolPlace>> telling) {
        Network network = new NettyNetwork("pfs-served", 1, Tls.NONE);
        Queue<String> asked = new ConcurrentLinkedQueue<>();
        AtomicLong rowsSearched = new AtomicLong();
        AtomicLong cellBytes = new AtomicLong();
        Audit noting = (asker, client, envelope, reply) -> {
            asked.add(envelope.request().getClass().getSimpleName());
            if (reply instanceof Reply.RowsSearched page) {
                rowsSearched.addAndGet(page.cost().rowsRead());
            }
            cellBytes.addAndGet(bytesOf(reply));
        };
        Serving serving =
                Serving.alone(engine, secret, LIMITS).knowing(askers, noting).telling(telling.apply(engine));
        RpcServer rpc =
                RpcServer.start(network, new Address("127.0.0.1", 0), serving, new SystemClock(), new SystemEntropy());
        return new ServedFolder(engine, network, rpc, asked, rowsSearched, cellBytes);
    }

    /** Has what was written stand in the pool. */
    public void checkpoint() {
        engine.checkpoint();
    }

    /** Has all garbage collected. */
    public void collect() {
        CompletableFuture<Optional<PfsException>> done = new CompletableFuture<>();
        engine.onLoop(group -> {
            if (!group.collection().start(GcGoal.ALL, done::complete)) {
                done.complete(Optional.empty()); // one runs already
            }
        });
        done.join().ifPresent(cause -> {
            throw cause;
        });
    }

    public int port() {
        return rpc.address().port();
    }

    /** The file system, as Hadoop names it. */
    public URI uri() {
        return URI.create("pfs://127.0.0.1:" + port());
    }

    /** What it has answered since this was asked before, by the kinds of the requests. */
    public List<String> answered() {
        List<String> all = new ArrayList<>();
        for (String one = asked.poll(); one != null; one = asked.poll()) {
            all.add(one);
        }
        return all;
    }

    /** Bytes of cells in a reply, without those of which it tells the place. */
    private static long bytesOf(Reply reply) {
        if (reply instanceof Reply.CellFound cell) {
            return cell.bytes().length;
        } else if (reply instanceof Reply.RowFound row) {
            return bytesOf(row.found());
        } else if (reply instanceof Reply.RowsFound rows) {
            return rows.rows().stream().mapToLong(ServedFolder::bytesOf).sum();
        } else if (reply instanceof Reply.RowsRead rows) {
            return rows.rows().stream()
                    .flatMap(Optional::stream)
                    .mapToLong(ServedFolder::bytesOf)
                    .sum();
        }
        return 0;
    }

    private static long bytesOf(FoundRow row) {
        return row.cells().stream()
                .flatMap(Optional::stream)
                .mapToLong(cell -> cell.length)
                .sum();
    }

    /** How many bytes of cells it has sent since this was asked before. */
    public long cellBytesSent() {
        return cellBytes.getAndSet(0);
    }

    /** How many rows were held against queries since this was asked before. */
    public long rowsSearched() {
        return rowsSearched.getAndSet(0);
    }

    @Override
    public void close() {
        rpc.close();
        network.close();
        engine.close();
    }
}
