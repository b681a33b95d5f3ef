package io.pfs.server.collect;

import io.pfs.PfsException;
import io.pfs.server.change.Change.Total;
import io.pfs.server.gc.GcCounters;
import io.pfs.server.gc.GcGoal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The collection of a group's segments, as who runs the group sees it. On its loop. */
public final class SegmentCollection {
    private final CellSpace space;
    private final Supplier<List<String>> recount;

    public SegmentCollection(CellSpace space, Supplier<List<String>> recount) {
        this.space = space;
        this.recount = recount;
    }

    /** Whether one starts by itself after a checkpoint, when there is enough garbage; it does, unless told otherwise. */
    public void runInBackground(boolean now) {
        space.start().runInBackground(now);
    }

    /**
     * Starts a round; false if one is under way already.
     *
     * @param ended hears what ended it early, if anything did
     */
    public boolean start(GcGoal goal, Consumer<Optional<PfsException>> ended) {
        return space.isServing() && space.collect(goal, false, ended);
    }

    /** The same for whom nobody waits: it rests now and then, as in the background. */
    public boolean startPaced(GcGoal goal, Consumer<Optional<PfsException>> ended) {
        return space.isServing() && space.collect(goal, true, ended);
    }

    /** Why nothing is collected, if so: it is not known what rows point to. */
    public Optional<PfsException> hindrance() {
        return space.counting().unknown();
    }

    /** Ends the round that is under way, soon. */
    public void stop() {
        space.stopCollecting();
    }

    public boolean isRunning() {
        return space.isCollecting();
    }

    /** Whether files of segments that nobody needs are still to be deleted. */
    public boolean isDeleting() {
        return space.isDeleting();
    }

    /** Whether segments of others are being given back, to which nothing here points any more. */
    public boolean isGivingBack() {
        return space.isGivingBack();
    }

    /** What was done since the group was opened. */
    public GcCounters counters() {
        return space.counters();
    }

    /** Bytes of cells in segments to which rows point, as if none were squeezed. */
    public long liveBytes() {
        return space.counts().live();
    }

    /** Bytes of cells in segments to which rows point or once pointed. */
    public long countedBytes() {
        return space.counts().counted();
    }

    /** How much of what segments hold nobody needs, in percent; what was never pointed to is not counted. */
    public int garbagePercent() {
        long counted = countedBytes();
        return counted == 0 ? 0 : (int) ((counted - liveBytes()) * 100 / counted);
    }

    /**
     * What is counted wrongly, after a look at each row and each indirect record: nothing, or something is broken. Only
     * while nothing is under way. Blocks.
     */
    public List<String> miscounted() {
        return recount.get();
    }

    /** Objects that have a file and that no row points to, though nobody writes them: what the next collection deletes. */
    public List<String> objectsWithoutRow() {
        return space.closed().stream()
                .filter(id -> space.files().objects().contains(id) && space.isDead(id))
                .map(space.files()::fileName)
                .toList();
    }

    /** Segments that a collection to this goal would take up now. */
    public Set<Long> due(GcGoal goal) {
        return space.due(goal);
    }

    /** What is counted of each segment. */
    public List<Total> totals() {
        return space.counts().totals();
    }

    /** Segments that have files. */
    public Set<Long> segments() {
        return new TreeSet<>(space.files().present());
    }

    /** What the files of segments and objects take. Blocks. */
    public long fileBytes() {
        return space.fileBytes();
    }

    /** Files of segments and objects. */
    public int segmentFiles() {
        return space.files().count();
    }

    /** Those of objects. */
    public int objectFiles() {
        return space.files().objects().size();
    }
}
