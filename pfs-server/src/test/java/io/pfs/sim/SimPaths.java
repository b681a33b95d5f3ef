package io.pfs.sim;

import io.pfs.row.RowKind;
import io.pfs.row.TablePointer;
import io.pfs.server.lease.LeaseTerms;
import io.pfs.sim.history.History;
import io.pfs.sim.history.LinearizabilityChecker;
import io.pfs.sim.history.NameSpace;
import io.pfs.sim.history.Verdict;
import io.pfs.sim.history.Verdict.Undecided;
import io.pfs.sim.history.Verdict.Violated;
import io.pfs.wire.Call;
import io.pfs.wire.Connection;
import io.pfs.wire.FileSystemFacts;
import io.pfs.wire.LeaseHolder;
import io.pfs.wire.Reply.HopFound;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Small histories of clients that go along paths, by leases, over connections that are cut, while directories on these paths are
 * moved and removed, and servers come and go. In a world of their own. Each hop that a client went by must have led there since its
 * operation began, which is to say that hops and deeds have an order that explains them.
 */
final class SimPaths implements AutoCloseable {
    private static final int HISTORIES = 3;
    private static final int OPERATIONS_MIN = 40;
    private static final int OPERATIONS_MAX = 90;
    private static final int REPLIES_MIN = 64;
    /** Servers live longer than elsewhere, by up to so many powers of two: as long as leases that outlive them. */
    private static final int PACES = 5;

    private static final int ONE_CUT_IN = 25;
    private static final long STEPS_MAX = 2_000_000;
    private static final long HEALED_WITHIN_NS = 120_000_000_000L;

    private final Prng prng;
    private final SimWorld world;
    private final SimWorkload workload;
    private final SimNetwork network;
    private final SimCluster cluster;
    private final SimTableMaker maker;
    private final SimFates fates;
    private final SimKeeper keeper;
    private final Plant plant;
    private final LeaseTerms terms;
    private Optional<PathDraws> draws = Optional.empty();
    private boolean isCutting;

    private SimPaths(Prng prng, Plant plant, Cut cut) {
        this.prng = prng;
        this.plant = plant;
        world = new SimWorld(prng);
        Cut ofPaths = cut.andWithout(FaultClass.ROT); // what is read of a rotten file is another matter
        workload = SimWorkload.draw(prng.child("workload")).cut(ofPaths).withReplies(REPLIES_MIN);
        Prng drawn = prng.child("leases");
        terms = new LeaseTerms(64L << drawn.below(6), drawn.oneIn(4) ? 2 : 1000, true);
        network = SimNetwork.withSockets(world, prng.child("network"), workload.servers());
        cluster = new SimCluster(world, prng, workload, network, plant, terms);
        SimTables tables = new SimTables(SimServer.ROOT_SEED, (key, model) -> {});
        maker = new SimTableMaker(world, prng, cluster, workload, tables, new Life("maker of paths"));
        fates = new SimFates(cluster, prng, new Auditor(world, tables, new FileIdBook(), cluster));
        keeper = new SimKeeper(
                world, prng.child("keeper"), cluster, fates, server -> draws.ifPresent(PathDraws::serverBegan));
    }

    /** Runs all of one seed; throws what was violated, with what replays it. */
    static SimHistories.Result run(long seed, Plant plant, Cut cut) {
        SimPaths paths = new SimPaths(new Prng(seed).child("paths"), plant, cut);
        try (paths) {
            return paths.run();
        } catch (RuntimeException e) {
            throw new SimViolation(
                    "seed " + seed + "; replay: " + cut.replay(seed) + "\nin its paths: " + e + "\nwith: "
                            + paths.workload + ", " + paths.terms + "\nso far: "
                            + paths.world.tally().counts() + "\nlast events:\n" + paths.world.recent(),
                    e);
        }
    }

    /** Lets go of the threads of jobs that are under way. */
    @Override
    public void close() {
        cluster.lives().forEach(Life::end);
    }

    private SimHistories.Result run() {
        cluster.servers().forEach(SimServer::start);
        keeper.superviseLater();
        if (prng.child("endings").oneIn(2)) {
            fates.endInOrderOften(); // what clients remember outlives that
        }
        for (int nth = 1; nth <= HISTORIES; nth++) {
            runOne(prng.child("history " + nth), "h" + nth);
        }
        return new SimHistories.Result(world.traceHash(), world.tally());
    }

    private void runOne(Prng own, String prefix) {
        HistoryWire wire = new HistoryWire(own.child("wire"), workload.shards());
        TablePointer root = maker.make(false); // to these clients all paths begin here
        wire.know(PathDraws.ROOT, root);
        PathLog log = new PathLog();
        PathDraws drawn = new PathDraws(own.child("draws"));
        long leaseNs = terms.millis() * 1_000_000;
        draws = Optional.of(drawn);
        PathClient.Shared shared = new PathClient.Shared(world, drawn, wire, log, workload.shards(), leaseNs, plant);
        Seats seats = new Seats(shared, own, prefix, root);
        List<PathClient> clients = seats.clients;
        int count = 2 + own.below(3);
        int operations = Math.min(workload.operationsPerClient(), (int) own.between(OPERATIONS_MIN, OPERATIONS_MAX));
        for (int c = 0; c < count; c++) {
            clients.add(seats.client(c, "client " + c, operations / count + 1));
        }
        clients.forEach(PathClient::start);
        fates.slowDown(1 << own.child("pace").below(PACES));
        fates.begin(keeper::restart);
        isCutting = workload.has(FaultClass.NETWORK);
        while (!areDone(clients) && !fates.isSpent()) {
            Simulation.require(world.happened() < Simulation.EVENTS_MAX, "a history of paths goes on");
            keeper.step();
        }
        fates.end();
        isCutting = false;
        keeper.requireUp();
        endHealed(clients);
        clients.forEach(PathClient::end);
        decide(log);
    }

    /** The clients of a history: when one leaves, another takes its place. */
    private final class Seats {
        private final PathClient.Shared shared;
        private final Prng own;
        private final String prefix;
        private final TablePointer root;
        private final List<PathClient> clients = new ArrayList<>();

        Seats(PathClient.Shared shared, Prng own, String prefix, TablePointer root) {
            this.shared = shared;
            this.own = own;
            this.prefix = prefix;
            this.root = root;
        }

        PathClient client(int number, String name, int operations) {
            String whole = prefix + " " + name;
            Connection way = plant.connection(new Seen(whole, shared.wire(), root));
            Runnable cutOff = () -> network.cutOff(whole);
            return new PathClient(shared, own.child(name), number, way, cutOff, operations, operationsLeft -> {
                PathClient next = client(number, name + "'", operationsLeft);
                clients.set(number, next);
                next.startInstead();
            });
        }
    }

    /** Each operation may have to wait until leases of others are over: so the next one is waited for, and not all that are left. */
    private void endHealed(List<PathClient> clients) {
        int left = operationsLeft(clients);
        long until = world.nowNs() + HEALED_WITHIN_NS;
        while (!areDone(clients)) {
            Simulation.require(world.nowNs() < until, "a history of paths comes to its end");
            keeper.step();
            if (operationsLeft(clients) < left) {
                left = operationsLeft(clients);
                until = world.nowNs() + HEALED_WITHIN_NS;
            }
        }
    }

    private static int operationsLeft(List<PathClient> clients) {
        return clients.stream().mapToInt(PathClient::operationsLeft).sum();
    }

    private static boolean areDone(List<PathClient> clients) {
        return clients.stream().allMatch(PathClient::isDone);
    }

    private void decide(PathLog log) {
        History history = log.history();
        NameSpace first = NameSpace.of(List.of(PathDraws.ROOT));
        Verdict verdict = new LinearizabilityChecker(first, STEPS_MAX).check(history);
        if (verdict instanceof Violated violated) {
            throw new SimViolation("history: " + violated.explanation());
        } else if (verdict instanceof Undecided undecided) {
            throw new SimViolation("history: undecided after " + undecided.steps() + " steps");
        }
        world.tally().count("paths: history checked");
        world.tally().add("paths: hop or deed", log.size());
        world.trace("paths checked", log.size());
    }

    /** A connection of which is noted which directories it tells of; it may be cut whenever something is sent. */
    private final class Seen implements Connection {
        private final Connection connection;
        private final HistoryWire wire;
        private final TablePointer root;
        private final Prng cuts;

        Seen(String name, HistoryWire wire, TablePointer root) {
            this.root = root;
            this.cuts = prng.child("cuts");
            this.connection = network.connect(name, facts()).orElseThrow();
            this.wire = wire;
        }

        @Override
        public FileSystemFacts facts() {
            return new FileSystemFacts(SimServer.ROOT_SEED, 0, workload.shards(), root);
        }

        @Override
        public void send(List<Call> calls) {
            connection.send(calls.stream().map(this::noting).toList());
            if (isCutting && cuts.oneIn(ONE_CUT_IN)) {
                int server = cuts.below(workload.servers());
                network.sockets(server).orElseThrow().cut();
            }
        }

        private Call noting(Call call) {
            return new Call(call.envelope(), call.deadlineNs(), reply -> {
                if (reply instanceof HopFound hop && hop.found().row().kind() == RowKind.DIRECTORY) {
                    wire.markOf(hop.found());
                }
                call.sink().answer(reply);
            });
        }

        @Override
        public void hears(LeaseHolder listener) {
            connection.hears(listener);
        }

        @Override
        public void close() {
            connection.close();
        }
    }
}
