package io.pfs.sim;

import io.pfs.row.TablePointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One seed from start to verdict: clients work while fate strikes; then everything heals and must come to an end; then
 * what is there must be what the clients know.
 */
public final class Simulation implements AutoCloseable {
    private static final long HEALED_WITHIN_NS = 120_000_000_000L;
    static final long EVENTS_MAX = 3_000_000;
    private static final Life FOREVER = new Life("world");

    private final long seed;
    private final Prng prng;
    private final SimWorld world;
    private final SimWorkload workload;
    private final SimCluster cluster;
    private final SimNetwork network;
    private final Plant plant;
    private final SimFates fates;
    private final SimKeeper keeper;
    private final List<SimClient> clients = new ArrayList<>();
    private final SimLister lister;
    private final SimTables tables;
    private Optional<SimMover> mover = Optional.empty();
    private Optional<SimWriter> writer = Optional.empty();
    private Optional<SimBatcher> batcher = Optional.empty();
    private Optional<SimProgram> program = Optional.empty();
    private final SimTableMaker maker;
    private final Auditor auditor;

    /** How a run ended, if nothing was violated. */
    public record Outcome(long seed, long traceHash, Tally tally, long operations, long simulatedNs, long events) {
        /** The same with what the histories of this seed came to. */
        private Outcome with(SimHistories.Result histories) {
            Tally all = new Tally();
            all.addAll(tally);
            all.addAll(histories.tally());
            long both = 31 * traceHash + histories.traceHash();
            return new Outcome(seed, both, all, operations, simulatedNs, events);
        }
    }

    private Simulation(long seed, Plant plant, Cut cut) {
        this.seed = seed;
        this.plant = plant;
        prng = new Prng(seed);
        world = new SimWorld(prng);
        workload = SimWorkload.draw(prng.child("workload")).cut(cut);
        network = new SimNetwork(world, prng.child("network"), workload.servers());
        cluster = new SimCluster(world, prng, workload, network, plant);
        tables = new SimTables(SimServer.ROOT_SEED, this::asked);
        maker = new SimTableMaker(world, prng, cluster, workload, tables, FOREVER);
        FileIdBook fileIds = new FileIdBook();
        for (int c = 0; c < workload.clients(); c++) {
            Prng own = prng.child("client " + c);
            clients.add(new SimClient(c + 1, world, own, cluster, workload, tables, fileIds));
        }
        Prng listing = prng.child("lister");
        SimRequests requests = new SimRequests(listing, workload, 0);
        lister = new SimLister(world, listing, cluster, workload, tables, requests);
        auditor = new Auditor(world, tables, fileIds, cluster);
        fates = new SimFates(cluster, prng, auditor);
        keeper = new SimKeeper(world, prng, cluster, fates, this::lifeIsOver);
    }

    private void asked(RowKey key, NameModel model) {
        lister.madeOrThere(key, model);
    }

    /** Runs one seed; throws what was violated, with what replays it. */
    public static Outcome run(long seed) {
        return run(seed, Plant.NONE, Cut.NONE);
    }

    static Outcome run(long seed, Plant plant, Cut cut) {
        Outcome outcome = runWorld(seed, plant, cut);
        return outcome.with(SimHistories.run(seed, plant, cut)).with(SimPaths.run(seed, plant, cut));
    }

    /** The tables alone, without histories and paths. */
    static Outcome runWorld(long seed, Plant plant, Cut cut) {
        Simulation simulation = new Simulation(seed, plant, cut);
        try (simulation) {
            return simulation.run();
        } catch (RuntimeException e) {
            throw new SimViolation(
                    "seed " + seed + "; replay: " + cut.replay(seed) + "\n" + e + "\nwith: " + simulation.workload
                            + "\nso far: "
                            + simulation.world.tally().counts() + "\nlast events:\n"
                            + simulation.world.recent(),
                    e);
        }
    }

    /** Lets go of the threads of jobs that are under way. */
    @Override
    public void close() {
        cluster.lives().forEach(Life::end);
    }

    private Outcome run() {
        cluster.servers().forEach(SimServer::start);
        for (int t = 0; t < workload.tables(); t++) {
            maker.make(true);
        }
        List<TablePointer> own = new ArrayList<>();
        for (int t = 0; t < 2; t++) {
            own.add(maker.make(false));
        }
        mover = Optional.of(new SimMover(world, prng.child("mover"), cluster, workload, own));
        writer = Optional.of(SimWriter.of(world, prng.child("writer"), cluster, maker.make(false), workload.shards()));
        Prng batches = prng.child("batcher");
        SimRequests requests = new SimRequests(batches, workload, 0);
        batcher = Optional.of(new SimBatcher(world, batches, cluster, requests, maker.make(false), workload.shards()));
        Prng asking = prng.child("program");
        TablePointer asked = maker.make(false);
        program = network.connect("program", cluster.facts())
                .map(routes -> new SimProgram(world, asking, plant.connection(routes), asked, workload.shards()));
        tables.theseAreFirst();
        fates.begin(keeper::restart);
        clients.forEach(SimClient::start);
        lister.start();
        mover.ifPresent(SimMover::start);
        writer.ifPresent(SimWriter::start);
        batcher.ifPresent(SimBatcher::start);
        program.ifPresent(SimProgram::start);
        keeper.superviseLater();
        runUntilDone(Long.MAX_VALUE);
        fates.end();
        world.trace("healed", world.happened());
        keeper.requireUp();
        runUntilDone(world.nowNs() + HEALED_WITHIN_NS);
        new Settlement(cluster, maker, this::audit, this::lifeIsOver).settle();
        return new Outcome(seed, world.traceHash(), world.tally(), operations(), world.nowNs(), world.happened());
    }

    /** Clients work until each has done its share, or, while fate strikes, until most of the work is done. */
    private void runUntilDone(long deadlineNs) {
        boolean striking = deadlineNs == Long.MAX_VALUE;
        while (!clients.stream().allMatch(SimClient::isDone) || !lister.isDone() || !isMoverDone()) {
            if (striking && fates.isSpent()) {
                return;
            }
            if (world.nowNs() > deadlineNs || world.happened() > EVENTS_MAX) {
                throw new SimViolation("no progress: " + operations() + " operations done after "
                        + world.nowNs() / 1_000_000 + " ms and " + world.happened() + " events; done are lister "
                        + lister.isDone() + ", mover " + isMoverDone());
            }
            keeper.step();
        }
    }

    private boolean isMoverDone() {
        return mover.map(SimMover::isDone).orElse(true)
                && writer.map(SimWriter::isDone).orElse(true)
                && batcher.map(SimBatcher::isDone).orElse(true)
                && program.map(SimProgram::isDone).orElse(true);
    }

    private void lifeIsOver(SimServer server) {
        clients.forEach(client -> client.serverIsGone(server));
    }

    private void audit() {
        auditor.audit();
        mover.ifPresent(auditor::audit);
        writer.ifPresent(one -> auditor.audit(one::audit));
        batcher.ifPresent(one -> auditor.audit(one::audit));
        program.ifPresent(one -> auditor.audit(one::audit));
    }

    private long operations() {
        return clients.stream().mapToLong(SimClient::completed).sum();
    }

    static void require(boolean holds, String what) {
        if (!holds) {
            throw new SimViolation("expected that " + what);
        }
    }
}
