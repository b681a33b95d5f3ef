package io.pfs.server.admin;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.Clock;
import io.pfs.env.system.SystemClock;
import io.pfs.server.collect.SegmentCollection;
import io.pfs.server.gc.GcGoal;
import io.pfs.server.store.EmbeddedServer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;

/** Collections of all loops of a file system, one after the other, until nothing is left that is worth one. Blocks. */
final class GcRounds {
    /** What a round copies can make segments worth another one, but ever less. */
    private static final int ROUNDS_MAX = 4;

    /** Who lent a segment takes it back within less, if he serves. */
    private static final long RETURNS_NS = 10_000_000_000L;

    private final Clock clock = new SystemClock();
    private final List<EmbeddedServer> loops;
    private final GcGoal goal;
    private final Consumer<GcDone> progress;
    /** Whether a loop has given something back to another one in this round. */
    private boolean hasGivenBack;
    /** Those that give back what nobody takes: who lent it is set apart, say. */
    private final Set<EmbeddedServer> inVain = new HashSet<>();
    /** What ended a loop's round early, or kept something from being collected; the others went on. */
    private Optional<PfsException> hindrance = Optional.empty();

    /** @param progress hears often, on whatever thread, what was done so far by the loop whose turn it is */
    GcRounds(List<EmbeddedServer> loops, GcGoal goal, Consumer<GcDone> progress) {
        this.loops = loops;
        this.goal = goal;
        this.progress = progress;
    }

    /** From here on nothing is collected but by this. */
    void begin() {
        for (EmbeddedServer loop : loops) {
            loop.await(
                    group -> group.collection().runInBackground(false),
                    group -> !group.collection().isRunning());
            checkpoint(loop);
        }
    }

    /** Goes on where it can; {@link #requireUnhindered} says what else there was. */
    void run() {
        int round = 1;
        do {
            hasGivenBack = false;
            forgetWhatMayPass();
            loops.forEach(this::collect);
            round++;
        } while (round <= ROUNDS_MAX && isWorthIt());
        loops.forEach(GcRounds::checkpoint);
        loops.forEach(loop -> loop.onLoop(group -> fail(group.checkpointFailure())));
    }

    /** What is damaged is told by the round alone that met it; all else is told again if it has not passed. */
    private void forgetWhatMayPass() {
        hindrance = hindrance.filter(cause -> cause.code().kind() == ErrorCode.Kind.DATA);
    }

    /** Refused with what kept something from being collected. */
    void requireUnhindered() {
        hindrance.ifPresent(cause -> {
            throw new PfsException(
                    cause.code(), "not all could be collected, only what is told above: " + cause.detail(), cause);
        });
    }

    /** The first round also finds out what rows led to that were removed, and what one loop gives back another collects in the next one. */
    private boolean isWorthIt() {
        return hasGivenBack || space().due() > 0;
    }

    private void collect(EmbeddedServer loop) {
        CompletableFuture<Optional<PfsException>> ended = new CompletableFuture<>();
        loop.await(
                group -> {
                    fail(group.stopped());
                    Check.that(group.collection().start(goal, ended::complete), "one collection runs at a time");
                },
                group -> {
                    progress.accept(GcDone.of(group.collection().counters()));
                    return ended.isDone();
                });
        hindrance = hindrance.or(() -> ended.getNow(Optional.empty()));
        awaitDeletions(loop);
        awaitReturns(loop);
    }

    /** A file goes once it is forced that nobody needs it. */
    private static void awaitDeletions(EmbeddedServer loop) {
        AtomicBoolean isForced = new AtomicBoolean();
        loop.await(
                group -> group.afterForce(() -> isForced.set(true)),
                group -> (isForced.get() && !group.collection().isDeleting())
                        || group.stopped().isPresent());
        loop.onLoop(group -> fail(group.stopped()));
    }

    /** What a loop does not need any more of another's segments that one hears of, and journals. */
    private void awaitReturns(EmbeddedServer loop) {
        if (inVain.contains(loop)) {
            return;
        }
        long endNs = clock.monotonicNs() + RETURNS_NS;
        AtomicBoolean isGiving = new AtomicBoolean();
        AtomicBoolean isOver = new AtomicBoolean();
        loop.await(group -> isGiving.set(group.collection().isGivingBack()), group -> {
            isOver.set(!group.collection().isGivingBack());
            return isOver.get() || group.stopped().isPresent() || clock.monotonicNs() - endNs > 0;
        });
        if (isOver.get()) {
            hasGivenBack |= isGiving.get();
        } else {
            inVain.add(loop);
        }
    }

    private static void checkpoint(EmbeddedServer loop) {
        loop.checkpoint();
        loop.onLoop(group -> fail(group.stopped()));
    }

    private static void fail(Optional<PfsException> cause) {
        cause.ifPresent(failure -> {
            throw failure;
        });
    }

    GcSpace space() {
        return sum(collection -> GcSpace.of(collection, goal), GcSpace.NONE, GcSpace::with);
    }

    GcDone done() {
        return sum(collection -> GcDone.of(collection.counters()), GcDone.NOTHING, GcDone::with);
    }

    private <T> T sum(Function<SegmentCollection, T> of, T none, BinaryOperator<T> with) {
        List<T> each = new ArrayList<>();
        loops.forEach(loop -> loop.onLoop(group -> each.add(of.apply(group.collection()))));
        return each.stream().reduce(none, with);
    }
}
