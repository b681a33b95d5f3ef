package io.pfs.sim;

import io.pfs.sim.SimHistory.Begun;
import io.pfs.sim.history.NameOperation;
import java.util.Optional;
import java.util.function.Supplier;

/** Asks one thing after the other in a history. When it is killed with something open, another takes its place. */
final class HistoryClient {
    private static final int ONE_KILLED_IN = 8;
    private static final long KILLED_WITHIN_NS = 2_000_000;
    private static final int ONE_PAUSE_IN = 5;
    private static final long PAUSE_NS = 60_000_000;
    private static final long BREATH_NS = 300_000;

    private final SimHistory history;
    private final SimWorld world;
    private final Prng prng;
    private final Life life = new Life("history client");
    private final Supplier<Optional<NameOperation>> source;
    private SimCaller caller;
    private int open = -1;
    private boolean done;

    /** @param source of what it asks, empty when that is all */
    HistoryClient(SimHistory history, SimWorld world, Prng prng, Supplier<Optional<NameOperation>> source) {
        this.history = history;
        this.world = world;
        this.prng = prng;
        this.source = source;
        this.caller = history.caller(prng);
    }

    boolean isDone() {
        return done;
    }

    void start() {
        nextLater();
    }

    /** Often at once, so that operations of several clients overlap, and at times after a while, so that much else happens. */
    private void nextLater() {
        long within = prng.oneIn(ONE_PAUSE_IN) ? PAUSE_NS : BREATH_NS;
        world.plan(life, prng.between(0, within), this::next);
    }

    private void next() {
        Optional<NameOperation> operation = source.get();
        if (operation.isEmpty()) {
            done = true;
            return;
        }
        Begun begun = history.begun(caller, operation.get());
        open = begun.number();
        caller.ask(begun.request(), reply -> {
            history.ended(begun.number(), operation.get(), reply);
            nextLater();
        });
        if (prng.oneIn(ONE_KILLED_IN)) {
            world.plan(life, prng.between(0, KILLED_WITHIN_NS), () -> dieIn(begun.number()));
        }
    }

    private void dieIn(int number) {
        if (open == number && !caller.isIdle() && history.mayKill()) {
            history.killed();
            caller.die();
            caller = history.caller(prng);
            nextLater();
        }
    }
}
