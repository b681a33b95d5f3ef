package io.pfs.sim;

import io.pfs.row.TablePointer;
import io.pfs.sim.history.History;
import io.pfs.sim.history.NameOperation;
import io.pfs.sim.history.NameSpace;
import io.pfs.sim.history.Outcome;
import io.pfs.wire.Reply;
import io.pfs.wire.Request.AboutRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One small history: several clients change few names in a few directories, and what they ask and are told is written down.
 * Clients are killed, and others come. In the end all names are read.
 */
final class SimHistory {
    private static final int OPERATIONS_MIN = 25;
    private static final int OPERATIONS_MAX = 55;
    private static final int CLIENTS_MIN = 2;
    private static final int CLIENTS_MAX = 5;
    private static final int KILLED_MAX = 5;
    private static final int ROUNDS_MAX = 8;

    private final SimWorld world;
    private final Prng prng;
    private final SimCluster cluster;
    private final int shards;
    private final long firstCaller;
    private final HistoryWire wire;
    private final NameDraws draws;
    private final HistoryFiller filler;
    private final HistoryStranger stranger;
    private final History history = new History();
    private final NameSpace first;
    private final List<String> roots = new ArrayList<>();
    private final List<HistoryClient> clients = new ArrayList<>();
    private int callers;
    private int operationsLeft;
    private int killsLeft;

    /**
     * @param tables that are its own and empty: directories that stay
     * @param firstCaller from here on ids of clients are its own
     */
    SimHistory(
            SimWorld world,
            Prng prng,
            SimCluster cluster,
            SimWorkload workload,
            List<TablePointer> tables,
            long firstCaller) {
        this.world = world;
        this.prng = prng;
        this.cluster = cluster;
        this.shards = workload.shards();
        this.firstCaller = firstCaller;
        this.wire = new HistoryWire(prng.child("wire"), shards);
        for (TablePointer table : tables) {
            String root = "root" + (roots.size() + 1);
            roots.add(root);
            wire.know(root, table);
        }
        this.first = NameSpace.of(roots);
        this.draws = new NameDraws(prng.child("draws"), first);
        this.operationsLeft =
                Math.min(workload.operationsPerClient(), (int) prng.between(OPERATIONS_MIN, OPERATIONS_MAX));
        this.killsLeft = prng.below(KILLED_MAX + 1);
        Prng beside = prng.child("filler");
        this.filler = new HistoryFiller(
                world,
                beside,
                caller(beside),
                tables,
                beside.below(3) * workload.limits().sliceRowsMax());
        Prng strange = prng.child("stranger");
        this.stranger = new HistoryStranger(
                world,
                strange,
                caller(strange.child("owner")),
                caller(strange.child("stranger")),
                tables.get(strange.below(tables.size())),
                strange.below(ROUNDS_MAX));
    }

    /** What names mean before all. */
    NameSpace first() {
        return first;
    }

    History history() {
        return history;
    }

    /** A client as the server sees it, that has not been there before. */
    SimCaller caller(Prng own) {
        callers++;
        return new SimCaller(firstCaller + callers, world, own, cluster, wire::pointer, shards);
    }

    /** Makes the first names, one after the other. */
    void begin() {
        ArrayDeque<NameOperation> operations = new ArrayDeque<>(draws.first(roots));
        client(() -> Optional.ofNullable(operations.poll()));
        filler.fillHalf();
    }

    /** Several clients come. */
    void work() {
        int count = (int) prng.between(CLIENTS_MIN, CLIENTS_MAX);
        for (int c = 0; c < count; c++) {
            client(this::draw);
        }
        filler.fill();
        stranger.work();
    }

    /** Reads all names. */
    void end() {
        ArrayDeque<NameOperation> operations = new ArrayDeque<>(NameDraws.last(wire.directories()));
        killsLeft = 0;
        client(() -> Optional.ofNullable(operations.poll()));
    }

    /** Whether nothing is under way but what clients have left behind that were killed. */
    boolean isDone() {
        return filler.isDone() && stranger.isDone() && clients.stream().allMatch(HistoryClient::isDone);
    }

    private void client(Supplier<Optional<NameOperation>> source) {
        HistoryClient client = new HistoryClient(this, world, prng.child("client " + clients.size()), source);
        clients.add(client);
        client.start();
    }

    private Optional<NameOperation> draw() {
        if (operationsLeft == 0) {
            return Optional.empty();
        }
        operationsLeft--;
        return Optional.of(draws.next(wire.directories()));
    }

    /** A client is about to ask: returns the number of this operation, and what to send. */
    Begun begun(SimCaller client, NameOperation operation) {
        world.tally().count("histories: " + operation.getClass().getSimpleName());
        int number = (int) (client.number() - firstCaller);
        return new Begun(history.begin(number, operation), wire.request(operation));
    }

    record Begun(int number, AboutRow request) {}

    void ended(int number, NameOperation operation, Reply reply) {
        Outcome outcome = wire.outcome(operation, reply);
        history.end(number, outcome);
        if (outcome instanceof Outcome.Ok) {
            draws.done(operation);
        } else {
            world.tally().count("histories: " + operation.getClass().getSimpleName() + " " + outcome);
        }
    }

    /** Whether one more client may be killed. */
    boolean mayKill() {
        return killsLeft > 0;
    }

    void killed() {
        killsLeft--;
        world.tally().count("histories: client killed");
    }
}
