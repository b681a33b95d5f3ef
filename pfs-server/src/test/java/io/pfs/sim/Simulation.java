package io.pfs.sim;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.row.TablePointer;
import io.pfs.server.gc.GcCounters;
import io.pfs.server.shard.ShardGroup;
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
    /** Two with records, one of each kind beside them, and one that is about to go. */
    private static final int JOURNAL_FILES_MAX = 6;

    private static final int TIDY_ROUNDS_MAX = 20;

    private static final Life FOREVER = new Life("world");

    private final long seed;
    private final Prng prng;
    private final SimWorld world;
    private final SimWorkload workload;
    private final SimServer server;
    private final SimNetwork network;
    private final Plant plant;
    private final Fate fate;
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
        DiskFaults diskFaults = new DiskFaults(prng.child("disk faults"));
        network = new SimNetwork(world, prng.child("network"));
        server = new SimServer(world, prng.child("server"), workload, diskFaults, network, plant);
        tables = new SimTables(SimServer.ROOT_SEED, this::asked);
        maker = new SimTableMaker(world, prng, server, workload, tables, FOREVER);
        FileIdBook fileIds = new FileIdBook();
        for (int c = 0; c < workload.clients(); c++) {
            Prng own = prng.child("client " + c);
            clients.add(new SimClient(c + 1, world, own, server, workload, tables, fileIds));
        }
        Prng listing = prng.child("lister");
        SimRequests requests = new SimRequests(listing, workload.limits(), workload.shards(), 0);
        lister = new SimLister(world, listing, server, workload, tables, requests);
        auditor = new Auditor(world, tables, fileIds, diskFaults);
        fate = new Fate(world, prng.child("fate"), workload, server, diskFaults, network, auditor);
        keeper = new SimKeeper(world, prng, server, fate, this::serverIsGone);
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
        return outcome.with(SimHistories.run(seed, plant, cut));
    }

    private static Outcome runWorld(long seed, Plant plant, Cut cut) {
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
        server.life().end();
    }

    private Outcome run() {
        server.start();
        for (int t = 0; t < workload.tables(); t++) {
            maker.make(true);
        }
        List<TablePointer> own = new ArrayList<>();
        for (int t = 0; t < 2; t++) {
            own.add(maker.make(false));
        }
        mover = Optional.of(new SimMover(world, prng.child("mover"), server, workload, own));
        writer = Optional.of(new SimWriter(world, prng.child("writer"), server, maker.make(false), workload.shards()));
        Prng batches = prng.child("batcher");
        SimRequests requests = new SimRequests(batches, workload.limits(), workload.shards(), 0);
        batcher = Optional.of(new SimBatcher(world, batches, server, requests, maker.make(false), workload.shards()));
        Prng asking = prng.child("program");
        TablePointer asked = maker.make(false);
        program = network.sockets()
                .map(sockets -> new SimProgram(
                        world, asking, plant.connection(sockets.connect("program")), asked, workload.shards()));
        tables.theseAreFirst();
        fate.begin(keeper::restart);
        clients.forEach(SimClient::start);
        lister.start();
        mover.ifPresent(SimMover::start);
        writer.ifPresent(SimWriter::start);
        batcher.ifPresent(SimBatcher::start);
        program.ifPresent(SimProgram::start);
        keeper.superviseLater();
        runUntilDone(Long.MAX_VALUE);
        fate.end();
        world.trace("healed", world.happened());
        keeper.requireUp();
        runUntilDone(world.nowNs() + HEALED_WITHIN_NS);
        settle();
        return new Outcome(seed, world.traceHash(), world.tally(), operations(), world.nowNs(), world.happened());
    }

    /** Clients work until each has done its share, or, while fate strikes, until most of the work is done. */
    private void runUntilDone(long deadlineNs) {
        boolean striking = deadlineNs == Long.MAX_VALUE;
        while (!clients.stream().allMatch(SimClient::isDone) || !lister.isDone() || !isMoverDone()) {
            if (striking && fate.isSpent()) {
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

    private void serverIsGone() {
        clients.forEach(SimClient::serverIsGone);
    }

    private void audit() {
        auditor.audit(server);
        mover.ifPresent(one -> auditor.audit(server, one));
        writer.ifPresent(one -> auditor.audit(server, one::audit));
        batcher.ifPresent(one -> auditor.audit(server, one::audit));
        program.ifPresent(one -> auditor.audit(server, one::audit));
    }

    /** Twice more: after an end in order, and after the loss of power, everything must be there, and no more than that. */
    private void settle() {
        audit();
        requireTidy();
        stop();
        server.start();
        audit();
        requireTidy();
        collect();
        server.loseWhatMayBeLost();
        server.start();
        audit();
        requireCounted();
        stop();
    }

    /** The process ends in order, once nothing is under way in it. */
    private void stop() {
        long until = world.nowNs() + HEALED_WITHIN_NS;
        server.close();
        while (!server.isClosed()) {
            require(world.step() && world.nowNs() < until, "what is under way ends");
        }
        server.kill();
        serverIsGone();
    }

    private void collect() {
        requireCounted();
        new CollectionCheck(server, seconds -> runFor(seconds * 1_000_000_000L)).run();
        requireCounted();
        List<String> left = server.group().orElseThrow().collection().objectsWithoutRow();
        require(left.isEmpty(), "no object is left without a row: " + left);
        audit();
    }

    private void requireCounted() {
        List<String> wrong = server.group().orElseThrow().collection().miscounted();
        require(wrong.isEmpty(), "what is needed of segments is counted: " + wrong);
    }

    private void runFor(long ns) {
        world.plan(FOREVER, ns, () -> {});
        long until = world.nowNs() + ns;
        while (world.nowNs() < until && world.step()) {
            world.trace("settling", world.nowNs());
        }
    }

    /**
     * A journal that was cut after each of three checkpoints holds no more than those of the last two. What a collection moves
     * between two checkpoints is journaled, too: so it counts once collections have come to their end.
     */
    private void requireTidy() {
        int quiet = 0;
        for (int round = 1; quiet < 3; round++) {
            require(round <= TIDY_ROUNDS_MAX, "collections come to an end; there were " + round + " rounds");
            long moved = moved();
            maker.make(true);
            server.group().orElseThrow().checkpoint();
            runFor(1_000_000_000L);
            quiet = moved() == moved ? quiet + 1 : 0;
        }
        if (server.group()
                .flatMap(ShardGroup::trimFailure)
                .filter(Simulation::isFinal)
                .isPresent()) {
            return; // a force that failed is never tried again: the next life cuts the journal
        }
        long files = server.journalDisk().names().stream()
                .filter(name -> !name.endsWith(".tmp")) // those are kept for their space
                .count();
        require(files <= JOURNAL_FILES_MAX, "the journal is cut; it has " + files + " files");
    }

    private long moved() {
        GcCounters counters = server.group().orElseThrow().collection().counters();
        return counters.cellsCopied() + counters.recordsSettled();
    }

    private static boolean isFinal(PfsException failure) {
        return failure.code() == ErrorCode.FORCE_FAILED;
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
