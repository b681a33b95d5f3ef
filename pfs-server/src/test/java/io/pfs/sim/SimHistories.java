package io.pfs.sim;

import io.pfs.row.TablePointer;
import io.pfs.sim.history.History;
import io.pfs.sim.history.LinearizabilityChecker;
import io.pfs.sim.history.Verdict;
import io.pfs.sim.history.Verdict.Undecided;
import io.pfs.sim.history.Verdict.Violated;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Small histories of several clients, one after the other, in a world of their own with the same kinds of trouble. Of each there
 * must be an order of its operations that explains all answers.
 */
final class SimHistories implements AutoCloseable {
    private static final int HISTORIES = 4;
    private static final int ROOTS_MAX = 3;
    private static final int CALLERS_MAX = 1000;
    private static final int REPLIES_MIN = 64;
    private static final long CLIENT = 1L << 38;
    private static final long STEPS_MAX = 2_000_000;
    private static final long HEALED_WITHIN_NS = 120_000_000_000L;

    private final Prng prng;
    private final SimWorld world;
    private final SimWorkload workload;
    private final SimCluster cluster;
    private final SimTableMaker maker;
    private final SimFates fates;
    private final SimKeeper keeper;

    /** What came of it, if nothing was violated. */
    record Result(long traceHash, Tally tally) {}

    private SimHistories(Prng prng, Plant plant, Cut cut) {
        this.prng = prng;
        world = new SimWorld(prng);
        Cut ofHistories = cut.andWithout(FaultClass.ROT); // what is read of a rotten file is another matter
        workload = SimWorkload.draw(prng.child("workload")).cut(ofHistories).withReplies(REPLIES_MIN);
        SimNetwork network = new SimNetwork(world, prng.child("network"), workload.servers());
        cluster = new SimCluster(world, prng, workload, network, plant);
        SimTables tables = new SimTables(SimServer.ROOT_SEED, (key, model) -> {});
        maker = new SimTableMaker(world, prng, cluster, workload, tables, new Life("maker of histories"));
        Auditor auditor = new Auditor(world, tables, new FileIdBook(), cluster);
        fates = new SimFates(cluster, prng, auditor);
        keeper = new SimKeeper(world, prng.child("keeper"), cluster, fates, server -> {});
    }

    /** Runs all of one seed; throws what was violated, with what replays it. */
    static Result run(long seed, Plant plant, Cut cut) {
        SimHistories histories = new SimHistories(new Prng(seed).child("histories"), plant, cut);
        try (histories) {
            return histories.run();
        } catch (RuntimeException e) {
            throw new SimViolation(
                    "seed " + seed + "; replay: " + cut.replay(seed) + "\nin its histories: " + e + "\nwith: "
                            + histories.workload + "\nlast events:\n" + histories.world.recent(),
                    e);
        }
    }

    /** Lets go of the threads of jobs that are under way. */
    @Override
    public void close() {
        cluster.lives().forEach(Life::end);
    }

    private Result run() {
        cluster.servers().forEach(SimServer::start);
        keeper.superviseLater();
        for (int nth = 1; nth <= HISTORIES; nth++) {
            runOne(nth);
        }
        return new Result(world.traceHash(), world.tally());
    }

    private void runOne(int nth) {
        Prng own = prng.child("history " + nth);
        List<TablePointer> roots = new ArrayList<>();
        int count = 1 + own.below(ROOTS_MAX);
        for (int r = 0; r < count; r++) {
            roots.add(maker.make(false));
        }
        SimHistory one = new SimHistory(world, own, cluster, workload, roots, CLIENT + (long) nth * CALLERS_MAX);
        one.begin();
        runUntilDone(one);
        Set<Life> before = cluster.lives();
        one.work();
        fates.begin(keeper::restart);
        while (!one.isDone() && !fates.isSpent()) {
            Simulation.require(world.happened() < Simulation.EVENTS_MAX, "a history goes on");
            keeper.step();
        }
        fates.end();
        keeper.requireUp();
        runUntilDone(one);
        boolean wentDown = !cluster.lives().equals(before);
        one.end();
        runUntilDone(one);
        decide(one, wentDown);
    }

    private void runUntilDone(SimHistory one) {
        long until = world.nowNs() + HEALED_WITHIN_NS;
        while (!one.isDone()) {
            Simulation.require(world.nowNs() < until, "a history comes to its end");
            keeper.step();
        }
    }

    private void decide(SimHistory one, boolean wentDown) {
        History history = one.history();
        Verdict verdict = new LinearizabilityChecker(one.first(), STEPS_MAX).check(history);
        if (verdict instanceof Violated violated) {
            throw new SimViolation("history: " + violated.explanation());
        } else if (verdict instanceof Undecided undecided) {
            throw new SimViolation("history: undecided after " + undecided.steps() + " steps");
        }
        count(history, wentDown);
    }

    private void count(History history, boolean wentDown) {
        Tally tally = world.tally();
        tally.count("histories: checked");
        tally.add("histories: operation", history.calls().size());
        tally.add("histories: operation of unknown outcome", history.unknown());
        if (history.unknown() > 0) {
            tally.count("histories: checked with an operation of unknown outcome");
        }
        if (history.hasOverlap()) {
            tally.count("histories: checked with operations that overlap");
        }
        if (wentDown) {
            tally.count("histories: checked through the end of a server");
        }
        world.trace("history checked", history.calls().size());
    }
}
