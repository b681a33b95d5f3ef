package io.pfs.sim;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.call.Ask;
import io.pfs.client.call.CallEnv;
import io.pfs.client.call.Caller;
import io.pfs.client.call.Outcome;
import io.pfs.client.route.Directories;
import io.pfs.client.route.PfsPath;
import io.pfs.client.route.Placement;
import io.pfs.client.route.Walker;
import io.pfs.client.route.Way;
import io.pfs.env.Clock;
import io.pfs.row.TablePointer;
import io.pfs.sim.history.NameOperation;
import io.pfs.sim.history.NameOperation.Lookup;
import io.pfs.wire.Connection;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.RenameRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * A client that goes along paths as the shipped one does, by what it remembers, or by ways that it keeps open; one thing after the
 * other. Its clock has a rate of its own, and at times it sleeps where it does most harm: between the walk and what it is for. At
 * times it leaves in order, whatever is under way, and another goes on in its place.
 */
final class PathClient {
    private static final long TIMEOUT_NS = 10_000_000_000L;
    private static final int REMEMBERED = 8;
    private static final int WAYS_KEPT = 3;
    private static final long BREATH_NS = 2_000_000;
    private static final long PAUSE_NS = 60_000_000;
    /** Of the operations of one who does not stay to the end. */
    private static final int ONE_LEAVES_IN = 3;

    private final SimWorld world;
    private final Prng prng;
    private final Prng leaving;
    private final boolean stays;
    private final IntConsumer left;
    private final int number;
    private final long leaseNs;
    private final Life life;
    private final PathDraws draws;
    private final HistoryWire wire;
    private final PathLog log;
    private final MachineClock machine;
    private final Runnable cutOff;
    private final Caller caller;
    private final Walker walker;
    private final Map<PfsPath, Way> kept = new LinkedHashMap<>();
    private Optional<PfsPath> missing = Optional.empty();
    private int operationsLeft;
    private boolean isBusy;
    private boolean isDone;

    /** What the clients of a history share. */
    record Shared(
            SimWorld world, PathDraws draws, HistoryWire wire, PathLog log, int shards, long leaseNs, Plant plant) {}

    /**
     * A client of a history.
     *
     * @param cutOff ends its connections
     * @param left is told how many operations another has to go on with when this one has left
     */
    PathClient(
            Shared shared,
            Prng prng,
            int number,
            Connection connection,
            Runnable cutOff,
            int operations,
            IntConsumer left) {
        this.world = shared.world();
        this.prng = prng;
        this.leaving = prng.child("leaving");
        this.stays = leaving.oneIn(2);
        this.left = left;
        this.number = number;
        this.leaseNs = shared.leaseNs();
        this.life = new Life("path client " + number);
        this.draws = shared.draws();
        this.wire = shared.wire();
        this.log = shared.log();
        this.operationsLeft = operations;
        // two that differ in their rates do so by less than what clients allow for
        this.machine = new MachineClock(world, prng.below(3) - 1L);
        this.cutOff = cutOff;
        Clock clock = shared.plant().clock(machine, Math.max(MachineClock.SEEN_NS_MIN, leaseNs / 100));
        this.caller = new Caller(connection, new CallEnv(clock, world.timers(life), prng, TIMEOUT_NS, 64));
        Directories directories = new Directories(connection.facts().root(), 1 + prng.below(REMEMBERED));
        connection.hears(directories);
        walker = new Walker(caller, new Placement(shared.shards()), directories);
    }

    boolean isDone() {
        return isDone;
    }

    int operationsLeft() {
        return operationsLeft;
    }

    void start() {
        nextLater();
    }

    /** It comes at once where another has left. */
    void startInstead() {
        world.plan(life, 0, () -> next(draws::afterLeaving));
    }

    void end() {
        life.end();
    }

    /** What it asked for and was not told the end of may yet be done; of what was only to be asked for nothing is. */
    private void leave() {
        if (!isDone) {
            world.tally()
                    .count(isBusy ? "paths: left in the midst of an operation" : "paths: left between two operations");
            life.end();
            caller.close();
            left.accept(operationsLeft);
        }
    }

    private void nextLater() {
        isBusy = false;
        long within = prng.oneIn(10) ? 2 * leaseNs : prng.oneIn(5) ? PAUSE_NS : BREATH_NS;
        world.plan(life, prng.between(0, within), () -> next(draws::next));
    }

    private void next(Supplier<PathDraws.Drawn> draw) {
        if (operationsLeft == 0) {
            isDone = true;
            return;
        }
        operationsLeft--;
        isBusy = true;
        if (!stays && leaving.oneIn(ONE_LEAVES_IN)) {
            world.plan(life, leaving.between(0, leaving.oneIn(2) ? BREATH_NS : PAUSE_NS), this::leave);
        }
        PathDraws.Drawn drawn = missing.map(draws::afterMiss).orElseGet(draw);
        missing = Optional.empty();
        int begun = log.moment();
        along(drawn.directory(), begun, way -> {
            if (drawn.toDirectory().isPresent()) {
                along(
                        drawn.toDirectory().get(),
                        begun,
                        to -> sleepThen(() -> act(begun, way.pointer(), Optional.of(to.pointer()), drawn)));
            } else {
                sleepThen(() -> act(begun, way.pointer(), Optional.empty(), drawn));
            }
        });
    }

    /** It is one operation, whose path was walked before it fell asleep. */
    private void sleepThen(Runnable task) {
        if (!prng.oneIn(12)) {
            task.run();
        } else if (number % 2 == 0) {
            sleepWithMachineThen(task);
        } else {
            world.tally().count("paths: slept between walk and deed");
            world.plan(life, prng.between(0, 2 * leaseNs), task);
        }
    }

    /** Nobody can tell it anything meanwhile, and it can't tell by the one of its clocks how long it was away. */
    private void sleepWithMachineThen(Runnable task) {
        world.tally().count("paths: machine slept between walk and deed");
        cutOff.run();
        machine.sleeps();
        world.plan(life, prng.between(leaseNs / 4, 2 * leaseNs), () -> {
            machine.wakes();
            task.run();
        });
    }

    // Walking

    private void along(PfsPath directory, int begun, Consumer<Way> then) {
        Way known = kept.get(directory);
        if (known != null && prng.oneIn(2)) {
            world.tally().count(known.holds() ? "paths: went by a kept way" : "paths: went by a kept way anew");
            known.go(() -> arrived(directory, known, begun, then), cause -> missed(directory, cause));
        } else {
            walker.open(
                    directory,
                    Outcome.either(way -> arrived(directory, way, begun, then), cause -> missed(directory, cause)));
        }
    }

    private void missed(PfsPath directory, PfsException cause) {
        world.tally().count("paths: way not found, " + cause.code());
        kept.remove(directory);
        missing = Optional.of(directory);
        nextLater();
    }

    /** Each hop must have led there at some moment since it began. */
    private void arrived(PfsPath directory, Way way, int begun, Consumer<Way> then) {
        keep(directory, way);
        TablePointer from = wire.pointer(PathDraws.ROOT);
        List<TablePointer> tables = way.tables();
        for (int hop = 0; hop < tables.size(); hop++) {
            String name = directory.names().get(hop).toString();
            Lookup lookup = new Lookup(wire.directoryOf(from.table()), name);
            String found = wire.directoryOf(tables.get(hop).table());
            log.ended(log.begun(number, begun, lookup), new io.pfs.sim.history.Outcome.Ok(found));
            from = tables.get(hop);
        }
        then.accept(way);
    }

    private void keep(PfsPath directory, Way way) {
        kept.put(directory, way);
        if (kept.size() > WAYS_KEPT) {
            kept.remove(kept.keySet().iterator().next());
        }
    }

    // Doing

    private void act(int begun, TablePointer in, Optional<TablePointer> to, PathDraws.Drawn drawn) {
        NameOperation operation =
                drawn.operation(wire.directoryOf(in.table()), to.map(pointer -> wire.directoryOf(pointer.table())));
        world.tally().count("paths: " + operation.getClass().getSimpleName());
        AboutRow request = wire.request(operation);
        PathLog.Noted noted = log.begun(number, begun, operation);
        Function<Request, Request> routed = before -> routed(before, to);
        RowName name = request.name();
        Ask.Router router = new Ask.Router() {
            @Override
            public io.pfs.ShardId next(Misplaced misplaced) {
                return walker.placement().after(misplaced, in, name);
            }

            @Override
            public Request request(Request before) {
                return routed.apply(before);
            }
        };
        caller.send(new Ask(
                routed.apply(request),
                walker.placement().shardOf(in, name),
                router,
                reply -> world.plan(life, 0, () -> answered(noted, operation, reply))));
    }

    private Request routed(Request request, Optional<TablePointer> to) {
        if (request instanceof RenameRow rename) {
            return new RenameRow(
                    rename.table(),
                    rename.name(),
                    walker.placement().shardOf(to.orElseThrow(), rename.toName()),
                    rename.toTable(),
                    rename.toName(),
                    rename.overwrite());
        }
        return request;
    }

    private void answered(PathLog.Noted noted, NameOperation operation, Reply reply) {
        if (reply instanceof Refused refused) {
            world.tally().count("paths: " + operation.getClass().getSimpleName() + " " + refused.code());
            if (refused.code().kind() == ErrorCode.Kind.REQUEST) {
                log.ended(noted, wire.outcome(operation, reply));
            } else if (refused.code() == ErrorCode.UNKNOWN_OUTCOME) {
                world.tally().count("paths: unknown outcome");
            }
        } else {
            log.ended(noted, wire.outcome(operation, reply));
        }
        nextLater();
    }
}
