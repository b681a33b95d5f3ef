package io.pfs.sim;

import io.pfs.row.TablePointer;
import io.pfs.sim.history.History;
import io.pfs.sim.history.LinearizabilityChecker;
import io.pfs.sim.history.NameOperation;
import io.pfs.sim.history.NameSpace;
import io.pfs.sim.history.Verdict;
import io.pfs.sim.history.Verdict.Undecided;
import io.pfs.sim.history.Verdict.Violated;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.RenameRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A small history of several clients on few names in directories of several seats, while these move. */
final class SeatHistory {
    private static final int OPERATIONS_MIN = 25;
    private static final int OPERATIONS_MAX = 50;
    private static final long STEPS_MAX = 2_000_000;
    private static final long BREATH_NS = 20_000_000;
    private static final long PAUSE_NS = 500_000_000;
    private static final long PATIENT_NS = 60_000_000_000L;
    private static final long IMPATIENT_NS = 1_500_000_000;

    private final SeatCluster cluster;
    private final SimWorld world;
    private final Prng prng;
    private final String name;
    private final HistoryWire wire;
    private final NameDraws draws;
    private final NameSpace first;
    private final History history = new History();
    private final List<String> roots = new ArrayList<>();
    private final List<Asking> clients = new ArrayList<>();
    private int operationsLeft;

    /** @param tables that are its own and empty */
    SeatHistory(SeatCluster cluster, Prng prng, String name, List<TablePointer> tables) {
        this.cluster = cluster;
        this.world = cluster.world();
        this.prng = prng;
        this.name = name;
        this.wire = new HistoryWire(prng.child("wire"), cluster.workload().shards());
        for (TablePointer table : tables) {
            roots.add("root" + (roots.size() + 1));
            wire.know(roots.get(roots.size() - 1), table);
        }
        this.first = NameSpace.of(roots);
        this.draws = new NameDraws(prng.child("draws"), first);
        this.operationsLeft = (int) prng.between(OPERATIONS_MIN, OPERATIONS_MAX);
    }

    void begin() {
        ArrayDeque<NameOperation> operations = new ArrayDeque<>(draws.first(roots));
        client(() -> Optional.ofNullable(operations.poll()), PATIENT_NS);
    }

    /** Several clients come. */
    void work() {
        int count = 2 + prng.below(3);
        for (int c = 0; c < count; c++) {
            client(this::draw, prng.oneIn(3) ? prng.between(IMPATIENT_NS / 5, IMPATIENT_NS) : PATIENT_NS);
        }
    }

    /** All names are read. */
    void end() {
        ArrayDeque<NameOperation> operations = new ArrayDeque<>(NameDraws.last(wire.directories()));
        client(() -> Optional.ofNullable(operations.poll()), PATIENT_NS).isLast = true;
    }

    private Asking client(Supplier<Optional<NameOperation>> source, long timeoutNs) {
        int number = clients.size();
        Asking client = new Asking(number, source, timeoutNs);
        clients.add(client);
        client.nextLater();
        return client;
    }

    private Optional<NameOperation> draw() {
        if (operationsLeft == 0) {
            return Optional.empty();
        }
        operationsLeft--;
        return Optional.of(draws.next(wire.directories()));
    }

    boolean isDone() {
        return clients.stream().allMatch(client -> client.isDone);
    }

    /** One client, who asks for one thing after the other. */
    private final class Asking {
        private final int number;
        private final Prng own;
        private final Supplier<Optional<NameOperation>> source;
        private final SeatClient client;
        private boolean isLast;
        private boolean isDone;

        Asking(int number, Supplier<Optional<NameOperation>> source, long timeoutNs) {
            this.number = number;
            this.own = prng.child("client " + number);
            this.source = source;
            this.client = new SeatClient(cluster, name + " client " + number, own, timeoutNs);
        }

        void nextLater() {
            long within = !isLast && own.oneIn(5) ? PAUSE_NS : BREATH_NS;
            world.plan(client.life(), own.between(0, within), this::next);
        }

        private void next() {
            Optional<NameOperation> drawn = source.get();
            if (drawn.isEmpty()) {
                isDone = true;
                client.end();
                return;
            }
            NameOperation operation = drawn.get();
            AboutRow request = wire.request(operation);
            int begun = history.begin(number, operation);
            world.tally().count("seats: " + operation.getClass().getSimpleName());
            client.ask(request, wire.pointer(request.table()), this::target, reply -> {
                answered(begun, operation, reply);
                nextLater();
            });
        }

        private TablePointer target(RenameRow rename) {
            return wire.pointer(rename.toTable());
        }

        private void answered(int begun, NameOperation operation, Reply reply) {
            if (SeatClient.isDecided(reply)) {
                history.end(begun, wire.outcome(operation, reply));
                if (!(reply instanceof Refused)) {
                    draws.done(operation);
                }
                return;
            }
            world.tally().count("seats: undecided, " + ((Refused) reply).code());
            Simulation.require(!isLast, "all names can be read in the end, not " + SimOperations.describe(reply));
        }
    }

    /** Throws if no order of all operations explains all answers. */
    void decide() {
        Verdict verdict = new LinearizabilityChecker(first, STEPS_MAX).check(history);
        if (verdict instanceof Violated violated) {
            throw new SimViolation("history: " + violated.explanation());
        } else if (verdict instanceof Undecided undecided) {
            throw new SimViolation("history: undecided after " + undecided.steps() + " steps");
        }
        world.tally().count("seats: history checked");
        world.tally().add("seats: operation", history.calls().size());
        world.tally().add("seats: operation of unknown outcome", history.unknown());
        world.trace("history checked", history.calls().size());
    }
}
