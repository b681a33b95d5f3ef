package io.pfs.server.indexing;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.env.Timers;
import io.pfs.env.Workers;
import io.pfs.kv.KvIndex;
import io.pfs.server.change.Change;
import io.pfs.server.indexing.Round.Asked;
import io.pfs.server.journal.Lives;
import io.pfs.server.state.GroupContext;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.state.ShardState;
import io.pfs.server.state.SliceLoader;
import io.pfs.server.tag.IndexSource;
import io.pfs.server.tag.PlanLimits;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Keeps the index behind the rows of a group of shards. What it is told and asked waits in one queue, so that an answer knows all
 * that was applied before the question; one round after the other is done by a worker. While a recovery replays, rounds are done at
 * once.
 *
 * <p>An index that fails is thrown away and made anew from the rows; searches look at all rows meanwhile. One that fails again and again,
 * or lacks space, is tried again later. So is what it knows of a
 * shard that it is too far behind: removals, slices that come from other shards and tables that are taken apart wait for nobody.
 */
public final class IndexFeed {
    private final GroupContext context;
    private final Workers workers;
    private final GroupCounters counters;
    private final Optional<Timers> timers;
    private final Restarts restarts = new Restarts();
    private final Map<ShardId, ShardFeed> shards = new TreeMap<>();
    private final FeedQueue queue = new FeedQueue();
    private final Round round;
    private final KnownPositions known = new KnownPositions();
    private final FoundRun found;
    private final IndexRuns runs;
    private final RunLoads loads;
    /** With more waiting, changes have to wait, too. */
    private final long roomBytes;
    /** No more waits than this and what one record says. */
    private final long bytesMax;

    private boolean isReplaying = true;
    private boolean isBusy;
    private boolean isSoon;
    private boolean isClosing;
    private Optional<PfsException> off = Optional.empty();
    private Optional<Backfills> backfills = Optional.empty();

    /** @param timers without them an index that failed too often is made anew when the shards are opened again */
    public IndexFeed(GroupContext context, GroupCounters counters, Optional<Timers> timers) {
        this.context = context;
        this.workers = context.workers();
        this.counters = counters;
        this.timers = timers;
        this.roomBytes = context.index().roomBytes();
        this.bytesMax = 2 * roomBytes;
        this.found = new FoundRun(context);
        this.runs = new IndexRuns(this, found, context, counters);
        this.round = new Round(
                context.index().home(), context.faultPoints(), new IndexSource(context.rootSeed(), context.owner()));
        this.loads = new RunLoads(this, queue, context, counters.runs());
    }

    /**
     * Follows a shard that is recovered: what storage has of it is in its state, and what the journal has comes by replay.
     *
     * @param lives by which the journal was written
     */
    public void recover(ShardState state, Lives lives) {
        ShardFeed feed = add(state);
        feed.recover(lives);
    }

    /** A record that storage has already: who recovers passes it by, but an index that is further behind must not. */
    public void passed(ShardId shard, long sequence, List<Change> changes) {
        ShardFeed feed = shards.get(shard);
        if (feed != null && feed.passed(sequence, changes)) {
            counters.runs().recordPassed();
            relieve();
        }
    }

    /** Follows a shard in which nothing has happened. */
    public ShardFeed follow(ShardState state) {
        ShardFeed known = shards.get(state.shard());
        return known == null ? add(state) : known;
    }

    private ShardFeed add(ShardState state) {
        ShardFeed feed = new ShardFeed(this, state);
        state.follow(feed);
        shards.put(state.shard(), feed);
        return feed;
    }

    /** Replay is over: from now on workers do the rest. */
    public void recovered(SliceLoader loader) {
        shards.values().forEach(ShardFeed::tellWhatPassed);
        drain(queue);
        forgetWhatIsNotRight();
        isReplaying = false;
        backfills = Optional.of(new Backfills(this, loader));
        loads.run();
        shards.values().forEach(this::fill);
        if (off.isPresent()) {
            tryLater();
        }
    }

    /**
     * What the index knows of shards that it does not follow goes before anything is served, and for good: records that are written
     * from now on may bear the numbers of records that were lost, and then nobody could tell.
     */
    private void forgetWhatIsNotRight() {
        if (!context.index().home().exists()) {
            return;
        }
        if (off.isEmpty()) {
            FeedQueue first = new FeedQueue();
            first.ask(new Asked(Optional.empty(), new Unknown(first, this::tablesOf)));
            drain(first);
        }
    }

    /** What is loaded is nobody's until then, and a run brings no table that has no index. */
    private Optional<Collection<TableId>> tablesOf(ShardId shard) {
        return Optional.ofNullable(shards.get(shard))
                .filter(feed -> feed.isKnown() && !feed.isToBeLoaded())
                .map(ShardFeed::tables);
    }

    /** Does all that waits, at once. */
    private void drain(FeedQueue which) {
        while (!which.isEmpty()) {
            which.fill(round);
            round.run();
            ended();
            which.ended();
        }
    }

    // Loading

    /** What the index shall know of the shard comes from a run, and what it is told waits for that. */
    void toLoad(ShardFeed shard, RunLoad load) {
        loads.add(shard, load);
    }

    /** Whether what a run knows of the shard is on its way into the index, wanted or not. */
    boolean isLoading(ShardFeed shard) {
        return queue.isHeld(shard.id());
    }

    /** The newest one in the pool. */
    FoundRun found() {
        return found;
    }

    // Writing runs

    /** Those that are written. */
    public IndexRuns runs() {
        return runs;
    }

    /** Whether some table has an index, made or not. */
    boolean hasIndexes() {
        return shards.values().stream().anyMatch(shard -> !shard.tables().isEmpty());
    }

    boolean isAnyComplete() {
        return shards.values().stream().anyMatch(ShardFeed::isAnyComplete);
    }

    // Telling and asking

    /** Whether changes need not wait. */
    public boolean hasRoom() {
        return queue.bytesToDo() <= roomBytes;
    }

    /** Bytes of memory that the index is behind, about. */
    long bytesBehind() {
        return queue.bytes();
    }

    /** What asking may cost. */
    PlanLimits limits() {
        return context.index().limits();
    }

    long seed() {
        return context.rootSeed();
    }

    /** The positions that searches found, for their next pages. */
    public KnownPositions known() {
        return known;
    }

    boolean isReplaying() {
        return isReplaying;
    }

    /** The index itself, for a recovery, which may wait for it. */
    KvIndex openNow() {
        return round.index();
    }

    void tell(ShardFeed shard, FeedItem item) {
        if (off.isEmpty()) {
            queue.tell(shard.id(), item);
            if (isReplaying && queue.hasRound()) {
                drain(queue);
            }
        }
    }

    /** That was all that a record says. */
    void applied() {
        relieve();
        work();
    }

    /** No more waits than may: neither for a load, before which nothing of it can be done, nor in all. */
    private void relieve() {
        while (queue.heldBytes() > roomBytes && queue.mostHeld().isPresent()) {
            fallBehind(queue.mostHeld().get());
        }
        while (!isReplaying && queue.bytes() > bytesMax && tooFarBehind().isPresent()) {
            fallBehind(tooFarBehind().get());
        }
    }

    /** What is held is not to cost an index that knows all: to load one anew is worth less than that. */
    private Optional<ShardId> tooFarBehind() {
        return queue.heldBytes() > roomBytes / 2 ? queue.mostHeld() : queue.furthestBehind();
    }

    /** What waits of a shard is more than may wait: all of its rows will be told anew, when the others' turn is over. */
    private void fallBehind(ShardId behind) {
        counters.indexBehind();
        ShardFeed shard = Check.present(shards.get(behind), "what waits is of a shard of this loop");
        PfsException cause = new PfsException(
                ErrorCode.BUSY,
                "the index of " + behind + " is too far behind its rows: " + queue.bytes()
                        + " bytes of changes wait, of " + bytesMax + " at the most; it is made anew");
        makeAnew(shard, cause);
    }

    /** What the index knows of a shard is worth nothing, and what waits of it, neither. */
    void makeAnew(ShardFeed shard, PfsException cause) {
        lose(shard);
        List<Question> left = queue.forget(shard.id());
        backfills.ifPresent(there -> there.giveUp(shard));
        fill(shard);
        if (!left.isEmpty()) {
            // in a turn of its own: a record is being applied, and who hears of it looks at rows
            workers.run(() -> {}, () -> left.forEach(question -> question.failed(cause)));
        }
    }

    /** Asks once all is done that was told so far. */
    public void ask(Question question) {
        ask(new Asked(Optional.empty(), question));
    }

    /** The same about one shard. */
    void ask(ShardFeed shard, Question question) {
        ask(new Asked(Optional.of(shard.id()), question));
    }

    /** Asks once all is done that was told so far, and no shard's index is on its way from a run. */
    void askLate(Question question) {
        ask(new Asked(Optional.empty(), question), queue::askLate);
    }

    private void ask(Asked asked) {
        ask(asked, queue::ask);
    }

    private void ask(Asked asked, Consumer<Asked> way) {
        if (off.isPresent()) {
            asked.question().failed(off.get());
        } else if (isClosing) {
            asked.question().failed(new PfsException(ErrorCode.CLOSED, "the shards were closed"));
        } else {
            way.accept(asked);
            work();
        }
    }

    /** Whether there is no index now. */
    boolean isOff() {
        return off.isPresent();
    }

    /** Has a worker go on, if there is something to do. */
    void work() {
        if (!isReplaying && !isBusy && !queue.isEmpty()) {
            queue.fill(round);
            busy(round::run, this::ended);
        }
    }

    /** The same in a turn of its own: until then others can say what belongs into the same round. */
    void workSoon() {
        if (!isSoon) {
            isSoon = true;
            workers.run(() -> {}, () -> {
                isSoon = false;
                work();
            });
        }
    }

    private void busy(Runnable task, Runnable ended) {
        isBusy = true;
        workers.run(task, () -> {
            isBusy = false;
            ended.run();
            work();
        });
    }

    /** What the round did is done: who asked is told, and if the index failed, it is begun anew. */
    private void ended() {
        counters.indexRound(round.items());
        queue.ended();
        Optional<PfsException> failure = round.failure();
        failure.ifPresent(this::failed);
        round.end();
        failure.ifPresent(cause -> beginAnew());
    }

    /** What waits is worth nothing: all rows will be told anew. */
    private void failed(PfsException cause) {
        counters.indexFailed();
        restarts.failed(cause);
        off = Optional.of(cause);
        List<Question> left = queue.forgetAll();
        shards.values().forEach(this::lose);
        backfills.ifPresent(Backfills::giveUp);
        runs.indexIsLost();
        left.forEach(question -> question.failed(cause));
    }

    private void lose(ShardFeed shard) {
        shard.lost();
        loads.giveUp(shard);
    }

    /** Nothing is asked any more; what the index was told it still learns, but for what waits for a run. */
    public void close() {
        PfsException closed = new PfsException(ErrorCode.CLOSED, "the shards were closed");
        isClosing = true;
        runs.stop();
        backfills.ifPresent(Backfills::giveUp);
        queue.forgetQuestions().forEach(question -> question.failed(closed));
        shards.values().stream().filter(this::isLoading).forEach(shard -> {
            lose(shard);
            queue.forget(shard.id());
        });
        work();
    }

    /** With an index that is empty: what was in it may be wrong, and takes space. */
    private void beginAnew() {
        if (isReplaying) {
            round.reset();
            if (round.failure().isEmpty() && restarts.isAtOnce()) {
                off = Optional.empty();
            }
        } else if (!isClosing) {
            empty(restarts.isAtOnce());
        }
    }

    private void empty(boolean goesOn) {
        busy(round::reset, () -> {
            round.failure().ifPresent(restarts::failed);
            if (goesOn && round.failure().isEmpty()) {
                off = Optional.empty();
                shards.values().forEach(this::lose); // whatever came meanwhile is in no index
                shards.values().forEach(this::fill);
            } else {
                tryLater();
            }
        });
    }

    private void tryLater() {
        if (!restarts.isHopeless()) {
            after(restarts.nextDelayNs(), this::tryAgain);
        }
    }

    /** Does something later, unless the shards are closed by then; never, if nothing happens later here. */
    void after(long delayNs, Runnable task) {
        timers.filter(Timers::ring)
                .ifPresent(there -> there.after(delayNs, () -> {
                    if (!isClosing) {
                        task.run();
                    }
                }));
    }

    private void tryAgain() {
        if (isBusy) {
            tryLater();
        } else {
            empty(true);
        }
    }

    /** An index was made to its end: whatever failed before is over. */
    void filled() {
        counters.indexFilled();
        restarts.succeeded();
    }

    /** A row is told since an index lacks what is there. */
    void rowRead() {
        counters.runs().rowTold();
    }

    /** Has those indexes of a shard made that are not complete, one after the other. */
    void fill(ShardFeed shard) {
        backfills.filter(there -> shard.lacks()).ifPresent(there -> there.add(shard));
    }
}
