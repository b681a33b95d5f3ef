package io.pfs.sim;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ServerId;
import io.pfs.pool.local.LocalPool;
import io.pfs.server.gc.GcCounters;
import io.pfs.server.inspect.Finding;
import io.pfs.server.inspect.GroupDamage;
import io.pfs.server.shard.Shard;
import io.pfs.server.shard.ShardGroup;
import io.pfs.server.state.Intents;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The end of a seed, healed and with nobody at work: after an end in order, and after the loss of power, everything must be
 * there, and no more than that.
 */
final class Settlement {
    private static final long WITHIN_NS = 120_000_000_000L;
    private static final long SECOND_NS = 1_000_000_000;
    /** Two with records, one of each kind beside them, and one that is about to go. */
    private static final int JOURNAL_FILES_MAX = 6;

    private static final int TIDY_ROUNDS_MAX = 20;
    private static final Life FOREVER = new Life("world");

    private final SimWorld world;
    private final SimCluster cluster;
    private final SimTableMaker maker;
    private final Runnable audit;
    private final Consumer<SimServer> lifeIsOver;

    /** @param audit throws if anything is missing, or there that nobody wrote */
    Settlement(SimCluster cluster, SimTableMaker maker, Runnable audit, Consumer<SimServer> lifeIsOver) {
        this.world = cluster.world();
        this.cluster = cluster;
        this.maker = maker;
        this.audit = audit;
        this.lifeIsOver = lifeIsOver;
    }

    void settle() {
        audit.run();
        requireTidy();
        stop();
        start();
        audit.run();
        requireTidy();
        collect();
        cluster.servers().forEach(SimServer::loseWhatMayBeLost);
        start();
        audit.run();
        requireCounted();
        stop();
        start();
        requireSound();
        stop();
    }

    /** What {@code admin fsck} looks at of servers that ended in order. */
    private void requireSound() {
        TreeMap<ServerId, ShardGroup> groups = new TreeMap<>();
        cluster.servers().forEach(server -> groups.put(new ServerId(server.number()), group(server)));
        List<Finding> damage = GroupDamage.of(
                groups, id -> new LocalPool(cluster.server(id).poolDisk().attachToRead()));
        Simulation.require(damage.isEmpty(), "nothing is damaged: " + damage);
    }

    private void start() {
        cluster.servers().forEach(SimServer::start);
        awaitRest();
    }

    /** The processes end in order, once nothing is under way in them. */
    private void stop() {
        long until = world.nowNs() + WITHIN_NS;
        cluster.servers().forEach(SimServer::close);
        while (!cluster.servers().stream().allMatch(SimServer::isClosed)) {
            Simulation.require(world.step() && world.nowNs() < until, "what is under way ends");
        }
        for (SimServer server : cluster.servers()) {
            Optional<PfsException> failure = server.group().flatMap(ShardGroup::endFailure);
            Simulation.require(failure.isEmpty(), "a journal is ended in order: " + failure);
        }
        cluster.servers().forEach(SimServer::kill);
        cluster.servers().forEach(lifeIsOver);
    }

    /** What is between servers comes to its end; in one server audits find that. */
    private void awaitRest() {
        if (cluster.isOne()) {
            return;
        }
        long until = world.nowNs() + WITHIN_NS;
        while (underWay().isPresent()) {
            Simulation.require(world.nowNs() < until, "procedures end; there is " + underWay());
            runFor(SECOND_NS);
        }
    }

    private Optional<String> underWay() {
        for (SimServer server : cluster.servers()) {
            for (Shard shard : group(server).shards()) {
                Intents intents = shard.state().tables().intents();
                if (!intents.isQuiet()) {
                    return Optional.of(shard.id() + " with " + intents);
                }
            }
        }
        Set<String> halves = new LoanCheck(cluster).halves();
        return halves.isEmpty() ? Optional.empty() : Optional.of("half of " + halves);
    }

    private void collect() {
        requireCounted();
        collectAll();
        // what one returns may be what the other had from a third: that goes back with his next collection
        for (int round = 1; round < cluster.servers().size() && !needless().isEmpty(); round++) {
            collectAll();
        }
        Simulation.require(needless().isEmpty(), "what nobody needs is returned: " + needless());
        requireCounted();
        for (SimServer server : cluster.servers()) {
            List<String> left = group(server).collection().objectsWithoutRow();
            Simulation.require(left.isEmpty(), "no object is left without a row: " + left);
        }
        audit.run();
    }

    private void collectAll() {
        for (SimServer server : cluster.servers()) {
            new CollectionCheck(cluster, server, seconds -> runFor(seconds * SECOND_NS)).run();
        }
        awaitRest();
    }

    private List<String> needless() {
        return new LoanCheck(cluster).needless();
    }

    private void requireCounted() {
        for (SimServer server : cluster.servers()) {
            List<String> wrong = group(server).collection().miscounted();
            Simulation.require(wrong.isEmpty(), "what is needed of segments is counted: " + wrong);
        }
    }

    private static ShardGroup group(SimServer server) {
        return server.group().orElseThrow();
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
        awaitRest();
        int quiet = 0;
        for (int round = 1; quiet < 3; round++) {
            Simulation.require(round <= TIDY_ROUNDS_MAX, "collections come to an end; there were " + round + " rounds");
            long moved = moved();
            makeTables();
            cluster.servers().forEach(server -> group(server).checkpoint());
            runFor(SECOND_NS);
            quiet = moved() == moved ? quiet + 1 : 0;
        }
        cluster.servers().forEach(Settlement::requireCut);
        awaitRest();
    }

    /** Something new for each to write at a checkpoint. */
    private void makeTables() {
        if (cluster.isOne()) {
            maker.make(true);
        } else {
            cluster.servers()
                    .forEach(server -> maker.makeIn(cluster.shardsOf(server).get(0)));
        }
    }

    private static void requireCut(SimServer server) {
        boolean hasFailed =
                group(server).trimFailure().filter(Settlement::isFinal).isPresent();
        if (hasFailed) {
            return; // a force that failed is never tried again: the next life cuts the journal
        }
        long files = server.journalDisk().names().stream()
                .filter(name -> !name.endsWith(".tmp")) // those are kept for their space
                .count();
        Simulation.require(files <= JOURNAL_FILES_MAX, "the journal is cut; it has " + files + " files");
    }

    private long moved() {
        long moved = 0;
        for (SimServer server : cluster.servers()) {
            GcCounters counters = group(server).collection().counters();
            moved += counters.cellsCopied() + counters.recordsSettled();
        }
        return moved;
    }

    private static boolean isFinal(PfsException failure) {
        return failure.code() == ErrorCode.FORCE_FAILED;
    }
}
