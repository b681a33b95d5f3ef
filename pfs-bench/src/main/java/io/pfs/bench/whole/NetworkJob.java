package io.pfs.bench.whole;

import io.pfs.Durability;
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
import io.pfs.wire.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongFunction;

/** A server and its clients over sockets of this machine, beside frames that are only sent back. */
final class NetworkJob implements Job {
    static final Address ANY_PORT = new Address("127.0.0.1", 0);

    private static final int CONNECTIONS = 8;
    private static final int IN_FLIGHT = 64;
    private static final int BATCH = 64;
    private static final int CELL_BYTES = 4096;
    private static final int ROUNDS = 9;
    private static final int ONE_BY_ONE = 4_000;

    @Override
    public String name() {
        return "network";
    }

    @Override
    public void run(Desk desk) {
        Clock clock = new SystemClock();
        Entropy entropy = new SystemEntropy();
        SessionLimits limits = new SessionLimits(64, 1024, 256L << 20, 1L << 31, 120_000_000_000L);
        try (EngineDriver engine = new EngineDriver(desk.folder().resolve("data"), Durability.SYNC);
                Network servers = new NettyNetwork("server", 1, Tls.NONE);
                Network theirs = new NettyNetwork("client", 1, Tls.NONE);
                RpcServer server =
                        RpcServer.start(servers, ANY_PORT, engine.server(), Optional.empty(), limits, clock, entropy)) {
            List<CallDriver> clients = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                Identity identity = new Identity("bench", Optional.empty());
                clients.add(engine.over(
                        RemoteConnection.open(theirs, server.address(), identity, clock, entropy), 100 + i));
            }
            new Measuring(desk, engine, clients, new Echo(servers, theirs, CONNECTIONS), new Echo(servers, theirs, 1))
                    .all();
        }
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Rounds of each, one after the other, with those of the ceiling between; the middle one of each counts. */
    private record Measuring(Desk desk, EngineDriver engine, List<CallDriver> clients, Echo echo, Echo echoAlone) {
        void all() {
            int scale = desk.quick() ? 8 : 1;
            int creates = 400_000 / scale;
            double[] ceiling = new double[ROUNDS];
            double[] created = new double[ROUNDS];
            for (int i = 0; i < ROUNDS; i++) {
                ceiling[i] = perSecond(2_000_000 / scale, () -> echo.round(IN_FLIGHT, 2_000_000 / scale));
                created[i] = together(creates, (client, id) -> engine.create(client << 32 | id));
            }
            double echoed = middle(ceiling);
            desk.ratio("creates, 8 x 64 in flight, beside echo", "sync", middle(created), echoed, 0.1);
            desk.ratio("creates, of what is wanted", "sync", middle(created), 200_000, 1);

            double[] batched = new double[ROUNDS];
            for (int i = 0; i < ROUNDS; i++) {
                batched[i] = BATCH
                        * together(
                                creates / BATCH, (client, id) -> engine.createMany(client << 26 | 1 << 24 | id, BATCH));
            }
            desk.ratio("creates, 64 a request, of what is wanted", "sync", middle(batched), 600_000, 1);
            lookups(echoed, scale);
            cells(scale);
            oneByOne();
        }

        private void lookups(double echoed, int scale) {
            long known = clients.get(0).nextId();
            double[] found = new double[ROUNDS];
            for (int i = 0; i < ROUNDS; i++) {
                found[i] = together(
                        800_000 / scale,
                        (client, id) -> engine.read(client << 32 | 1 + id * 7919 % (known / 2), false));
            }
            desk.ratio("lookups, beside echo", "sync", middle(found), echoed, 0);
            desk.ratio("lookups, of what is wanted", "sync", middle(found), 400_000, 1);
        }

        private void cells(int scale) {
            int rows = 40_000 / scale;
            long first = engine.nextId();
            engine.round(IN_FLIGHT, rows, id -> engine.write(id, Contents.of(id, CELL_BYTES)));
            engine.checkpoint();
            double[] read = new double[ROUNDS];
            for (int i = 0; i < ROUNDS; i++) {
                read[i] = together(
                        200_000 / scale, (client, id) -> engine.read(first + (id * 7919 + client) % rows, true));
            }
            desk.ratio("4 KiB cells read, of what is wanted", "sync", middle(read), 150_000, 1);
        }

        /** What one caller waits for a create, beside a frame that comes back, a force and 60 us; in turns. */
        private void oneByOne() {
            double[] echoUs = new double[ONE_BY_ONE];
            double[] forceUs = new double[ONE_BY_ONE];
            double[] embeddedUs = new double[ONE_BY_ONE];
            double[] createUs = new double[ONE_BY_ONE];
            CallDriver client = clients.get(0);
            try (Forces forces = new Forces(desk.folder().resolve("forces"))) {
                for (int i = 0; i < ONE_BY_ONE; i++) {
                    echoUs[i] = micros(() -> echoAlone.round(1, 1));
                    forceUs[i] = micros(forces::next);
                    embeddedUs[i] = micros(() -> engine.round(1, 1, id -> engine.create(1L << 41 | id)));
                    createUs[i] = micros(() -> client.round(1, 1, id -> engine.create(1L << 40 | id)));
                }
            }
            desk.told("echo of one frame, p50", "us", middle(echoUs));
            desk.told("a write with force, p50", "us", middle(forceUs));
            desk.told("create in this process, p50", "us", middle(embeddedUs));
            double most = middle(echoUs) + middle(forceUs) + 60;
            desk.bound("create over the network, p50", "us", middle(createUs), most);
        }

        private static double micros(Runnable step) {
            long begin = System.nanoTime();
            step.run();
            return (System.nanoTime() - begin) / 1e3;
        }

        private interface Asks {
            Request request(long client, long id);
        }

        private double together(int calls, Asks asks) {
            return perSecond(calls, () -> {
                List<CallDriver.Round> rounds = new ArrayList<>();
                for (int i = 0; i < clients.size(); i++) {
                    long client = 1L + i;
                    LongFunction<Request> requests = id -> asks.request(client, id);
                    rounds.add(clients.get(i).begin(IN_FLIGHT, calls / clients.size(), requests));
                }
                rounds.forEach(CallDriver.Round::await);
            });
        }

        private static double perSecond(int operations, Runnable round) {
            Stopwatch watch = Stopwatch.start();
            round.run();
            return operations / watch.seconds();
        }

        private static double middle(double[] values) {
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            return sorted[sorted.length / 2];
        }
    }
}
