package io.pfs.server.admin;

import io.pfs.Check;
import io.pfs.PfsException;
import io.pfs.server.collect.SegmentCollection;
import io.pfs.server.gc.GcGoal;
import io.pfs.server.shard.ShardGroup;
import io.pfs.server.store.EmbeddedServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;

/** Collections of all loops of a file system, one after the other, until nothing is left that is worth one. Blocks. */
final class GcRounds {
    /** What a round copies can make segments worth another one, but ever less. */
    private static final int ROUNDS_MAX = 4;

    private final List<EmbeddedServer> loops;
    private final GcGoal goal;
    private final Consumer<GcDone> progress;
    /** @param progress hears often, on whatever thread, what was done so far by the loop whose turn it is */
    GcRounds(List<EmbeddedServer> loops, GcGoal goal, Consumer<GcDone> progress) {
        this.loops = loops;
        this.goal = goal;
        this.progress = progress;
    }

    /** From here on nothing is collected but by this. */
    void begin() {
        loops.forEach(loop -> loop.await(
                group -> group.collection().runInBackground(false),
                group -> !group.collection().isRunning()));
        checkpoint();
    }

    /** Refused with what ended it early. */
    void run() {
        for (int round = 1; round <= ROUNDS_MAX && isWorthIt(round); round++) {
            loops.forEach(this::collect);
        }
        checkpoint();
        loops.forEach(GcRounds::awaitDeletions);
    }

    /** The first round also finds out what rows led to that were removed, and what one loop gives back another collects in the next one. */
    private boolean isWorthIt(int round) {
        return round == 1 || (round == 2 && loops.size() > 1) || space().due() > 0;
    }

    private void collect(EmbeddedServer loop) {
        CompletableFuture<Optional<PfsException>> ended = new CompletableFuture<>();
        loop.await(
                group -> Check.that(group.collection().start(goal, ended::complete), "one collection runs at a time"),
                group -> {
                    progress.accept(GcDone.of(group.collection().counters()));
                    return ended.isDone();
                });
        ended.getNow(Optional.empty()).ifPresent(failure -> {
            throw failure;
        });
        awaitDeletions(loop);
    }

    /** A file goes once it is forced that nobody needs it. */
    private static void awaitDeletions(EmbeddedServer loop) {
        AtomicBoolean isForced = new AtomicBoolean();
        loop.await(
                group -> group.afterForce(() -> isForced.set(true)),
                group -> (isForced.get() && !group.collection().isDeleting())
                        || group.stopped().isPresent());
        loop.onLoop(GcRounds::requireServing);
    }

    private void checkpoint() {
        for (EmbeddedServer loop : loops) {
            loop.checkpoint();
            loop.onLoop(GcRounds::requireServing);
        }
    }

    private static void requireServing(ShardGroup group) {
        group.stopped().or(group::checkpointFailure).ifPresent(failure -> {
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
