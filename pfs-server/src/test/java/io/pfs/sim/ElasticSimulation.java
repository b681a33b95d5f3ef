package io.pfs.sim;

import io.pfs.Durability;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.row.TablePointer;
import io.pfs.server.lease.LeaseTerms;
import io.pfs.server.table.SpreadRule;
import io.pfs.table.Policy;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request.MakeTable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** What clients wait for while servers join and leave, by one seed: nothing goes wrong there, and everything takes its time. */
final class ElasticSimulation implements AutoCloseable {
    private static final int SEATS = 12;
    private static final int SHARDS = 64;
    private static final int CLIENTS = 8;
    private static final int DIRECTORIES = 8 * SEATS;
    private static final int FILES = 10 * DIRECTORIES;
    private static final int WINDOW = 2048;
    private static final long PATIENT_NS = 30_000_000_000L;
    private static final long WARM_UP_NS = 500_000_000L;
    private static final long PHASE_NS = 3_000_000_000L;
    private static final long LOOK_NS = 1_000_000;
    private static final long WITHIN_NS = 60_000_000_000L;

    private final ElasticShape shape;
    private final Prng prng;
    private final SimWorld world;
    private final SeatCluster cluster;

    /**
     * What it came to.
     *
     * @param joined from when those that joined serve all that they are to have
     * @param leaving until those that leave have ended
     * @param gone from then on
     * @param left from when the others serve what they had
     */
    record Result(
            ElasticPhase quiet,
            ElasticPhase joining,
            ElasticPhase joined,
            ElasticPhase leaving,
            ElasticPhase gone,
            ElasticPhase left,
            List<String> failures,
            long traceHash,
            long events) {}

    private ElasticSimulation(ElasticShape shape, Prng prng) {
        this.shape = shape;
        this.prng = prng;
        this.world = new SimWorld(prng);
        LeaseTerms terms = new LeaseTerms(1 << 16, 10_000, true);
        this.cluster =
                new SeatCluster(world, prng, workload(), SeatPlant.NONE, terms, new SteadyPace(prng.child("pace")));
    }

    /** Of what is as it ships files alone are smaller: they are copied whole here, time and again. */
    private static SimWorkload workload() {
        Limits whole = Limits.DEFAULT;
        Limits limits = new Limits(
                whole.sliceRowsMax(),
                whole.tinyRowsMax(),
                128 << 10,
                64 << 10,
                128 << 10,
                whole.repliesPerSliceMax(),
                128 << 10,
                whole.cellEmbedBytesMax());
        Set<FaultClass> none = EnumSet.noneOf(FaultClass.class);
        return new SimWorkload(
                SEATS,
                SHARDS,
                0,
                CLIENTS,
                0,
                0,
                0,
                0,
                false,
                limits,
                64 << 20,
                Durability.SYNC,
                none,
                SpreadRule.DEFAULT);
    }

    static Result run(long seed, ElasticShape shape) {
        try (ElasticSimulation simulation = new ElasticSimulation(shape, new Prng(seed).child("elastic " + shape))) {
            try {
                return simulation.run();
            } catch (RuntimeException e) {
                throw new SimViolation(
                        "servers " + shape + ", seed " + seed + ": " + e + "\nwith: " + simulation.cluster
                                + "\nlast events:\n" + simulation.world.recent(),
                        e);
            }
        }
    }

    @Override
    public void close() {
        cluster.running().forEach(SeatMember::die);
    }

    private Result run() {
        start(shape.few());
        runUntil("all seats are served at first", cluster::isSettled);
        ElasticLoad load = new ElasticLoad(world, prng.child("load"), clients("client", CLIENTS), directories());
        load.fill(FILES);
        runUntil("there are files", load::isAnswered);
        load.begin();
        runFor(WARM_UP_NS);
        ElasticPhase quiet = hold(load, "quiet");
        ElasticPhase joining = load.count("joining");
        start(shape.many() - shape.few());
        runUntil("they are ready", cluster::isSettled);
        end(joining);
        ElasticPhase joined = hold(load, "joined");
        ElasticPhase leaving = load.count("leaving");
        List<SeatMember> leavers = cluster.running().subList(shape.rest(), shape.many());
        leavers.forEach(SeatMember::stop);
        runUntil("they have left", () -> leavers.stream().noneMatch(SeatMember::isRunning));
        end(leaving);
        ElasticPhase gone = load.count("gone");
        runUntil("others serve what they had", cluster::isSettled);
        end(gone);
        ElasticPhase left = hold(load, "left");
        load.end();
        runUntil("all is answered", load::isAnswered);
        List<String> failures = verify(load);
        return new Result(quiet, joining, joined, leaving, gone, left, failures, world.traceHash(), world.happened());
    }

    private void start(int count) {
        for (int i = 0; i < count; i++) {
            SeatMember unused = cluster.start();
        }
    }

    private List<SeatClient> clients(String name, int count) {
        List<SeatClient> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String its = name + " " + i;
            clients.add(new SeatClient(cluster, its, prng.child(its), PATIENT_NS, WINDOW));
        }
        return clients;
    }

    /** As many in each seat. */
    private List<TablePointer> directories() {
        SeatClient maker = clients("maker", 1).get(0);
        List<TablePointer> directories = new ArrayList<>();
        for (int number = 0; number < DIRECTORIES; number++) {
            List<ShardId> shards =
                    cluster.shardsOf(cluster.homes().get(number % SEATS).seat());
            directories.add(make(maker, "directory-" + number, shards.get(number / SEATS % shards.size())));
        }
        return directories;
    }

    private TablePointer make(SeatClient maker, String name, ShardId home) {
        TablePointer root = cluster.facts().root();
        List<Reply> replies = new ArrayList<>();
        MakeTable request =
                new MakeTable(root.table(), RowName.of(name), 0755, 0, 0, Policy.DYNAMIC, 0, Optional.of(home));
        maker.ask(request, root, rename -> root, replies::add);
        runUntil("a directory is made", () -> !replies.isEmpty());
        Simulation.require(replies.get(0) instanceof TableMade, SimOperations.describe(replies.get(0)));
        return ((TableMade) replies.get(0)).pointer();
    }

    private ElasticPhase hold(ElasticLoad load, String name) {
        ElasticPhase phase = load.count(name);
        runFor(PHASE_NS);
        end(phase);
        return phase;
    }

    private void end(ElasticPhase phase) {
        phase.end(world.nowNs(), cluster.absences().takeLongestNs());
    }

    /** What was acknowledged is there, also for who opens all anew after those who had it are dead. */
    private List<String> verify(ElasticLoad load) {
        cluster.running().forEach(cluster::kill);
        start(1);
        runUntil("another one serves all", cluster::isSettled);
        load.verify();
        runUntil("all is looked at", load::isAnswered);
        return load.failures();
    }

    private void runFor(long ns) {
        long untilNs = world.nowNs() + ns;
        while (world.nowNs() < untilNs) {
            step();
        }
    }

    private void runUntil(String what, BooleanSupplier isSo) {
        long untilNs = world.nowNs() + WITHIN_NS;
        while (!isSo.getAsBoolean()) {
            Simulation.require(world.nowNs() < untilNs, what);
            runFor(LOOK_NS);
        }
    }

    private void step() {
        Simulation.require(world.step(), "something is still to come");
    }
}
