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
 *
 * <p>Among several servers a segment may be left: one that is lent while no row of this server points to it any more, which no
 * collection takes up; and one with cells of a row that came from another server under another name, where its trail is, so
 * that a collection here can't find the row and sets the segment aside. How much of such a segment is needed is not known to
 * one server alone; {@link LoanCheck} asks whether anything is.
 */
final class CollectionCheck {
    private static final int SECONDS_MAX = 60;
    private static final int ROUNDS = 2;
    private static final int REPEATED_MAX = 20;

    private final SimCluster cluster;
    private final SimServer server;
    private final IntConsumer runSeconds;

    /** Of a server; {@code runSeconds} lets so much time pass. */
    CollectionCheck(SimCluster cluster, SimServer server, IntConsumer runSeconds) {
        this.cluster = cluster;
        this.server = server;
        this.runSeconds = runSeconds;
    }

    void run() {
        SegmentCollection collection = server.group().orElseThrow().collection();
        idle(collection);
        collection.runInBackground(
                false); // what this one drops may be enough for another to begin, which is not asked for
        for (int round = 1; round <= ROUNDS; round++) {
            for (int repeated = 0; !collect(collection); repeated++) {
                Simulation.require(repeated < REPEATED_MAX, "tables come to rest");
            }
        }
        collection.runInBackground(true);
    }

    /** Says whether it counts: if a table was spread meanwhile, what its slices needed here is garbage that nobody could take yet. */
    private boolean collect(SegmentCollection collection) {
        long givenBefore = slicesGiven();
        Set<Long> due = collection.due(GcGoal.ALL);
        long garbageBefore = garbageOutside(due, collection);
        long supersededBefore = collection.counters().bytesSuperseded();
        List<Optional<PfsException>> ended = new ArrayList<>();
        Simulation.require(collection.start(GcGoal.ALL, ended::add), "a collection starts");
        server.group().orElseThrow().commit();
        idle(collection);
        Simulation.require(ended.equals(List.of(Optional.empty())), "a collection ends well, not by " + ended);
        long superseded = collection.counters().bytesSuperseded() - supersededBefore;
        if (slicesGiven() > givenBefore) {
            return false;
        }
        requireTaken(collection, due, garbageBefore + superseded);
        return true;
    }

    private long slicesGiven() {
        return cluster.servers().stream()
                .mapToLong(one -> one.group().orElseThrow().counters().slicesGiven())
                .sum();
    }

    /** The files go once it is forced that nobody needs them. */
    private void idle(SegmentCollection collection) {
        runSeconds.accept(1);
        for (int second = 0; second < SECONDS_MAX && isAtWork(collection); second++) {
            runSeconds.accept(1);
        }
        Simulation.require(!isAtWork(collection), "a collection comes to its end");
    }

    private static boolean isAtWork(SegmentCollection collection) {
        return collection.isRunning() || collection.isDeleting();
    }

    private void requireTaken(SegmentCollection collection, Set<Long> due, long garbageMax) {
        Set<Long> left = new TreeSet<>(due);
        left.retainAll(cluster.isOne() ? collection.segments() : collection.due(GcGoal.ALL));
        long leftMax = cluster.isOne() ? 0 : collection.counters().segmentsSetAside();
        Simulation.require(
                left.size() <= leftMax, "what was worth it is gone; left are " + left + " of " + collection.totals());
        long garbage = garbageOutside(cluster.isOne() ? Set.of() : due, collection);
        Simulation.require(garbage <= garbageMax, "at most " + garbageMax + " B of garbage are left, not " + garbage);
    }

    private static long garbageOutside(Set<Long> due, SegmentCollection collection) {
        return collection.totals().stream()
                .filter(total -> !due.contains(total.segment()))
                .mapToLong(total -> total.counted() - total.live())
                .sum();
    }
}
