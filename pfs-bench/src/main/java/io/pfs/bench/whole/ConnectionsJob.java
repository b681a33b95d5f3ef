package io.pfs.bench.whole;

import io.pfs.Durability;
import io.pfs.RequestId;
import io.pfs.bench.load.CallDriver;
import io.pfs.bench.load.EngineDriver;
import io.pfs.client.net.Identity;
import io.pfs.client.net.RemoteConnection;
import io.pfs.env.Clock;
import io.pfs.env.Entropy;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.net.Address;
import io.pfs.net.Network;
import io.pfs.net.netty.NettyNetwork;
import io.pfs.net.netty.Tls;
import io.pfs.server.rpc.RpcServer;
import io.pfs.server.rpc.SessionLimits;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.Envelope;
import io.pfs.wire.Reply;
import io.pfs.wire.Request;
import io.pfs.wire.Request.DescribeTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongFunction;

/** What connections cost that do nothing, and what others lose by one that reads slowly. */
final class ConnectionsJob implements Job {
    private static final Sizes FULL = new Sizes(1_000, 300_000, 1_200_000, 20);
    private static final Sizes QUICK = new Sizes(200, 10_000, 50_000, 2);
    private static final double IDLE_MEGABYTES_MAX = 100;

    private static final SessionLimits LIMITS = new SessionLimits(64, 1024, 64L << 20, 256L << 20, 120_000_000_000L);
    private static final Identity IDENTITY = new Identity("bench", Optional.empty());
    private static final int ROUNDS = 9;
    private static final int IN_FLIGHT = 64;
    private static final int LARGE_CELLS = 32;
    private static final int LARGE_BYTES = 1 << 20;
    /** The slow one always has that many cells to take. */
    private static final int SLOW_IN_FLIGHT = 64;

    private static final int SLOW_CALLS = 100_000;
    private static final long SLOW_BYTES_PER_SECOND = 10_000_000;

    private final Clock clock = new SystemClock();
    private final Entropy entropy = new SystemEntropy();

    /**
     * How much of it.
     *
     * @param idle connections that do nothing
     * @param creates of a round, and lookups likewise
     * @param slowTaken cells that the slow one takes before it counts: by then all that it asked for at first has been read, and
     *     waits for it; that is work as well, but not slowness
     */
    record Sizes(int idle, int creates, int lookups, int slowTaken) {}

    @Override
    public String name() {
        return "connections";
    }

    @Override
    public void run(Desk desk) throws IOException {
        run(desk, desk.quick() ? QUICK : FULL);
    }

    void run(Desk desk, Sizes sizes) throws IOException {
        idle(desk, sizes.idle());
        slowReader(desk, sizes);
    }

    // Those that do nothing

    /** Each has asked for something once. */
    private void idle(Desk desk, int count) throws IOException {
        try (IdleServer server = new IdleServer(desk.folder().resolve("idle"));
                Network clients = new NettyNetwork("client", 1, Tls.NONE)) {
            connect(clients, server.port(), 1);
            IdleServer.Memory before = server.memory();
            connect(clients, server.port(), count);
            IdleServer.Memory after = server.memory();
            double heap = after.heap() - before.heap();
            double direct = after.direct() - before.direct();
            desk.told("idle connections", "", count);
            desk.told("of them, heap after collection", "MB", heap);
            desk.told("of them, buffers beside it", "MB", direct);
            desk.bound("of them, both together", "MB", heap + direct, IDLE_MEGABYTES_MAX);
            desk.told("resident memory of that process", "MB", after.resident());
            desk.told("of it, since they came", "MB", after.resident() - before.resident());
        }
    }

    private void connect(Network clients, int port, int count) {
        for (int i = 0; i < count; i++) {
            Connection connection =
                    RemoteConnection.open(clients, new Address("127.0.0.1", port), IDENTITY, clock, entropy);
            CompletableFuture<Reply> answer = new CompletableFuture<>();
            Request describe = new DescribeTable(connection.facts().root().table());
            Envelope envelope = new Envelope(
                    new RequestId(1, i, 1), 1, connection.facts().root().base(), describe);
            connection.send(List.of(new Call(envelope, Long.MAX_VALUE, answer::complete)));
            Stopwatch.require(answer.join() instanceof Reply.TableFound, "the server answers");
        }
    }

    // One that reads slowly

    private void slowReader(Desk desk, Sizes sizes) {
        try (EngineDriver engine = new EngineDriver(desk.folder().resolve("data"), Durability.SYNC);
                Network servers = new NettyNetwork("server", 1, Tls.NONE);
                Network theirs = new NettyNetwork("client", 1, Tls.NONE);
                RpcServer server = RpcServer.start(
                        servers, NetworkJob.ANY_PORT, engine.server(), Optional.empty(), LIMITS, clock, entropy)) {
            long first = engine.nextId();
            engine.round(1, LARGE_CELLS, id -> engine.write(id, Contents.of(id, LARGE_BYTES)));
            engine.checkpoint();
            CallDriver other =
                    engine.over(RemoteConnection.open(theirs, server.address(), IDENTITY, clock, entropy), 100);
            Beside beside = new Beside(engine, server.address(), first, sizes.slowTaken(), other);
            beside.compare(desk, "creates beside a slow reader", sizes.creates(), id -> engine.create(1L << 33 | id));
            long known = other.nextId() / 2;
            beside.compare(
                    desk,
                    "lookups beside a slow reader",
                    sizes.lookups(),
                    id -> engine.read(1L << 33 | 1 + id * 7919 % known, false));
        }
    }

    /** Rounds of one client with and without the slow one, in turns. */
    private final class Beside {
        private final EngineDriver engine;
        private final Address server;
        private final long firstCell;
        private final int slowTaken;
        private final CallDriver other;
        private long clients = 200;

        Beside(EngineDriver engine, Address server, long firstCell, int slowTaken, CallDriver other) {
            this.engine = engine;
            this.server = server;
            this.firstCell = firstCell;
            this.slowTaken = slowTaken;
            this.other = other;
        }

        void compare(Desk desk, String name, int calls, LongFunction<Request> requests) {
            double[] alone = new double[ROUNDS];
            double[] beside = new double[ROUNDS];
            other.round(IN_FLIGHT, calls, requests);
            for (int i = 0; i < ROUNDS; i++) {
                alone[i] = perSecond(calls, requests);
                try (Connection slow = slow()) {
                    beside[i] = perSecond(calls, requests);
                }
            }
            desk.ratio(name, "sync", middle(beside), middle(alone), 0.9);
        }

        /** Has asked for large cells, and taken the first of them; the others it takes by and by. */
        private Connection slow() {
            Network network = new SlowNetwork(new NettyNetwork("slow", 1, Tls.NONE), SLOW_BYTES_PER_SECOND);
            Connection slow = RemoteConnection.open(network, server, IDENTITY, clock, entropy);
            CountDownLatch asked = new CountDownLatch(SLOW_IN_FLIGHT + slowTaken);
            engine.over(slow, clients++).begin(SLOW_IN_FLIGHT, SLOW_CALLS, id -> {
                asked.countDown();
                return engine.read(firstCell + id % LARGE_CELLS, true);
            });
            NetworkJob.await(asked);
            return slow;
        }

        private double perSecond(int calls, LongFunction<Request> requests) {
            Stopwatch watch = Stopwatch.start();
            other.round(IN_FLIGHT, calls, requests);
            return calls / watch.seconds();
        }
    }

    private static double middle(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
