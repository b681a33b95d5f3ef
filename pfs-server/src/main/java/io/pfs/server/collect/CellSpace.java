package io.pfs.server.collect;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.cell.ObjectFile;
import io.pfs.cell.OpenSegments;
import io.pfs.cell.Segment;
import io.pfs.env.Timers;
import io.pfs.env.Workers;
import io.pfs.server.cell.CellStore;
import io.pfs.server.cell.ObjectWrites;
import io.pfs.server.cell.SegmentDeletion;
import io.pfs.server.cell.SegmentStreams;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.CellsCounted;
import io.pfs.server.change.Change.IndirectLeft;
import io.pfs.server.change.Change.SegmentsDropped;
import io.pfs.server.change.Change.Total;
import io.pfs.server.checkpoint.Recovery;
import io.pfs.server.column.CellBody;
import io.pfs.server.column.CellCache;
import io.pfs.server.gc.GcChoice;
import io.pfs.server.gc.GcCounters;
import io.pfs.server.gc.GcGoal;
import io.pfs.server.gc.SegmentCounts;
import io.pfs.server.gc.SegmentFiles;
import io.pfs.server.loan.Loans;
import io.pfs.server.state.CellBacklog;
import io.pfs.server.state.GroupContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The segments of the shards of a loop: who writes and reads them, what of them is needed, who collects the rest. */
public final class CellSpace {
    /** Segments that are kept open for reading. */
    private static final int OPEN_SEGMENTS_MAX = 512;

    /** Beside what slices may take in memory, one in so many bytes of that is for cells that are read again and again. */
    private static final int CACHE_SHARE = 2;

    private final GroupContext context;
    private final Host host;
    private final SegmentCounts counts;
    private final CountKeeping counting;
    private final SegmentFiles files;
    private final GcCounters counters = new GcCounters();
    private final CellStore store;
    private final SegmentStreams streams;
    private final ObjectWrites objects;
    private final SegmentDeletion deletion;
    private final SegmentGc gc;
    private final Loans loans;
    private final LoanReturns returns;
    /** Indirect records of removed rows that can't be read, and why: what they lead to counts as needed. */
    private final Map<IndirectLeft, ErrorCode> unreadable = new HashMap<>();

    private final CollectionStart start;

    /** The shards, and their journal. */
    public interface Host {
        /** All that hold anything. */
        List<? extends CollectedShard> shards();

        /** Tells which shard has a name. */
        TableParts parts();

        /** The first of those that hold anything. */
        Optional<CellFlush.Means> anyShard();

        /** Where files are that left the name under which their cells were written. */
        Whereabouts whereabouts();

        boolean isServing();

        /** How many requests have come so far. */
        long requests();

        /** As the journal's. */
        void afterForce(Runnable then);
    }

    /**
     * Those of a group that was recovered.
     *
     * @param backlog of cells that the journal has alone
     * @param writersOutlive whether there may be some who wrote large cells to an earlier life of this server, and go on
     * @param timers let a collection rest now and then, if there are any
     * @param abandoned hears of each segment that is left behind after a failure
     */
    public CellSpace(
            GroupContext context,
            Host host,
            Recovery recovery,
            CellBacklog backlog,
            boolean writersOutlive,
            Optional<Timers> timers,
            Runnable abandoned) {
        this.context = context;
        this.host = host;
        this.counts = recovery.counts();
        this.counting = new CountKeeping(counts, recovery.snapshot(), recovery.uncounted(), context.pool());
        this.files = new SegmentFiles(context.pool(), context.server(), counts.highest());
        this.store = new CellStore(
                context.pool(),
                new OpenSegments(context.pool(), CellBody.UNPACKER, OPEN_SEGMENTS_MAX),
                new CellCache(context.sliceMemoryBytes() / CACHE_SHARE),
                context.workers(),
                files,
                counters);
        this.streams = new SegmentStreams(context, backlog, files, abandoned);
        this.objects = new ObjectWrites(context, files, left(writersOutlive), bytes -> start().garbage(bytes));
        this.deletion = new SegmentDeletion(context.pool(), context.workers(), store, files, counters);
        this.gc = new SegmentGc(
                this,
                new GcStep.Surroundings(host.parts(), host.whereabouts(), streams.regroup(), counters),
                new GcPace(context.clock(), timers, counters, new PaceOthers()));
        this.loans = new Loans(
                context.server(),
                () -> host.shards().stream()
                        .map(shard -> shard.state().tables().intents())
                        .toList());
        this.returns = new LoanReturns(context, host::shards, loans, store, files, counts);
        this.start = new CollectionStart(this, host::isServing, context.limits().columnFileBytes());
        loans.whenReturning(this::resume);
        loans.whenReturned(start::returned);
        store.whenIdle(this::readEnded);
    }

    /**
     * Objects that no row has referred to may be those that somebody was writing. What a row has let go of is garbage, as it was before
     * this server began anew: it would stay for ever if lives were short.
     */
    private List<Long> left(boolean writersOutlive) {
        Set<Long> dropped = counts.endReplay();
        return files.objects().stream()
                .filter(id -> writersOutlive && counts.counted(id) == 0 && !dropped.contains(id))
                .toList();
    }

    private void readEnded() {
        deletion.proceed();
        returns.readEnded();
    }

    private final class PaceOthers implements GcPace.Others {
        @Override
        public long served() {
            return host.requests();
        }

        @Override
        public boolean isBehind() {
            return counts.live() < counts.counted() / 3;
        }
    }

    public CellStore store() {
        return store;
    }

    /** Those that are written now. */
    public SegmentStreams streams() {
        return streams;
    }

    /** Large cells that are being written. */
    public ObjectWrites objects() {
        return objects;
    }

    /** What is shared with other servers. */
    public Loans loans() {
        return loans;
    }

    public SegmentCounts counts() {
        return counts;
    }

    /** How these are kept. */
    public CountKeeping counting() {
        return counting;
    }

    /** Counts anew, after something that was counted was lost. Blocks. */
    public void recount() {
        counting.recount(host.shards());
    }

    SegmentFiles files() {
        return files;
    }

    /** What their files take. Blocks. */
    long fileBytes() {
        return Segment.bytes(context.pool()) + ObjectFile.bytes(context.pool());
    }

    boolean isGivingBack() {
        return host.shards().stream()
                .anyMatch(shard ->
                        !shard.state().tables().intents().loans().returning().isEmpty());
    }

    boolean isDeleting() {
        return deletion.isUnderWay();
    }

    GcCounters counters() {
        return counters;
    }

    Workers workers() {
        return context.workers();
    }

    Optional<CellFlush.Means> anyShard() {
        return host.anyShard();
    }

    boolean isServing() {
        return host.isServing();
    }

    // Counting

    /** A record of the journal is durable, and applied. */
    public void applied(List<Change> changes) {
        counts.apply(changes);
        for (int i = 0; i < changes.size(); i++) {
            if (changes.get(i) instanceof CellsCounted counted) {
                counted.counts().forEach(start::dropped);
            }
        }
    }

    // Collecting

    /** Which collections begin by themselves. */
    public CollectionStart start() {
        return start;
    }

    void stopCollecting() {
        gc.stop();
    }

    /** What the disk did not give back may be read by now; what is damaged stays so. */
    void tryUnreadAgain() {
        gc.tryUnreadAgain();
        unreadable.values().removeIf(why -> why.kind() != ErrorCode.Kind.DATA);
        start.chooseAnew();
    }

    /** Whether a collection to this goal finds anything to do that takes no more room: looks at all segments. */
    boolean isAnyDue(GcGoal goal, long roomBytes) {
        return !choose(closedOrDue(goal), gc.passedOver(), goal, roomBytes).isNothing();
    }

    /** Whether any file is there to which nothing leads. */
    boolean isAnyDead() {
        return !choose(closed(), new TreeSet<>(), GcGoal.WORTHWHILE).dead().isEmpty();
    }

    /** For whom nobody waits, and whose failure nobody asks for. */
    void collectPaced(GcGoal goal, long roomBytes) {
        gc.start(goal, roomBytes, true, failure -> {});
    }

    /** Starts a collection, unless one is under way: then {@code false}. */
    boolean collect(GcGoal goal, boolean isPaced, Consumer<Optional<PfsException>> ended) {
        if (gc.isRunning()) {
            return false;
        }
        if (counting.unknown().isPresent()) {
            ended.accept(counting.unknown());
        } else {
            gc.start(goal, CollectionStart.ANY_ROOM, isPaced, ended);
        }
        return true;
    }

    boolean isCollecting() {
        return gc.isRunning();
    }

    /** Of an object nothing is ever copied: it is needed, or it is dead. */
    GcChoice choose(Set<Long> closed, Set<Long> setAside, GcGoal goal) {
        TreeSet<Long> left = new TreeSet<>(setAside);
        left.addAll(files.objects());
        TreeSet<Long> all = new TreeSet<>(closed);
        loans.borrowed().forEach((segment, isObject) -> {
            all.add(segment);
            if (isObject) {
                left.add(segment);
            }
        });
        all.removeAll(objects.open()); // somebody may have begun to read one of them
        return GcChoice.of(
                all,
                counts,
                loans.lent(),
                this::isOwn,
                left,
                goal,
                context.limits().columnFileBytes());
    }

    /** The same with no more to copy than there is room for, which is not for what others need still. */
    GcChoice choose(Set<Long> closed, Set<Long> setAside, GcGoal goal, long roomBytes) {
        GcChoice all = choose(closed, setAside, goal);
        if (roomBytes == CollectionStart.ANY_ROOM) {
            return all;
        }
        Map<Long, Long> lent = loans.lent();
        return all.within(roomBytes, counts, segment -> isOwn(segment) && !lent.containsKey(segment));
    }

    boolean isOwn(long segment) {
        return Segment.homeOf(segment).equals(context.server());
    }

    /** Whether no row points to a segment, here or where it was lent. */
    boolean isDead(long segment) {
        return counts.live(segment) == 0 && !loans.isArriving(segment) && !loans.isLent(segment);
    }

    /** Ends those segments that are written now and that are to be collected. */
    void roll(GcGoal goal) {
        streams.roll(counts, goal);
    }

    /** What a collection to this goal would take up now. */
    Set<Long> due(GcGoal goal) {
        GcChoice choice = choose(closedOrDue(goal), new TreeSet<>(), goal);
        TreeSet<Long> due = new TreeSet<>(choice.dead());
        due.addAll(choice.victims());
        return due;
    }

    /** The same as {@link #closed}, with those that a collection to this goal would end first. */
    private Set<Long> closedOrDue(GcGoal goal) {
        return stay(streams.closedOrDue(counts, goal));
    }

    /** Segments that nothing more is written to, and that are not about to go. */
    Set<Long> closed() {
        return stay(streams.closed());
    }

    private Set<Long> stay(Set<Long> closed) {
        closed.removeAll(objects.open());
        closed.removeIf(deletion::isUnderWay);
        return closed;
    }

    /**
     * Reads the indirect records that removed rows left, so that what they lead to is counted.
     *
     * @param isEnding whether that is to end before the next one
     * @param unread hears why one can't be read now
     */
    void settle(BooleanSupplier isEnding, Consumer<PfsException> unread, Consumer<Optional<PfsException>> ended) {
        Optional<CellFlush.Means> means = anyShard();
        if (means.isEmpty()) {
            ended.accept(Optional.empty());
            return;
        }
        List<IndirectLeft> readable = counts.left().stream()
                .filter(left -> !unreadable.containsKey(left))
                .toList();
        BiConsumer<IndirectLeft, PfsException> passedOver = (left, cause) -> {
            unreadable.put(left, cause.code());
            if (cause.code().kind() != ErrorCode.Kind.DATA) {
                unread.accept(cause);
            }
        };
        new IndirectSettling(store, means.get(), counters, readable, isEnding, passedOver, ended).next();
    }

    /** Whether all of them were read, but for those that can't be. */
    boolean isSettled() {
        return unreadable.keySet().containsAll(counts.left());
    }

    /** Has it journaled that nothing points to these: when that is forced, their files go, or they are given back. */
    void drop(List<Long> segments, Runnable then, Consumer<PfsException> failed) {
        if (anyShard().isEmpty()) { // nobody has a journal yet to say it in
            then.run();
            return;
        }
        List<Long> own = segments.stream().filter(this::isOwn).toList();
        Optional<Long> foreign = segments.stream().filter(id -> !isOwn(id)).findFirst();
        if (foreign.isPresent()) {
            List<Long> others = new ArrayList<>(segments);
            others.remove(foreign.get());
            giveBack(foreign.get(), () -> drop(others, then, failed), failed);
        } else if (own.isEmpty()) {
            then.run();
        } else {
            drop(new SegmentsDropped(own), then, failed);
        }
    }

    /** It was chosen some time ago: rows may have come since that point to it. */
    private void giveBack(long segment, Runnable then, Consumer<PfsException> failed) {
        if (isDead(segment) && loans.mayGiveBack(segment)) {
            returns.giveBack(segment, then, failed);
        } else {
            then.run();
        }
    }

    private void drop(SegmentsDropped dropped, Runnable then, Consumer<PfsException> failed) {
        Map<Long, Long> bytes = new HashMap<>();
        dropped.segments().forEach(segment -> bytes.put(segment, counts.counted(segment)));
        try {
            CellFlush.Means means = anyShard().orElseThrow();
            means.journal(
                    List.of(dropped),
                    () -> {
                        host.afterForce(() -> new TreeMap<>(bytes).forEach(deletion::add));
                        then.run();
                    },
                    failed);
        } catch (PfsException e) {
            failed.accept(e);
        }
    }

    /** What was given back before is in the counts again when the journal was read, and nobody has it any more who could give it back. */
    public void forgetWhatWasGivenBack() {
        counts.totals().stream()
                .map(Total::segment)
                .filter(segment -> !loans.isHeldOtherwise(segment))
                .forEach(counts::forget);
    }

    /** Goes on giving back what was being given back when the shards were last open. */
    public void resume() {
        if (counting.unknown().isEmpty()) {
            returns.proceed();
        }
    }

    public void close() {
        objects.close();
        streams.close();
        store.close();
    }
}
