package io.pfs.sim;

import io.pfs.PfsException;
import io.pfs.server.collect.SegmentCollection;
import io.pfs.server.gc.GcGoal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntConsumer;

/**
 * With nobody at work, a collection leaves none of the segments that were worth one, and makes no garbage but where it
 * wrote an indirect record more than once. How much that leaves follows from what was there, so no share is expected.
 */
final class CollectionCheck {
    private static final int SECONDS_MAX = 60;
    private static final int ROUNDS = 2;

    private final SimServer server;
    private final IntConsumer runSeconds;

    /** Of a server; {@code runSeconds} lets so much time pass. */
    CollectionCheck(SimServer server, IntConsumer runSeconds) {
        this.server = server;
        this.runSeconds = runSeconds;
    }

    void run() {
        SegmentCollection collection = server.group().orElseThrow().collection();
        idle(collection);
        for (int round = 1; round <= ROUNDS; round++) {
            Set<Long> due = collection.due(GcGoal.ALL);
            long garbageBefore = garbageOutside(due, collection);
            long supersededBefore = collection.counters().bytesSuperseded();
            List<Optional<PfsException>> ended = new ArrayList<>();
            Simulation.require(collection.start(GcGoal.ALL, ended::add), "a collection starts");
            server.group().orElseThrow().commit();
            idle(collection);
            Simulation.require(ended.equals(List.of(Optional.empty())), "a collection ends well, not by " + ended);
            long superseded = collection.counters().bytesSuperseded() - supersededBefore;
            requireTaken(collection, due, garbageBefore + superseded);
        }
    }

    private void idle(SegmentCollection collection) {
        runSeconds.accept(1);
        for (int second = 0; second < SECONDS_MAX && collection.isRunning(); second++) {
            runSeconds.accept(1);
        }
        Simulation.require(!collection.isRunning(), "a collection comes to its end");
    }

    private static void requireTaken(SegmentCollection collection, Set<Long> due, long garbageMax) {
        Set<Long> left = new TreeSet<>(due);
        left.retainAll(collection.segments());
        Simulation.require(
                left.isEmpty(), "what was worth it is gone; left are " + left + " of " + collection.totals());
        long garbage = garbageOutside(new TreeSet<>(), collection);
        Simulation.require(garbage <= garbageMax, "at most " + garbageMax + " B of garbage are left, not " + garbage);
    }

    private static long garbageOutside(Set<Long> due, SegmentCollection collection) {
        return collection.totals().stream()
                .filter(total -> !due.contains(total.segment()))
                .mapToLong(total -> total.counted() - total.live())
                .sum();
    }
}
