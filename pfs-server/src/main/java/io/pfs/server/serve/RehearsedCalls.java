package io.pfs.server.serve;

import io.pfs.client.ClientOptions;
import io.pfs.client.Pfs;
import io.pfs.client.net.ClusterConnection;
import io.pfs.client.net.Identity;
import io.pfs.client.table.AsyncTable;
import io.pfs.client.table.Table;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.Address;
import io.pfs.net.Network;
import io.pfs.net.Secret;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import io.pfs.net.netty.Transport;
import io.pfs.server.rpc.RpcServer;
import io.pfs.server.rpc.Serving;
import io.pfs.server.rpc.SessionLimits;
import io.pfs.server.store.EmbeddedServer;
import io.pfs.wire.Connection;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A server serves a client of its own, over a socket of this machine that nobody else is let in by. What a call takes has to be
 * done some thousand times until Java has compiled it well; until then each takes several times as long, and clients shall not notice.
 */
final class RehearsedCalls {
    private static final Address HERE = new Address("127.0.0.1", 0);
    private static final SessionLimits LIMITS = new SessionLimits(2, 64, 8 << 20, 8 << 20, 60_000_000_000L);
    private static final String USER = "rehearsal";
    private static final int SECRET_BYTES = 2 * Secret.BYTES_MIN;

    /** Who waits for this server to join waits no longer for it. */
    private static final long WITHIN_NS = 3_000_000_000L;

    private static final int TURNS = 50;
    /** So often in a row so many turns may take as long as some before: others use the machine, too. */
    private static final int NO_FASTER_MAX = 2;

    private static final int ROWS = 8;

    private final AsyncTable table;
    private final Clock clock;
    private final BooleanSupplier isInVain;
    private final long endNs;
    private int turn;

    private RehearsedCalls(AsyncTable table, Clock clock, BooleanSupplier isInVain) {
        this.table = table;
        this.clock = clock;
        this.isInVain = isInVain;
        this.endNs = clock.monotonicNs() + WITHIN_NS;
    }

    /**
     * Makes, reads and removes rows of this table, until it gets no faster or has gone on for long enough.
     *
     * @param transport by which the server serves others; what TLS takes is not rehearsed
     * @param isInVain whether nobody waits for it any more
     */
    static void make(EmbeddedServer engine, String table, Transport transport, BooleanSupplier isInVain) {
        Clock clock = new SystemClock();
        Entropy entropy = new SystemEntropy();
        Optional<Secret> secret = Optional.of(drawSecret(entropy));
        try (Network network = new NettyNetwork("pfs-rehearsal", 1, Tls.NONE, transport);
                RpcServer server =
                        RpcServer.start(network, HERE, Serving.alone(engine, secret, LIMITS), clock, entropy);
                Pfs pfs =
                        Pfs.over(connect(server.address(), transport, secret, clock, entropy), ClientOptions.DEFAULT);
                Table opened = pfs.openTable(table)) {
            new RehearsedCalls(opened.async(), clock, isInVain).make();
        }
    }

    /** The connection closes its network, too. */
    private static Connection connect(
            Address server, Transport transport, Optional<Secret> secret, Clock clock, Entropy entropy) {
        Network network = new NettyNetwork("pfs-rehearsing", 1, Tls.NONE, transport);
        return ClusterConnection.open(network, List.of(server), new Identity(USER, secret), clock, entropy);
    }

    private static Secret drawSecret(Entropy entropy) {
        ByteBuffer bytes = ByteBuffer.allocate(SECRET_BYTES);
        while (bytes.hasRemaining()) {
            bytes.putLong(entropy.nextLong());
        }
        return Secret.of(bytes.array());
    }

    private void make() {
        long bestNs = Long.MAX_VALUE;
        int noFaster = 0;
        while (noFaster < NO_FASTER_MAX && mayGoOn()) {
            long tookNs = turns();
            if (tookNs < bestNs - bestNs / 10) {
                bestNs = tookNs;
                noFaster = 0;
            } else {
                noFaster++;
            }
        }
    }

    /** Where a force takes long, a few turns have to do. */
    private boolean mayGoOn() {
        return clock.monotonicNs() - endNs < 0 && !isInVain.getAsBoolean();
    }

    private long turns() {
        long beganNs = clock.monotonicNs();
        for (int i = 0; i < TURNS && mayGoOn(); i++) {
            turn();
        }
        return clock.monotonicNs() - beganNs;
    }

    private void turn() {
        turn++;
        List<String> names =
                IntStream.range(0, ROWS).mapToObj(row -> turn + "-" + row).toList();
        each(names, table::create);
        each(names, table::row);
        each(names, table::delete);
    }

    /** All at once, as several clients would. */
    private static void each(List<String> names, Function<String, CompletableFuture<?>> call) {
        List<CompletableFuture<?>> all =
                names.stream().<CompletableFuture<?>>map(call).toList();
        all.forEach(CompletableFuture::join);
    }
}
