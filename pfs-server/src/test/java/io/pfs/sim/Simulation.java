package io.pfs.sim;

import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.server.shard.Reply.Done;
import io.pfs.server.shard.Request.Envelope;
import io.pfs.server.shard.Request.MakeTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One seed from start to verdict: clients work while fate strikes; then everything heals and must come to an end; then
 * what is there must be what the clients know.
 */
public final class Simulation {
    private static final long HEALED_WITHIN_NS = 120_000_000_000L;
    private static final long EVENTS_MAX = 3_000_000;
    /** Two with records, one of each kind beside them, and one that is about to go. */
    private static final int JOURNAL_FILES_MAX = 6;

    private static final Life FOREVER = new Life("world");

    private final long seed;
    private final Prng prng;
    private final SimWorld world;
    private final SimWorkload workload;
    private final SimServer server;
    private final Fate fate;
    private final List<SimClient> clients = new ArrayList<>();
    private final Map<RowKey, NameModel> models = new TreeMap<>();
    private final Auditor auditor;

    /** How a run ended, if nothing was violated. */
    public record Outcome(long seed, long traceHash, Tally tally, long operations, long simulatedNs, long events) {}

    private Simulation(long seed, Plant plant) {
        this.seed = seed;
        prng = new Prng(seed);
        world = new SimWorld(prng);
        workload = SimWorkload.draw(prng.child("workload"));
        DiskFaults diskFaults = new DiskFaults(prng.child("disk faults"));
        SimNetwork network = new SimNetwork(world, prng.child("network"));
        server = new SimServer(world, prng.child("server"), workload, diskFaults, network, plant);
        for (int c = 0; c < workload.clients(); c++) {
            clients.add(new SimClient(c + 1, world, prng.child("client " + c), server, workload, models));
        }
        auditor = new Auditor(models);
        fate = new Fate(world, prng.child("fate"), workload.faults(), server, diskFaults, network, auditor);
    }

    /** Runs one seed; throws what was violated, with what replays it. */
    public static Outcome run(long seed) {
        return run(seed, Plant.NONE);
    }

    static Outcome run(long seed, Plant plant) {
        Simulation simulation = new Simulation(seed, plant);
        try {
            return simulation.run();
        } catch (RuntimeException e) {
            throw new SimViolation(
                    "seed " + seed + "; replay: mvn -pl pfs-server -am test -Dtest=SimulationTest -Dpfs.seed=" + seed
                            + "\n" + e + "\nwith: " + simulation.workload + "\nso far: "
                            + simulation.world.tally().counts() + "\nlast events:\n"
                            + simulation.world.recent(),
                    e);
        }
    }

    private Outcome run() {
        server.start();
        workload.tables().forEach(this::makeTable);
        fate.begin(this::restart);
        clients.forEach(SimClient::start);
        runUntilDone(Long.MAX_VALUE);
        fate.end();
        world.trace("healed", world.happened());
        requireUp();
        runUntilDone(world.nowNs() + HEALED_WITHIN_NS);
        settle();
        return new Outcome(seed, world.traceHash(), world.tally(), operations(), world.nowNs(), world.happened());
    }

    /** Clients work until each has done its share, or, while fate strikes, until most of the work is done. */
    private void runUntilDone(long deadlineNs) {
        boolean striking = deadlineNs == Long.MAX_VALUE;
        while (!clients.stream().allMatch(SimClient::isDone)) {
            if (striking && fate.isSpent()) {
                return;
            }
            if (world.nowNs() > deadlineNs || world.happened() > EVENTS_MAX) {
                throw new SimViolation("no progress: " + operations() + " operations done after "
                        + world.nowNs() / 1_000_000 + " ms and " + world.happened() + " events");
            }
            step();
        }
    }

    private void step() {
        try {
            Simulation.require(world.step(), "something is still to come");
        } catch (SimCrash crash) {
            server.crash();
            world.plan(FOREVER, prng.between(1_000_000, 30_000_000), this::restart);
        }
    }

    private void restart() {
        if (server.isUp()) {
            return;
        }
        try {
            Optional<PfsException> refusal = server.tryStart();
            if (refusal.isEmpty()) {
                world.tally().count("server: recovered");
                clients.forEach(SimClient::serverIsGone);
                fate.recovered();
                return;
            }
            fate.requireExcuse(refusal.get());
            server.kill();
        } catch (SimCrash crash) {
            world.tally().count("crash during recovery");
            server.crash();
        }
        world.plan(FOREVER, prng.between(1_000_000, 30_000_000), this::restart);
    }

    private void requireUp() {
        if (!server.isUp()) {
            restart();
        }
        require(server.isUp(), "a healed server starts");
    }

    /** Twice more: after an end in order, and after the loss of power, everything must be there, and no more than that. */
    private void settle() {
        auditor.audit(server);
        server.stop();
        server.start();
        auditor.audit(server);
        for (int round = 1; round <= 3; round++) {
            makeTable(TableId.of(new ShardId(0), 1000 + round));
            server.group().orElseThrow().checkpoint();
            runFor(1_000_000_000L);
        }
        requireTidy();
        server.loseWhatMayBeLost();
        server.start();
        auditor.audit(server);
        server.stop();
    }

    private void runFor(long ns) {
        world.plan(FOREVER, ns, () -> {});
        long until = world.nowNs() + ns;
        while (world.nowNs() < until && world.step()) {
            world.trace("settling", world.nowNs());
        }
    }

    /** A journal that was cut after each of three checkpoints holds no more than those of the last two. */
    private void requireTidy() {
        int files = server.journalDisk().names().size();
        require(files <= JOURNAL_FILES_MAX, "the journal is cut; it has " + files + " files");
    }

    private void makeTable(TableId table) {
        Envelope envelope =
                new Envelope(new RequestId(0, 0, table.sequence()), 0, new MakeTable(table, table.value() * 31));
        boolean[] done = new boolean[1];
        server.group().orElseThrow().submit(envelope, reply -> done[0] = reply instanceof Done);
        server.group().orElseThrow().commit();
        while (!done[0]) {
            require(world.step(), "a table is made");
        }
    }

    private long operations() {
        return clients.stream().mapToLong(SimClient::completed).sum();
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new SimViolation("expected that " + what);
        }
    }
}
